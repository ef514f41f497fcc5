import { expect, it } from "vitest";

import first from "./en.json" with { type: "json" };
import me from "./me.en.json" with { type: "json" };
import people from "./people.en.json" with { type: "json" };
import running from "./running.en.json" with { type: "json" };
import targets from "./targets.en.json" with { type: "json" };

const areas: Readonly<Record<string, object>> = { me, people, running, targets };
const known = new Map(Object.entries(areas).flatMap(([area, texts]) => Object.keys(texts).map((key) => [key, area])));

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const routes = sources["../routes.tsx"] ?? "";

/** The pages, each with the areas whose texts are loaded with it. */
const pages = [...routes.matchAll(/((?:withTexts\(\s*"\w+",\s*)*)import\("\.\/([^"]+)"\)/g)].map(
  ([, around = "", path = ""]) => ({
    path: `../${path}`,
    loaded: [...around.matchAll(/withTexts\(\s*"(\w+)"/g)].map(([, area]) => area),
  }),
);

/** The files that a page needs, also those that are loaded when something is opened. */
function filesOf(path: string, seen = new Set<string>()): ReadonlySet<string> {
  const source = sources[path];
  if (source === undefined || seen.has(path)) return seen;
  seen.add(path);
  for (const [, imported = ""] of source.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g))
    filesOf(`../${new URL(imported, `file:///${path.slice(3)}`).pathname.slice(1)}`, seen);
  return seen;
}

const saidIn = (path: string) =>
  [...(sources[path] ?? "").matchAll(/"([a-z][\w]*(?:\.\w+)+)"/g)].map(([, key = ""]) => key);

it("finds the pages and what they need", () => {
  expect(pages.length).toBeGreaterThan(30);
  expect(filesOf("../pages/groups/groups-page.tsx")).toContain("../table/resource-table.tsx");
});

it.each(pages)("$path says nothing that is not loaded with it", ({ path, loaded }) => {
  const unloaded = [...filesOf(path)].flatMap((file) =>
    saidIn(file).flatMap((key) => {
      const area = known.get(key);
      return area === undefined || key in first || loaded.includes(area) ? [] : [`${key} of ${area} in ${file}`];
    }),
  );
  expect([...new Set(unloaded)]).toEqual([]);
});
