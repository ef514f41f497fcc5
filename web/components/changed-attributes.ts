/** Entered attributes by their names, with one value on each line. */
export type EnteredAttributes = Readonly<Record<string, string>>;

/** Returns attributes in the form in which they are entered. */
export function linesOf(attributes: readonly { readonly name: string; readonly value: string }[]): EnteredAttributes {
  const lines = new Map<string, string>();
  for (const { name, value } of attributes) {
    const before = lines.get(name);
    lines.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  return Object.fromEntries(lines);
}

/** Returns the values of the attributes that differ from before; an empty list removes the attribute. */
export function changedAttributes(
  before: EnteredAttributes,
  entered: EnteredAttributes,
): Readonly<Record<string, readonly string[]>> {
  const changed = Object.entries(entered).filter(
    ([name, text]) => JSON.stringify(valuesOf(text)) !== JSON.stringify(valuesIn(before, name)),
  );
  return Object.fromEntries(changed.map(([name, text]) => [name, valuesOf(text)]));
}

// A name such as "__proto__" is an attribute like all others.
function valuesIn(attributes: EnteredAttributes, name: string): readonly string[] {
  return Object.hasOwn(attributes, name) ? valuesOf(attributes[name] ?? "") : [];
}

function valuesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
