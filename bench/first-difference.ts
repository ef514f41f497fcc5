/** Returns the first place in which two JSON texts differ, with the value of each; undefined if the texts are equal. */
export function firstDifference(
  one: { readonly name: string; readonly text: string },
  other: { readonly name: string; readonly text: string },
): string | undefined {
  if (one.text === other.text) return undefined;
  const found = differenceAt("", JSON.parse(one.text), JSON.parse(other.text));
  if (found === undefined) return "the properties are the same and stand in another order";
  const place = found.place === "" ? "the answer" : found.place;
  return `${place}: ${one.name} has ${words(found.one)}, ${other.name} has ${words(found.other)}`;
}

interface Difference {
  readonly place: string;
  readonly one: unknown;
  readonly other: unknown;
}

function differenceAt(place: string, one: unknown, other: unknown): Difference | undefined {
  if (!isTree(one) || !isTree(other)) return one === other ? undefined : { place, one, other };
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = differenceAt(place === "" ? name : `${place}/${name}`, one[name], other[name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const words = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value));
