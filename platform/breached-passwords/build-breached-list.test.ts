import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { createRandom } from "#domain/random.fixture.ts";
import { buildList, sha1Of } from "#test/support/breached-lists.ts";

import { takeLock } from "../processes/kernel-lock.ts";
import { createBreachedList } from "./breached-list.ts";
import { prefixSize, prefixesAt } from "./list-form.ts";

let folder: string;
let list: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "breached-"));
  list = join(folder, "list");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const words = Array.from({ length: 500 }, (_, index) => `word-${index}`);

function written(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** Returns those of some passwords that a list holds. */
async function heldOf(passwords: readonly string[], path = list): Promise<readonly string[]> {
  const opened = createBreachedList(path);
  const held: string[] = [];
  for (const password of passwords) if (await opened.holds(new Secret(password))) held.push(password);
  await opened.close();
  return held;
}

const refusal = (pending: Promise<unknown>) =>
  pending.then(
    () => "built",
    (error: Error) => error.message,
  );

describe("files of digests", () => {
  test.each<[string, (lines: readonly string[]) => string | Buffer]>([
    ["with counts", (lines) => lines.map((line) => `${line}:12\n`).join("")],
    ["without counts", (lines) => lines.join("\n")],
    ["with the ends of lines of Windows", (lines) => lines.map((line) => `${line}:1\r\n`).join("")],
    ["in lower case", (lines) => lines.map((line) => `${line.toLowerCase()}:1\n`).join("")],
    ["with a byte order mark", (lines) => `\ufeff${lines.join("\n")}`],
    [
      "with blank lines and blanks at the ends",
      (lines) => `\n\n${lines.map((line) => `${line}:2   \n\r\n`).join("")}\n`,
    ],
    ["sorted", (lines) => lines.toSorted().join("\n")],
    ["in pieces that are cut anywhere", (lines) => `${"\n".repeat((1 << 20) - 50)}${lines.join("\n")}`],
  ])("%s are read", async (_what, textOf) => {
    const built = await buildList([written("hashes.txt", textOf(words.map(sha1Of)))], list);
    expect(built).toMatchObject({ count: words.length, digests: words.length, padding: 0 });
    expect(statSync(list).size).toBe(prefixesAt + words.length * prefixSize);
    expect(await heldOf([...words, "another", "Word-1", "word-500", ""])).toEqual(words);
  });

  test("of ranges are read by their names, and a whole digest among them too", async () => {
    const ranges = join(folder, "ranges");
    mkdirSync(ranges);
    for (const word of words.slice(1)) {
      const digest = sha1Of(word);
      writeFileSync(join(ranges, `${digest.slice(0, 5)}.txt`), `${digest.slice(5)}:1\r\n`, { flag: "a" });
    }
    writeFileSync(join(ranges, sha1Of("word-0").slice(0, 5)), `${sha1Of("word-0")}:1`);
    writeFileSync(join(ranges, ".part"), "unfinished");
    expect((await buildList([ranges], list)).count).toBe(words.length);
    expect(await heldOf([...words, "another"])).toEqual(words);
  });

  test("have lines with the count 0 that only hide the length of an answer: no password", async () => {
    const file = written("hashes.txt", `${sha1Of("real")}:1\n${sha1Of("padding")}:0\n${sha1Of("more")}:00\n`);
    expect(await buildList([file], list)).toMatchObject({ count: 1, digests: 1, padding: 2 });
    expect(await heldOf(["real", "padding", "more"])).toEqual(["real"]);
  });

  const good = `${sha1Of("good")}:1\n`;
  test.each<[string, string | Buffer, RegExp]>([
    ["a digest of NTLM", `${good}\n32ED87BDB5FDC5E9CBA88547376818D4:9\n`, /hashes\.txt, line 3: .*NTLM/],
    ["a download that was cut off", `${good}5BAA61E4C9B93F3F0682250B6C`, /line 2: .*26 digits in place of 40.*cut off/],
    [
      "a line of a range in another file",
      `1E4C9B93F3F0682250B6CF8331B7EE68FD8:5`,
      /line 1: .*first five digits.*5BAA6/,
    ],
    ["too many digits", `${good}${sha1Of("x")}0:1`, /line 2: .*41 digits/],
    ["a count that is none", `${sha1Of("x")}:many`, /line 1: behind the digest/],
    ["a colon without a count", `${sha1Of("x")}:`, /line 1: behind the digest/],
    ["a password in the clear", `${good}hunter2\n`, /line 2: this is no SHA-1 digest/],
    ["a digest behind a name", `kim:${sha1Of("x")}`, /line 1: this is no SHA-1 digest/],
    ["a page of a proxy", `<html>${"x".repeat(2_000)}`, /line 1: this is no SHA-1 digest/],
    ["bytes without lines", Buffer.alloc(3_000_000, 1), /line 1: this is no SHA-1 digest/],
    ["no digest at all", "\n\n", /hold no digest/],
    ["an empty file", "", /hold no digest/],
    ["gzip", Buffer.from([0x1f, 0x8b, 8, 0]), /packed by gzip/],
    ["7-Zip", Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]), /7-Zip archive/],
    ["UTF-16", Buffer.from(`\ufeff${good}`, "utf16le"), /UTF-16/],
  ])("with %s are refused with file and line, and nothing is left", async (_what, content, words_) => {
    const file = written("hashes.txt", content);
    expect(await refusal(buildList([file], list))).toMatch(words_);
    expect(readdirSync(folder)).toEqual(["hashes.txt"]);
  });

  test.each([
    ["that are not there", "nowhere.txt", /There is no file .*nowhere/],
    ["of which one is the list itself", "list", /would replace a file/],
    ["in a folder within the folder", "a", /folder within/],
    ["of an empty folder", "a/b", /is empty/],
  ])("%s are refused", async (_what, name, said) => {
    writeFileSync(list, "as before");
    mkdirSync(join(folder, "a", "b"), { recursive: true });
    expect(await refusal(buildList([join(folder, name)], list))).toMatch(said);
    expect(readFileSync(list, "utf8")).toBe("as before");
  });
});

