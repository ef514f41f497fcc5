import { type Attributes, ConnectorError, type Delta, type Scalar } from "#connectors/contract/index.ts";

/** Flag of useradd and usermod for each attribute. */
export const flags = { gecos: "-c", home: "-d", shell: "-s", group: "-g", groups: "-G" } as const;

/** Name of a writable attribute of accounts. */
export type Settable = keyof typeof flags;

/**
 * Returns the values of the attributes that have any.
 * @throws invalidValue
 */
export function valuesOf(attributes: Attributes): Partial<Record<Settable, readonly string[]>> {
  const given = Object.entries(attributes).filter(([, values]) => values.length > 0);
  return Object.fromEntries(given.map(([attr, values]) => [attr, values.map((value) => textOf(attr, value))]));
}

/**
 * Returns the values of an attribute after a delta.
 * @throws invalidValue
 */
export function valuesAfter(
  before: readonly string[],
  { attr, replace, add, remove: taken }: Delta,
): readonly string[] {
  const texts = (values: readonly Scalar[]): string[] => values.map((value) => textOf(attr, value));
  if (replace) return [...new Set(texts(replace))].toSorted();
  if (taken) return before.filter((value) => !texts(taken).includes(value));
  const known = attr === "groups" ? before : before.filter((value) => value !== "");
  return [...new Set([...known, ...texts(add ?? [])])].toSorted();
}

/**
 * Returns the arguments that set the values of an attribute.
 * @throws invalidValue
 */
export function flagOf(attr: Settable, values: readonly Scalar[]): string[] {
  const texts = values.map((value) => textOf(attr, value));
  if (attr === "groups") return [flags.groups, texts.join(",")];
  if (texts.length > 1) throw new ConnectorError("invalidValue", `"${attr}" holds one value.`);
  const [text = ""] = texts;
  if (text === "" && (attr === "home" || attr === "group"))
    throw new ConnectorError("invalidValue", `An account has always a value of "${attr}".`);
  return [flags[attr], text];
}

// A colon or a line break would begin another field or line in the machine's files.
function textOf(attr: string, value: Scalar): string {
  if (typeof value !== "string" || /[:\p{Cc}]/u.test(value) || (attr === "groups" && /^$|,/.test(value)))
    throw new ConnectorError("invalidValue", `"${attr}" is a text without colons and control characters.`);
  return value;
}
