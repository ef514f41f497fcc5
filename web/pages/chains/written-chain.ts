import type { ChainOfSteps } from "../../api/model.ts";

/** A text of somebody as a chain, or why it is none. */
export type WrittenChain =
  | { readonly chain: ChainOfSteps }
  | { readonly problem: "noObject" }
  /** What the browser says of it, in words of its own. */
  | { readonly problem: "noJson"; readonly said: string };

/** Reads a text as a chain; that its members are right is for the service to say. */
export function writtenChain(text: string): WrittenChain {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { chain: value as ChainOfSteps };
    return { problem: "noObject" };
  } catch (error) {
    return { problem: "noJson", said: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether a chain that somebody has written can be drawn. */
export function isDrawable({ first, steps }: ChainOfSteps): boolean {
  const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof first === "string" && isObject(steps) && Object.values(steps).every(isDrawableStep);
}

function isDrawableStep(step: unknown): boolean {
  if (typeof step !== "object" || step === null) return false;
  const { component, configuration = {}, outcomes = {} } = step as Readonly<Record<string, unknown>>;
  return typeof component === "string" && areTexts(outcomes) && typeof configuration === "object";
}

function areTexts(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && Object.values(value).every((member) => typeof member === "string")
  );
}

/** A chain as it is written: without its name, under which it is stored. */
export function textOf({ name: _name, ...chain }: ChainOfSteps): string {
  return JSON.stringify(chain, null, 2);
}
