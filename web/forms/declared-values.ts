import type { DeclaredProperty, DeclaredResource, Occasion, PropertyName } from "../api/declared-property.ts";
import type { FieldValue } from "./field-value.ts";

/** Values of the fields of a form by the names of their properties. */
export type EnteredValues = Readonly<Record<string, FieldValue>>;

/** Returns the properties that callers write on an occasion, in their order. */
export function writableOf(of: DeclaredResource, on: Occasion): readonly (readonly [string, DeclaredProperty])[] {
  return Object.entries<DeclaredProperty>(of.properties).filter(
    ([, { kind, writing }]) => kind !== "structure" && [on, "always"].includes(writing),
  );
}

/** Returns the names of the properties that stand in a part of their form. */
export function namesIn<Of extends DeclaredResource>(
  of: Of,
  part: NonNullable<DeclaredProperty["part"]>,
): readonly PropertyName<Of>[] {
  const properties = Object.entries<DeclaredProperty>(of.properties);
  return properties.filter(([, property]) => property.part === part).map(([name]) => name as never);
}

/** Returns the values that a form begins with: those of an object, or those of a new one. */
export function firstValues(of: DeclaredResource, row: object | undefined): EnteredValues {
  const values = (row ?? {}) as EnteredValues;
  const on = row === undefined ? "create" : "change";
  return Object.fromEntries(
    writableOf(of, on).map(([name, property]) => [name, row === undefined ? firstValue(property) : values[name]]),
  );
}

function firstValue({ kind, initial, nullable = false, members = [] }: DeclaredProperty): FieldValue {
  if (initial !== undefined) return initial;
  if (kind === "texts" || kind === "members") return [];
  if (kind === "flag") return false;
  return kind === "member" && !nullable ? members[0] : null;
}

/** Reports whether a form has a value for each property that needs one. A field with the value undefined is not finished. */
export function isWhole(of: DeclaredResource, on: Occasion, entered: EnteredValues): boolean {
  return writableOf(of, on).every(
    ([name, { required = false }]) =>
      entered[name] !== undefined && !(required && isEmpty(trimmed(entered[name] ?? null))),
  );
}

/** Returns the body of a call: all that is given of a new object, or the values of an object that differ from its own. */
export function sentValues(of: DeclaredResource, entered: EnteredValues, row: object | undefined): EnteredValues {
  const before = firstValues(of, row);
  const sent = Object.entries(entered).map(([name, value]) => [name, trimmed(value)] as const);
  return Object.fromEntries(
    sent.filter(([name, value]) =>
      row === undefined ? !isEmpty(value) : JSON.stringify(value) !== JSON.stringify(before[name] ?? null),
    ),
  );
}

/** Returns changed values as they are sent. */
export function trimmedValues<Values extends object>(values: Values): Values {
  const all = Object.entries(values as EnteredValues).map(([name, value]) => [name, trimmed(value)]);
  return Object.fromEntries(all) as Values;
}

/** Returns a value as it is sent: without blanks around it, and null for an empty text. */
export function trimmed(value: FieldValue): FieldValue {
  if (typeof value === "string") return value.trim() === "" ? null : value.trim();
  if (typeof value !== "object" || value === null) return value;
  return value.map((line) => line.trim()).filter((line) => line !== "");
}

const isEmpty = (value: FieldValue) => value === null || (typeof value === "object" && value.length === 0);
