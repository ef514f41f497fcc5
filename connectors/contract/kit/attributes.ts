import { guardsOf, type GuardedAttribute } from "../guarded-attributes.ts";
import type { AttributeType, ObjectType, Scalar } from "../object.ts";
import type { KitSamples } from "./target.ts";

/** An attribute of accounts that rules change. */
export interface PlainAttribute {
  readonly name: string;
  /** True if the attribute may hold several values. */
  readonly multi: boolean;
  /** True if an account must have a value of it, so the last value cannot be removed. */
  readonly required: boolean;
  /** Three different values that the attribute accepts. */
  readonly values: Values;
}

/** Three different values. */
export type Values = readonly [Scalar, Scalar, Scalar];

/** Reason why a rule about attributes does not apply. */
export const noAttribute =
  "schema tells no text and no number of accounts that could be changed, and samples.attribute names none";

// Attributes that accept any text on most targets. Others, such as an address or a language, may have rules of their own.
const describing =
  /desc|comment|note|gecos|display|title|label|bio|about|nick|department|organi[sz]ation|company|name/i;
const [texts, numbers]: readonly [Values, Values] = [
  ["one", "two", "three"],
  // Large numbers, because a small one may be a limit that the next call exceeds.
  [1001, 1002, 1003],
];

/**
 * Returns the unguarded texts and numbers of accounts that rules may change, best first. Required ones come last; then texts come
 * before numbers, multi-valued before single-valued, and names that suggest free text before others.
 */
export function plainAttributes(
  types: readonly ObjectType[],
  guarded: readonly GuardedAttribute[],
): readonly PlainAttribute[] {
  const free = attributesOf(types).filter(
    ({ name, kind, readOnly, writeOnly }) =>
      (kind === "string" || kind === "int") &&
      name !== "name" &&
      !readOnly &&
      !writeOnly &&
      guardsOf(guarded, "account", name).length === 0,
  );
  return free.toSorted((a, b) => rank(a) - rank(b)).map((one) => toPlain(one));
}

/**
 * Returns the attribute that rules change: the one that the samples name, otherwise the best of the schema. A sample attribute that
 * the schema does not have counts as a multi-valued text.
 */
export function chosenAttribute(
  types: readonly ObjectType[],
  guarded: readonly GuardedAttribute[],
  { attribute, values }: KitSamples,
): PlainAttribute | undefined {
  if (attribute === undefined) {
    const [best] = plainAttributes(types, guarded);
    return best && { ...best, values: values ?? best.values };
  }
  const told = attributesOf(types).find(({ name }) => name.toLowerCase() === attribute.toLowerCase());
  return toPlain({ ...(told ?? { kind: "string", multi: true }), name: attribute }, values);
}

/** Returns the attributes of a type in the schema. */
export function attributesOf(types: readonly ObjectType[], of = "account"): readonly AttributeType[] {
  return types.find(({ type }) => type === of)?.attributes ?? [];
}

function rank({ kind, multi, required, name }: AttributeType): number {
  return (required ? 8 : 0) + (kind === "int" ? 4 : 0) + (multi ? 0 : 2) + (describing.test(name) ? 0 : 1);
}

function toPlain({ name, kind, multi = false, required = false }: AttributeType, values?: Values): PlainAttribute {
  return { name, multi, required, values: values ?? (kind === "int" ? numbers : texts) };
}
