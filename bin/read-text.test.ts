import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { readText } from "./read-text.ts";

const folder = mkdtempSync(join(tmpdir(), "read-text-"));

afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(bytes: Uint8Array | string): string {
  const file = join(folder, "text");
  writeFileSync(file, bytes);
  return file;
}

test("the text of a file is read as it stands there, without the mark at its beginning", () => {
  expect(readText(fileOf("Zoë\r\n"))).toBe("Zoë\r\n");
  expect(readText(fileOf("\uFEFFid;name\n"))).toBe("id;name\n");
  expect(readText(fileOf(Buffer.from("\uFEFFZoë", "utf16le")))).toBe("Zoë");
});

test("a file in another encoding is refused, because a password would be another one", () => {
  const file = fileOf(Buffer.from("Zoë", "latin1"));
  expect(() => readText(file, "password file")).toThrow(
    `The password file '${file}' is not in UTF-8 (Windows-1252, perhaps), from line 1 on. Save it as UTF-8.`,
  );
});

test("a file that is not there is named", () => {
  const file = join(folder, "missing");
  expect(() => readText(file)).toThrow(`The file '${file}' cannot be read.`);
});
