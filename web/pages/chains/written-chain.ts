import type { ChainOfSteps } from "../../api/model.ts";
import { isObject } from "../../forms/typed-object.ts";

/** Reports whether an object that the user has written as a chain can be drawn. */
export function isDrawable(written: object): written is ChainOfSteps {
  const { first, steps } = written as Readonly<Record<string, unknown>>;
  return typeof first === "string" && isObject(steps) && Object.values(steps).every(isDrawableStep);
}

function isDrawableStep(step: unknown): boolean {
  if (!isObject(step)) return false;
  const { component, configuration = {}, outcomes = {} } = step;
  return typeof component === "string" && areTexts(outcomes) && typeof configuration === "object";
}

function areTexts(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((member) => typeof member === "string");
}

/** Returns a chain as text. Its name is left out, because the chain is saved under it. */
export function textOf({ name: _name, ...chain }: ChainOfSteps): string {
  return JSON.stringify(chain, null, 2);
}
