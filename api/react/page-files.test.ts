import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { pageFiles } from "./page-files.ts";

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "pages-")), "dist/");
  mkdirSync(join(folder, "assets"), { recursive: true });
  mkdirSync(join(folder, ".vite"));
  writeFileSync(join(folder, "index.html"), "<html>");
  writeFileSync(join(folder, "assets", "a-1.js"), "plain");
  writeFileSync(join(folder, "assets", "a-1.js.gz"), "as gzip");
  writeFileSync(join(folder, "assets", "a-1.js.br"), "as brotli");
  writeFileSync(join(folder, "assets", "program.exe"), "");
  writeFileSync(join(folder, "..", "secret.js"), "secret");
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

it("gives a file with all the ways in which it was packed", async () => {
  const file = await pageFiles(folder).read("assets/a-1.js");
  expect(file).toMatchObject({ type: "text/javascript; charset=utf-8", etag: expect.stringMatching(/^[\w-]{22}$/) });
  expect([file?.plain, file?.gzip, file?.br].map(String)).toEqual(["plain", "as gzip", "as brotli"]);
  const page = await pageFiles(folder).read("index.html");
  expect([page?.type, page?.gzip]).toEqual(["text/html; charset=utf-8", undefined]);
});

it.each([
  "../secret.js",
  "assets/../../secret.js",
  "/etc/passwd",
  "assets/program.exe",
  "assets/none.js",
  "",
  "assets",
])("gives nothing for %j", async (path) => {
  expect(await pageFiles(folder).read(path)).toBeUndefined();
});

it("finds what is built later", async () => {
  const later = join(folder, "later/");
  const files = pageFiles(later);
  expect(await files.read("index.html")).toBeUndefined();
  mkdirSync(later);
  writeFileSync(join(later, "index.html"), "<html>");
  expect(String((await files.read("index.html"))?.plain)).toBe("<html>");
});
