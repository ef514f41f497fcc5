import { expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { type ExportedEntry, openPages, sealPage } from "./export-pages.ts";

const id = "00000000-0000-4000-8000-000000000001";
const key = new Secret(Buffer.alloc(32, 1).toString("base64url"));
const entry: ExportedEntry = {
  target: "T1",
  account: "root",
  policy: "DEFAULT",
  managedAccount: "m",
  entry: "e",
  parent: null,
  mayOpen: true,
  status: "C",
  origin: "imported",
  createdAt: "2030-01-31T00:00:00.000Z",
  settledAt: null,
  openedAt: null,
  refusedAt: null,
  password: "words-of-root",
};
const page = (number: number, last = false, of = id) =>
  sealPage(key, { id: of, number, last, entries: last ? [] : [entry] });

async function open(lines: readonly string[], by = key): Promise<number> {
  let entries = 0;
  for await (const opened of openPages({ id, key: by, file: "vault.export" }, lines)) entries += opened.length;
  return entries;
}

it("pages open in their order, and show nothing before", async () => {
  const lines = [await page(1), await page(2), await page(3, true)];
  expect(lines.join("")).not.toContain("words-of-root");
  expect(await open(lines)).toBe(2);
});

it("a page that is missing, moved, altered or of another export is told by its line", async () => {
  const [one, two, end] = [await page(1), await page(2), await page(3, true)];
  const other = await page(2, false, "00000000-0000-4000-8000-000000000002");
  const altered = two.slice(0, -6) + (two.endsWith("AAAAAA") ? "BBBBBB" : "AAAAAA");
  for (const [lines, words] of [
    [[two, one, end], "at its line 2"],
    [[one, end], "at its line 3"],
    [[one, altered, end], "at its line 3"],
    [[one, other, end], "at its line 3"],
    [[one, two, end, end], "at its line 5"],
    [[one, two], "where pages are missing"],
    [[], "where pages are missing"],
  ] as const) {
    await expect(open(lines)).rejects.toThrow(words);
  }
  await expect(open([one], new Secret(Buffer.alloc(32, 2).toString("base64url")))).rejects.toThrow("at its line 2");
});
