import type { Attributes, ObjectRef, Scalar, TargetObject } from "#connectors/contract/index.ts";
import type { OutcomeObject } from "#domain/requests/order.ts";

import { can, type OrderCall, perform } from "./order-call.ts";
import { leftOutWords, plainValues, toldObject } from "./told-object.ts";

/** A written object, with the requested attributes. */
export interface Written {
  readonly type: "account" | "group";
  readonly ref: ObjectRef;
  readonly asked: Attributes;
}

/**
 * Reads an object after it was written, because a target trims, computes and normalizes values: the record holds what the target has. A
 * notice names attributes that differ from the request. Returns undefined if the target shows no such object, or its
 * connector cannot read one.
 */
export async function readBack(context: OrderCall, { type, ref, asked }: Written): Promise<OutcomeObject | undefined> {
  if (!can(context, "get")) return undefined;
  const found = await perform(context, "get", { type, ref });
  if (found === undefined) {
    context.onUnseen();
    context.call.notice(
      "The target has taken the change and does not show the object now. A discovery will tell what has become of it.",
    );
    return undefined;
  }
  return outcomeOf(context, { type, asked }, found);
}

/** Returns the outcome of a written object, and gives notice of attributes that differ from the request. */
export async function outcomeOf(
  context: OrderCall,
  { type, asked }: Omit<Written, "ref">,
  shown: TargetObject,
): Promise<OutcomeObject> {
  const found = await withAsked(context, { type, asked }, shown);
  const others = otherThanAsked(found, asked);
  if (others.length > 0) {
    const named = others.slice(0, 10).map((attribute) => `"${attribute}"`);
    context.call.notice(
      `The target shows other values than were asked for ${named.join(", ")}; the record holds what it shows.`,
    );
  }
  const { leftOut, ...told } = toldObject(found);
  const words = leftOutWords({ ...told, leftOut });
  if (words !== undefined) context.call.notice(words);
  const enabled = found.state?.enabled;
  return { ...told, ...(typeof enabled === "boolean" && { enabled }), ...(leftOut.length > 0 && { leftOut }) };
}

/** Adds attributes that a target shows only if they are named. */
async function withAsked(
  context: OrderCall,
  { type, asked }: Omit<Written, "ref">,
  found: TargetObject,
): Promise<TargetObject> {
  const missing = Object.keys(asked).filter(
    (name) => !isName(name) && (asked[name]?.length ?? 0) > 0 && valuesOf(found.attributes, name) === undefined,
  );
  if (missing.length === 0 || !can(context, "get")) return found;
  const ref = { id: found.id, name: found.name };
  const more = await perform(context, "get", { type, ref, attributes: missing });
  return more === undefined ? found : { ...found, attributes: { ...more.attributes, ...found.attributes } };
}

/** Returns the attributes that the target shows with other values than requested. */
function otherThanAsked(found: TargetObject, asked: Attributes): string[] {
  return Object.entries(asked).flatMap(([name, values]) => {
    const shown = isName(name) ? [found.name] : valuesOf(found.attributes, name);
    // A hidden attribute may be there all the same: one that is only written, or hidden by a right.
    const isOther = shown === undefined ? false : !haveSameValues(shown, values);
    return isOther ? [name] : [];
  });
}

/** Returns true if two lists hold the same values, in any order. */
export function haveSameValues(some: readonly Scalar[], others: readonly Scalar[]): boolean {
  const [a, b] = [textsOf(some), textsOf(others)];
  return a.size === b.size && [...a].every((text) => b.has(text));
}

/** Returns the values of an attribute, whose name may be written in another case; undefined if it is not shown. */
export function valuesOf(attributes: Attributes, name: string): readonly Scalar[] | undefined {
  const own = Object.keys(attributes).find((one) => one.toLowerCase() === name.toLowerCase());
  return own === undefined ? undefined : attributes[own];
}

function isName(attribute: string): boolean {
  return attribute === "name";
}

function textsOf(values: readonly Scalar[]): ReadonlySet<string> {
  return new Set(plainValues(values).map(String));
}
