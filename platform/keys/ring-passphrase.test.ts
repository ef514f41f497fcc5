import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { ringPassphrase, RingPassphraseError } from "./ring-passphrase.ts";

let folder: string;
let data: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-passphrase-"));
  data = join(folder, "data");
  mkdirSync(data);
  file = join(folder, "passphrase");
});
afterEach(() => rmSync(folder, { recursive: true }));

const readOf = (source: { file?: string; command?: readonly string[] }) =>
  ringPassphrase({ file: null, command: null, ...source }, data)
    ?.read()
    .use((text) => text);
const write = (text: string, path = file) => writeFileSync(path, text, { mode: 0o600 });
const node = (program: string) => ({ command: [process.execPath, "-e", program] });

describe("a file", () => {
  it.each([
    ["words of mine\n", "words of mine"],
    ["words of mine\r\n", "words of mine"],
    [" two\nlines \n", " two\nlines "],
  ])("gives its text without the end of its line", (text, passphrase) => {
    write(text);
    expect(readOf({ file })).toBe(passphrase);
  });

  it.each(["", "\n"])("that is empty is refused", (text) => {
    write(text);
    expect(() => readOf({ file })).toThrow(/cannot be read from the file .*passphrase: It is empty/);
  });

  it("that others may read is refused with the way out, and so is one that is away", () => {
    expect(() => readOf({ file })).toThrow(/passphrase: ENOENT/);
    write("words");
    chmodSync(file, 0o640);
    expect(() => readOf({ file })).toThrow(`Run: chmod 600 ${file}`);
    expect(() => readOf({ file })).toThrow(RingPassphraseError);
  });

  it("in the data folder is refused, also behind a link", () => {
    const inside = join(data, "passphrase");
    write("words", inside);
    symlinkSync(inside, file);
    for (const path of [inside, file]) expect(() => readOf({ file: path })).toThrow("Move the file elsewhere");
  });
});

describe("a command", () => {
  it("gives what it prints, and takes its words as they are", () => {
    const words = "a b; $(exit 3) 'c'";
    expect(readOf({ command: [process.execPath, "-p", "process.argv[1]", words] })).toBe(words);
  });

  it.each([
    ["process.exit(3)", "It ended with 3"],
    ["process.kill(process.pid, 'SIGTERM')", "It ended with SIGTERM"],
    ["", "It is empty"],
    ["process.stdout.write('words of nobody'.repeat(9e4))", "ENOBUFS"],
  ])("that gives none is refused: %s", (program, reason) => {
    expect(() => readOf(node(program))).toThrow(reason);
    expect(() => readOf(node(program))).not.toThrow("words of nobody");
  });

  it("that is not there, or has no full path, is refused", () => {
    expect(() => readOf({ command: [join(folder, "none")] })).toThrow("ENOENT");
    expect(() => readOf({ command: ["node"] })).toThrow("full path");
  });
});

it("no setting, no passphrase", () => {
  expect(readOf({})).toBeUndefined();
});
