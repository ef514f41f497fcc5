import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { cachedWorkflowCode } from "./workflow-code-cache.ts";

let root: string;
let folder: string;
let made: number;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "gatehouse-bundles-"));
  folder = join(root, "cache");
  made = 0;
  mkdirSync(join(root, "workflows"));
  change("first");
});
afterEach(() => rmSync(root, { recursive: true }));

const change = (text: string) => writeFileSync(join(root, "workflows", "request.ts"), text);
const kept = () => readdirSync(folder).map((name) => join(folder, name));
async function code(): Promise<string> {
  const make = async () => ({ code: `bundle ${(made += 1)}` });
  return (await cachedWorkflowCode(make, { folder, sources: join(root, "workflows") })).code;
}

describe("the bundle of the workflows", () => {
  test("is made once while its sources stay, in files for its user alone", async () => {
    expect([await code(), await code()]).toEqual(["bundle 1", "bundle 1"]);
    expect([folder, ...kept()].map((path) => statSync(path).mode & 0o077)).toEqual([0, 0]);
  });

  test("is made anew when a source changes, and the old one is there when the source is as before", async () => {
    await code();
    change("second");
    expect(await code()).toBe("bundle 2");
    change("first");
    expect(await code()).toBe("bundle 1");
  });

  test("is made anew when the kept one is damaged", async () => {
    await code();
    const [file = ""] = kept();
    writeFileSync(file, readFileSync(file, "utf8").replace("bundle", "burden"));
    expect([await code(), await code()]).toEqual(["bundle 2", "bundle 2"]);
  });

  test("is not taken from a folder or a file that others may write", async () => {
    await code();
    chmodSync(folder, 0o777);
    expect(await code()).toBe("bundle 2");
    chmodSync(folder, 0o700);
    chmodSync(kept()[0] ?? "", 0o666);
    expect(await code()).toBe("bundle 3");
  });

  test("is made where nothing can be kept", async () => {
    writeFileSync(folder, "a file in the place of the folder");
    expect([await code(), await code()]).toEqual(["bundle 1", "bundle 2"]);
  });

  test("does not fill the disk with old ones", async () => {
    for (let version = 0; version < 12; version += 1) {
      change(`version ${version}`);
      await code();
    }
    expect(kept()).toHaveLength(8);
  });
});
