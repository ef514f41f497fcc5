import { ConnectorError, type Delta, type Scalar } from "#connectors/contract/index.ts";

import { checkPlainText } from "./plain-text.ts";
import type { Settings, SqlAttribute, SqlKind, SqlObject } from "./session.ts";

type Rules = Pick<SqlAttribute, "name" | "kind" | "min"> & { readonly oneOf?: readonly string[] | undefined };

interface Form {
  readonly rule: string;
  /** Returns the value, or undefined if the text breaks the rule. */
  read(text: string): Scalar | undefined;
}

const intMax = 2 ** 31 - 1;

const forms: Readonly<Record<SqlAttribute["kind"], (rules: Rules) => Form>> = {
  string: ({ oneOf }) => ({
    rule: `one of ${(oneOf ?? []).join(", ")}`,
    read: (text) => (oneOf === undefined || oneOf.includes(text) ? text : undefined),
  }),
  bool: () => ({
    rule: "true or false",
    read: (text) => (text === "true" || text === "false" ? text === "true" : undefined),
  }),
  int: ({ min = 0 }) => ({
    rule: `a whole number from ${min} to ${intMax}`,
    read: (text) =>
      /^-?\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= intMax ? Number(text) : undefined,
  }),
  time: () => ({
    rule: "a time in ISO 8601, such as 2030-12-31T23:59:59Z",
    read(text) {
      const time = new Date(/^\d{4}-\d\d-\d\d/.test(text) ? text : Number.NaN);
      return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
    },
  }),
};

/**
 * Converts a value into the form of its attribute.
 * @throws invalidValue naming the attribute and its rule
 */
export function settingOf(rules: Rules, value: Scalar): Scalar {
  const { name, kind } = rules;
  if (value instanceof Uint8Array) throw new ConnectorError("invalidValue", `"${name}" must be text, not bytes.`);
  const text = String(value);
  checkPlainText(`"${name}"`, text);
  const { rule, read } = forms[kind](rules);
  const setting = read(text);
  if (setting === undefined) throw new ConnectorError("invalidValue", `"${name}" must be ${rule}.`);
  return setting;
}

/**
 * Returns the writable attribute of a name.
 * @throws invalidValue
 */
export function writableAttribute(kind: SqlKind, type: string, name: string): SqlAttribute {
  const found = kind.attributes.find((attribute) => attribute.name === name);
  if (found !== undefined && found.readOnly !== true) return found;
  const known = kind.attributes.filter(({ readOnly }) => readOnly !== true).map((attribute) => attribute.name);
  throw new ConnectorError(
    "invalidValue",
    `"${name}" of ${type === "account" ? "an account" : "a group"} cannot be set here; what can be set: ${known.join(", ") || "nothing"}.`,
  );
}

/**
 * Computes the settings that a list of changes leads to, from the object's current values.
 * @throws invalidValue for an unknown attribute or more than one value
 */
export function settingsOf(kind: SqlKind, { type, object }: SqlObject, deltas: readonly Delta[]): Settings {
  const settings = new Map<string, Scalar | undefined>();
  for (const delta of deltas) {
    const { attr } = delta;
    const attribute = writableAttribute(kind, type, attr);
    const before = settings.has(attr) ? settings.get(attr) : object.attributes[attr]?.[0];
    const change = changeOf(attribute, before, delta);
    if (change !== undefined) settings.set(attr, change.value);
  }
  return settings;
}

// Every attribute has at most one value, so removing its value resets it.
function changeOf(
  attribute: SqlAttribute,
  before: Scalar | undefined,
  { attr, replace, add, remove = [] }: Delta,
): { readonly value: Scalar | undefined } | undefined {
  const given = replace ?? add;
  if (given === undefined) {
    const taken = remove.map((value) => String(settingOf({ ...attribute, oneOf: undefined }, value)));
    return before !== undefined && taken.includes(String(before)) ? { value: undefined } : undefined;
  }
  const [value, ...more] = new Set(given.map((one) => settingOf(attribute, one)));
  if (more.length > 0) throw new ConnectorError("invalidValue", `"${attr}" has one value at most.`);
  return replace === undefined && value === undefined ? undefined : { value };
}
