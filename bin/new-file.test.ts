import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { withNewFiles } from "./new-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-new-file-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const paths = () => ["one", "two"].map((name) => join(folder, name));

it("new files are for their owner alone, and in their places only when all are whole", async () => {
  await withNewFiles(paths(), (files) => {
    for (const file of files) file.write("wörds");
    expect(readdirSync(folder).every((name) => name.includes(".part-"))).toBe(true);
    return Promise.resolve();
  });
  expect(readdirSync(folder).toSorted()).toEqual(["one", "two"]);
  expect(readFileSync(join(folder, "one"), "utf8")).toBe("wörds");
  expect(statSync(join(folder, "one")).mode & 0o777).toBe(0o600);
});

it("nothing is left of them where the writing fails", async () => {
  const write = () => Promise.reject(new Error("the disk is full"));
  await expect(withNewFiles(paths(), write)).rejects.toThrow("the disk is full");
  expect(readdirSync(folder)).toEqual([]);
});

it("a file that is there, also one that came meanwhile, stays as it is, and none of the others is left", async () => {
  const [one = ""] = paths();
  const meanwhile = withNewFiles(paths(), () => Promise.resolve(writeFileSync(one, "mine")));
  await expect(meanwhile).rejects.toThrow("one is there already");
  await expect(withNewFiles(paths(), () => Promise.resolve())).rejects.toThrow("one is there already");
  expect(readdirSync(folder)).toEqual(["one"]);
  expect(readFileSync(one, "utf8")).toBe("mine");
});

it("a folder that is not there is told", async () => {
  await expect(withNewFiles([join(folder, "none", "file")], () => Promise.resolve())).rejects.toThrow(
    "cannot be written",
  );
});
