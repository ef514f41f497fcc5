import { expect, it } from "vitest";

const files = import.meta.glob<string>(["../**/*.tsx", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const sources = Object.entries(files);

/** The properties of the components of each file, by their names; those that extend others are left out. */
const propsOf = new Map(
  sources.map(([file, source]) => [
    file,
    new Map(
      [...source.matchAll(/^(?:export )?interface (\w+)Props \{\n([^]*?)^\}/gm)].map(
        ([, component = "", body = ""]) => [
          component,
          new Set([...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, name = ""]) => name)),
        ],
      ),
    ),
  ]),
);
/** The file in which a component stands that another file names. */
function homeOf(file: string, component: string): string {
  const imported = new RegExp(`\\b${component}\\b[^;]*? from "(\\.[^"]+)"`).exec(files[file] ?? "")?.[1];
  if (imported === undefined) return file;
  const { pathname } = new URL(imported, `file:///web/components/${file}`);
  return Object.keys(files).find((path) => new URL(path, "file:///web/components/").pathname === pathname) ?? "";
}

/** What is passed to components as an object literal, of which the types do not say when it has too much. */
const passed = sources.flatMap(([file, source]) =>
  [...source.matchAll(/<([A-Z]\w+)(?:<\w+>)?\s+\{\.\.\.\{([\w\s,:."=-]*)\}\}/g)].flatMap(
    ([, component = "", names = ""]) =>
      names
        .split(",")
        .map((part) => part.split(":")[0]?.trim() ?? "")
        .filter((name) => name !== "")
        .map((name) => ({ file, component, name, known: propsOf.get(homeOf(file, component))?.get(component) })),
  ),
);

it("finds what is passed to components as an object", () => {
  const found = passed.filter(({ known }) => known !== undefined);
  expect(found.map(({ component, name }) => `${component} ${name}`)).toContain("FormDialog title");
  expect(found.length).toBeGreaterThan(80);
});

it("passes components only what they know", () => {
  const unknown = passed.filter(({ name, known }) => known !== undefined && !known.has(name));
  expect(unknown.map(({ file, component, name }) => `${name} of ${component} in ${file}`)).toEqual([]);
});
