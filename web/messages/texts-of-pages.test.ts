import { expect, it } from "vitest";

const textFiles = import.meta.glob<object>("./*en.json", { import: "default", eager: true });
const first = textFiles["./en.json"] ?? {};
const areas = Object.entries(textFiles).flatMap(([name, texts]) => {
  const area = /([\w-]+)\.en\.json$/.exec(name)?.[1];
  return area === undefined || area === "errors" ? [] : [[area, texts] as const];
});
const known = new Map(areas.flatMap(([area, texts]) => Object.keys(texts).map((key) => [key, area])));

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const loadedWith = (around: string) => [...around.matchAll(/withTexts\(\s*"([\w-]+)"/g)].map(([, area = ""]) => area);

/** Pages with the areas whose texts are loaded with them: that of their file of routes, and further ones. */
const pages = Object.entries(sources).flatMap(([file, routes]) => {
  const area = /^\.\.\/routes\/([\w-]+)\.ts$/.exec(file)?.[1];
  if (area === undefined || area === "areas") return [];
  return [...routes.matchAll(/((?:withTexts\(\s*"[\w-]+",\s*)*)import\("\.\.\/([^"]+-page\.tsx)"\)/g)].map(
    ([, around = "", path = ""]) => ({
      path: `../${path}`,
      loaded: [...(area === "router" ? [] : [area]), ...loadedWith(around)],
    }),
  );
});

interface Needed {
  readonly file: string;
  /** Areas whose texts are loaded with the file. */
  readonly loaded: readonly string[];
}

/** Returns the files that a page needs, also those that are loaded later, some of which bring texts of their own. */
function neededBy(file: string, loaded: readonly string[], seen = new Map<string, Needed>()): readonly Needed[] {
  const source = sources[file]?.replaceAll(/import type [^;]*;/g, "");
  const key = [file, ...loaded].join(" ");
  if (source === undefined || seen.has(key)) return [...seen.values()];
  seen.set(key, { file, loaded });
  const imports = /((?:withTexts\(\s*"[\w-]+",\s*)*)(?:from|import\()\s*"(\.[^"]+)"/g;
  for (const [, around = "", imported = ""] of source.matchAll(imports)) {
    const path = `../${new URL(imported, `file:///${file.slice(3)}`).pathname.slice(1)}`;
    neededBy(path, [...new Set([...loaded, ...loadedWith(around)])], seen);
  }
  return [...seen.values()];
}

/** Returns the keys of texts that a file uses: literal ones, all that match the beginning of a composed one, and those of properties. */
const saidIn = (path: string) => [
  ...[...(sources[path] ?? "").matchAll(/import (?:type )?\{ (\w+) \} from "[^"]*\/api\/declared\//g)].flatMap(
    ([, of]) => [...known.keys()].filter((key) => key.startsWith(`declared.${of}.`)),
  ),
  ...[...(sources[path] ?? "").matchAll(/"([a-z][\w]*(?:\.\w+)+)"/g)].map(([, key = ""]) => key),
  ...[...(sources[path] ?? "").matchAll(/`((?:[a-z]\w*\.)+)\$\{\w+(?:\.\w+)*\}`/g)].flatMap(([, beginning = ""]) =>
    [...known.keys()].filter((key) => key.startsWith(beginning) && !key.slice(beginning.length).includes(".")),
  ),
];

it("finds the pages and what they need", () => {
  expect(pages.length).toBeGreaterThan(30);
  const files = neededBy("../pages/groups/groups-page.tsx", []).map(({ file }) => file);
  expect(files).toContain("../table/resource-table.tsx");
});

it.each(pages)("$path says nothing that is not loaded with it", ({ path, loaded }) => {
  const unloaded = neededBy(path, loaded).flatMap((needed) =>
    saidIn(needed.file).flatMap((key) => {
      const area = known.get(key);
      if (area === undefined || key in first || needed.loaded.includes(area)) return [];
      return [`${key} of ${area} in ${needed.file}`];
    }),
  );
  expect([...new Set(unloaded)]).toEqual([]);
});
