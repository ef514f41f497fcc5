import { fillText, type PlaceholderValues, type Scalar } from "./placeholders.ts";

/** A value, or the sentence that says why it cannot be made. */
export type Faulty<T> = T | { readonly fault: string };

/** Attributes by name, each with its values. */
type Values = Readonly<Record<string, readonly Scalar[]>>;

/** Fills in the texts of attributes; one that gets no value is left out. */
export function filledAttributes(
  { attributes }: { readonly attributes: Values },
  values: PlaceholderValues,
): Faulty<{ readonly attributes: Readonly<Record<string, Scalar[]>> }> {
  const filled: [string, Scalar[]][] = [];
  for (const [name, given] of Object.entries(attributes)) {
    const all: Scalar[] = [];
    for (const value of given) {
      if (typeof value !== "string") all.push(value);
      else {
        const found = fillText(value, values);
        if ("fault" in found) return found;
        all.push(...found.values);
      }
    }
    if (all.length > 0) filled.push([name, all]);
  }
  return { attributes: Object.fromEntries(filled) };
}
