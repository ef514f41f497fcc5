import { guardsOf, type GuardedAttribute } from "../guarded-attributes.ts";
import type { AttributeType, ObjectType, Scalar } from "../object.ts";
import type { KitSamples } from "./target.ts";

/** An attribute of accounts by which rules change something. */
export interface PlainAttribute {
  readonly name: string;
  /** It holds several values. */
  readonly multi: boolean;
  /** An account must have a value of it, so that none can be taken away. */
  readonly required: boolean;
  /** Three different values that it takes. */
  readonly values: Values;
}

/** Three different values. */
export type Values = readonly [Scalar, Scalar, Scalar];

/** Why a rule about attributes does not apply. */
export const noAttribute =
  "schema tells no text and no number of accounts that could be changed, and samples.attribute names none";

// Attributes that take any text on most targets; others may have rules of their own, as an address or a language has.
const describing =
  /desc|comment|note|gecos|display|title|label|bio|about|nick|department|organi[sz]ation|company|name/i;
const [texts, numbers]: readonly [Values, Values] = [
  ["one", "two", "three"],
  // Large, for a small one may be a limit that the next call meets.
  [1001, 1002, 1003],
];

/**
 * Texts and numbers of accounts that rules may change, the best first: texts before numbers, those of several values before those
 * of one, those that take any text before others, and those without which there is no account last. Guarded ones are more.
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
 * The attribute by which rules change something: the one that the samples name, as schema tells it, otherwise the best one that
 * schema tells. One that schema does not tell holds several values.
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

/** The attributes of a type that schema tells. */
export function attributesOf(types: readonly ObjectType[], of = "account"): readonly AttributeType[] {
  return types.find(({ type }) => type === of)?.attributes ?? [];
}

function rank({ kind, multi, required, name }: AttributeType): number {
  return (required ? 8 : 0) + (kind === "int" ? 4 : 0) + (multi ? 0 : 2) + (describing.test(name) ? 0 : 1);
}

function toPlain({ name, kind, multi = false, required = false }: AttributeType, values?: Values): PlainAttribute {
  return { name, multi, required, values: values ?? (kind === "int" ? numbers : texts) };
}