describe("a list", () => {
  test("has the same bytes for the same digests, in whatever order, files and number", async () => {
    const lines = words.map((word) => `${sha1Of(word)}:1`);
    const shuffled = createRandom(4).shuffle([...lines, ...lines]);
    await buildList([written("a.txt", lines.join("\n"))], list);
    await buildList(
      [written("b.txt", shuffled.slice(0, 700).join("\r\n")), written("c.txt", shuffled.slice(700).join("\n"))],
      `${list}2`,
    );
    expect(readFileSync(`${list}2`).equals(readFileSync(list))).toBe(true);
  });

  test("of digests that chance would not give is refused, as a download that ended early", async () => {
    // All begin with the same digits.
    const lines = words.map((word) => `ABCDE${sha1Of(word).slice(5)}`);
    const file = written("hashes.txt", lines.join("\n"));
    expect(await refusal(buildList([file], list))).toMatch(
      /1048575 of 1048576 are empty.*The first is 00000.*--partial/,
    );
    expect(existsSync(list)).toBe(false);
    expect((await buildList([file], list, { isPartial: true })).count).toBe(words.length);
  });

  test("is left as it is by a build that is stopped, which leaves nothing else", async () => {
    const file = written("hashes.txt", words.map(sha1Of).join("\n"));
    writeFileSync(list, "as before");
    for (const stage of ["reading", "sorting"]) {
      const stop = new AbortController();
      const pending = buildList([file], list, {
        signal: stop.signal,
        onProgress: (progress) => void (progress.stage === stage && stop.abort()),
      });
      await expect(pending).rejects.toMatchObject({ name: "AbortError" });
      expect(readFileSync(list, "utf8")).toBe("as before");
      expect(readdirSync(folder).toSorted()).toEqual(["hashes.txt", "list"]);
    }
  });

  test("takes the place of what a killed build has left, and waits for no build that goes on", async () => {
    const file = written("hashes.txt", words.map(sha1Of).join("\n"));
    mkdirSync(join(folder, "list.building", "old"), { recursive: true });
    writeFileSync(join(folder, "list.building", "0-17"), "left");
    const lock = takeLock(join(folder, "list.building", "lock"));
    expect(await refusal(buildList([file], list))).toMatch(/Another build is writing/);
    lock?.release();
    expect((await buildList([file], list)).count).toBe(words.length);
    expect(readdirSync(folder).toSorted()).toEqual(["hashes.txt", "list"]);
  });
});
