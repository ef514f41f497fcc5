import { expect, it } from "vitest";

import { languages } from "../messages/languages.ts";

const files = import.meta.glob<string>(["../pages/**/*.{ts,tsx}", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Lists of the pages, with the names under which they are saved and the messages of their empty states. */
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

const texts = import.meta.glob<Readonly<Record<string, string>>>("../messages/*.json", {
  import: "default",
  eager: true,
});
const textsOf = (language: string): Readonly<Record<string, string>> =>
  Object.assign({}, ...Object.entries(texts).flatMap(([file, of]) => (file.endsWith(`${language}.json`) ? [of] : [])));

it.each(languages)(
  "each list says in %s what is missing where it is empty, and then what to do or when it fills",
  (language) => {
    const known = textsOf(language);
    const silent = lists.filter(({ empty }) => !/[.:] \S[^.]*\.$/.test(known[empty] ?? ""));
    expect(silent.map(({ name, empty }) => [name, known[empty]])).toEqual([]);
  },
);

it("each list by which something is added offers it in its place where it is empty", () => {
  const adding = Object.entries(files).filter(
    ([, source]) => source.includes("<ResourceTable") && /say\("[\w.]*(?:\.add|\.invite|\.add\.\w+)"\)/.test(source),
  );
  expect(adding.length).toBeGreaterThan(12);
  expect(adding.filter(([, source]) => !/<ResourceTable\s[^<]*\badd=/.test(source)).map(([file]) => file)).toEqual([]);
});
