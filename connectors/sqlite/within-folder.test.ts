import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { Bench } from "../contract/kit/bench.ts";
import { sqliteWithin } from "./within-folder.ts";

let data: string;
let folder: string;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "sqlite-within-"));
  folder = join(data, "sqlite");
  writeFileSync(join(data, "gatehouse.db"), "");
  mkdirSync(`${folder}-beside`);
});
afterEach(() => rmSync(data, { recursive: true }));

const benchOf = (file: string) =>
  new Bench(sqliteWithin(folder), { address: { file }, credentials: [], stop: () => {} });

test.each(["people.db", "./people.db"])("%s lies in the folder of such files", async (file) => {
  const b = benchOf(file);
  const made = await b.make(await b.open());
  expect(made.id).toBe("1");
  expect(existsSync(join(folder, "people.db"))).toBe(true);
  await b.clear();
});

test("a full path below the folder is taken", async () => {
  mkdirSync(join(folder, "branch"), { recursive: true });
  const b = benchOf(join(folder, "branch", "people.db"));
  expect(await b.open()).toBeDefined();
  await b.clear();
});

test.each<[string, () => string]>([
  ["the service's own database", () => join(data, "gatehouse.db")],
  ["a file beside the folder", () => join(`${folder}-beside`, "people.db")],
  ["a way out of the folder", () => "../people.db"],
  ["the folder itself", () => folder],
  ["a link out of the folder", () => link("people.db", join(data, "gatehouse.db"))],
  ["a file behind a linked folder", () => join(link("elsewhere", `${folder}-beside`), "people.db")],
])("%s is refused, and nothing is made there", async (_, fileOf) => {
  mkdirSync(folder);
  const file = fileOf();
  const b = benchOf(file);
  const error = await b.refusal(() => b.open(), "config");
  expect(error.message).toContain("SQLITE_FOLDER");
  expect([join(data, "people.db"), join(`${folder}-beside`, "people.db")].some(existsSync)).toBe(false);
});

function link(name: string, to: string): string {
  symlinkSync(to, join(folder, name));
  return join(folder, name);
}
