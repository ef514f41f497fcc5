import { expect, it } from "vitest";

const files = import.meta.glob<string>(["../**/*.tsx", "!../dist/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Finds components that get an object literal by spread, because the types do not check such a literal for unknown properties. */
const literalsIn = (source: string) => source.match(/<[A-Z]\w+(?:<\w+>)?\s[^<]*?\{\.\.\.\{/g) ?? [];

it("passes components what they know by name, so that the types say what they do not know", () => {
  const found = Object.entries(files).flatMap(([file, source]) => literalsIn(source).map(() => file));
  expect(found).toEqual([]);
  expect(Object.keys(files).length).toBeGreaterThan(100);
});

it("finds an object literal among what is passed", () => {
  expect(literalsIn('<Card\n  title="a"\n  {...{ close, opn: true }}\n/>')).toHaveLength(1);
});
