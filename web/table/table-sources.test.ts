import { expect, it } from "vitest";

const files = import.meta.glob<string>(["../pages/**/*.{ts,tsx}", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The lists of the pages: the name under which each is remembered, and what it says where it is empty. */
const lists = Object.entries(files).flatMap(([file, source]) =>
  [...source.matchAll(/name: "(\w+)",\s+title: "[\w.]+",(?:(?!name: )[^])*?\bempty: "([\w.]+)"/g)].map(
    ([, name = "", empty = ""]) => ({ file, name, empty }),
  ),
);

it("finds the lists of the pages", () => {
  expect(lists.length).toBeGreaterThan(40);
  expect(lists.map(({ name }) => name)).toEqual(expect.arrayContaining(["accounts", "myAccounts", "targetGroupsOf"]));
});

it("no two lists are remembered under one name", () => {
  const filesOf = Map.groupBy(lists, ({ name }) => name);
  expect([...filesOf.values()].filter((same) => same.length > 1)).toEqual([]);
});
