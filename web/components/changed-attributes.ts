/** What is entered of attributes: one value on each line, by the names. */
export type EnteredAttributes = Readonly<Record<string, string>>;

/** Attributes as they are entered. */
export function linesOf(attributes: readonly { readonly name: string; readonly value: string }[]): EnteredAttributes {
  const lines = new Map<string, string>();
  for (const { name, value } of attributes) {
    const before = lines.get(name);
    lines.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  return Object.fromEntries(lines);
}

/** The values of those that are otherwise than before; one without a value is taken away. */
export function changedAttributes(
  before: EnteredAttributes,
  entered: EnteredAttributes,
): Readonly<Record<string, readonly string[]>> {
  const changed = Object.entries(entered).filter(
    ([name, text]) => JSON.stringify(valuesOf(text)) !== JSON.stringify(valuesIn(before, name)),
  );
  return Object.fromEntries(changed.map(([name, text]) => [name, valuesOf(text)]));
}

// A name such as "__proto__" is one like all others.
function valuesIn(attributes: EnteredAttributes, name: string): readonly string[] {
  return Object.hasOwn(attributes, name) ? valuesOf(attributes[name] ?? "") : [];
}

function valuesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
