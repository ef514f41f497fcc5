import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { writeBreachedList } from "#test/support/breached-lists.ts";

import { type BreachedList, createBreachedList } from "./breached-list.ts";
import { headerSize, prefixesAt } from "./list-form.ts";
import { verifyBreachedList } from "./verify-breached-list.ts";

let folder: string;
let file: string;
let elapsedMs: number;
let list: BreachedList;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "breached-"));
  file = join(folder, "list");
  elapsedMs = 0;
  list = createBreachedList(file, () => elapsedMs);
  await writeBreachedList(file, words);
});
afterEach(async () => {
  await list.close();
  rmSync(folder, { recursive: true, force: true });
});

const words = Array.from({ length: 2_000 }, (_, index) => `word-${index}`);
const holds = (password: string) => list.holds(new Secret(password));
const verify = (path = file) =>
  verifyBreachedList(path, { signal: new AbortController().signal, onProgress: () => undefined });

test("holds its passwords and no others, however many are asked for at once", async () => {
  const held = await Promise.all([...words, ...words.map((word) => word.toUpperCase())].map(holds));
  expect(held).toEqual([...words.map(() => true), ...words.map(() => false)]);
  expect(await list.state()).toMatchObject({ state: "ready", count: words.length });
});

test("compares the composed form of a password, in which lists have it", async () => {
  await writeBreachedList(file, ["Gr\u00fc\u00dfe"]);
  expect([await holds("Gr\u00fc\u00dfe"), await holds("Gru\u0308\u00dfe"), await holds("Grusse")]).toEqual([
    true,
    true,
    false,
  ]);
});

describe("a file", () => {
  test("that takes the place of another one is used within a second, also by look-ups beside it", async () => {
    expect([await holds("word-1"), await holds("new")]).toEqual([true, false]);
    await writeBreachedList(join(folder, "next"), ["new"]);
    const asking = Promise.all(words.map(holds));
    renameSync(join(folder, "next"), file);
    elapsedMs += 500;
    expect((await asking).every(Boolean)).toBe(true);
    expect(await holds("new")).toBe(false);
    elapsedMs += 600;
    const held = await Promise.all(["word-1", "new", "new", "word-1"].map(holds));
    expect(held).toEqual([false, true, true, false]);
  });

  test("that is removed is missed, and found again where it comes back", async () => {
    expect(await holds("word-1")).toBe(true);
    renameSync(file, `${file}.away`);
    elapsedMs += 1_001;
    await expect(holds("word-1")).rejects.toMatchObject({ name: "BreachedListError", fault: "missing" });
    await expect(verify()).rejects.toMatchObject({ fault: "missing" });
    expect(await list.state()).toMatchObject({ state: "missing" });
    renameSync(`${file}.away`, file);
    elapsedMs += 1_001;
    expect(await holds("word-1")).toBe(true);
  });

  test.each([
    ["the first byte", 0],
    ["the version", 19],
    ["the number of passwords", 31],
    ["the digest of the prefixes", 70],
    ["the digest of the header", headerSize - 1],
    ["the first offset", headerSize],
    ["a checksum", headerSize + 800_004],
    ["the last offset", prefixesAt - 8],
  ])("with %s changed is never used", async (_what, at) => {
    changeByte(at);
    await expect(holds("word-1")).rejects.toMatchObject({ fault: "damaged" });
    await expect(verify()).rejects.toMatchObject({ fault: "damaged" });
    expect(await list.state()).toMatchObject({ state: "damaged" });
  });

  test("with one byte of a prefix changed, wherever, is found by verify, which names the range, and by each look-up there", async () => {
    const size = readFileSync(file).length;
    copyFileSync(file, `${file}.good`);
    for (const at of [prefixesAt, prefixesAt + 4_321, size - 1]) {
      copyFileSync(`${file}.good`, file);
      changeByte(at);
      await expect(verify()).rejects.toThrow(/range [0-9A-F]{5} have been changed/);
      elapsedMs += 1_001;
      const asked = await Promise.allSettled(words.map(holds));
      const failed = asked.filter(({ status }) => status === "rejected");
      expect(failed.length).toBeGreaterThan(0);
      expect(asked.some((one) => one.status === "fulfilled" && !one.value)).toBe(false);
    }
    copyFileSync(`${file}.good`, file);
    expect(await verify()).toBe(words.length);
  });

  test.each([
    ["is empty", () => writeFileSync(file, "")],
    ["is another file", () => writeFileSync(file, "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:1\n".repeat(10_000))],
    ["is cut off", () => truncateSync(file, prefixesAt + 800)],
    ["is cut off in its table", () => truncateSync(file, 5_000)],
    ["is longer", () => writeFileSync(file, Buffer.alloc(8), { flag: "a" })],
  ])("that %s is never used", async (_what, damage) => {
    damage();
    await expect(holds("word-1")).rejects.toMatchObject({ fault: "damaged" });
    await expect(verify()).rejects.toMatchObject({ fault: "damaged" });
  });
});

function changeByte(at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}
