import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

const web = fileURLToPath(new URL("..", import.meta.url));
const sources = globSync("{api,pages,components,table,session,keyboard,layout}/**/*.{ts,tsx}", { cwd: web })
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => readFileSync(`${web}${file}`, "utf8"));
const constants = new Map(
  sources.flatMap((source) =>
    [...source.matchAll(/export const (\w+) = pathOf\("([^"]+)"\)/g)].map(([, name, value]) => [name, value]),
  ),
);

it("keeps what is read under a key that no other query has: they would be given each other's answers", () => {
  const keys = sources.flatMap((source) =>
    [...source.matchAll(/queryKey: \[(pathOf\("[^"]+"\)|\w+), "([^"]+)"\]/g)].flatMap(([, first = "", second = ""]) => {
      const set = /^pathOf\("(.+)"\)$/.exec(first)?.[1] ?? constants.get(first);
      return set === undefined ? [] : [`${set} ${second}`];
    }),
  );
  expect(keys.length).toBeGreaterThan(5);
  expect(keys.toSorted()).toEqual([...new Set(keys)].toSorted());
});
