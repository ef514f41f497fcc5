import { expect, it } from "vitest";

import { textOfBytes } from "./text-of-bytes.ts";

const text = "id;displayName\r\nm;Müller €\r\n";
const bigEnd = (written: string) => Buffer.from(written, "utf16le").swap16();

it.each([
  ["UTF-8", Buffer.from(text)],
  ["UTF-8 with its mark", Buffer.from(`\uFEFF${text}`)],
  ["UTF-16, the low byte first", Buffer.from(`\uFEFF${text}`, "utf16le")],
  ["UTF-16, the high byte first", bigEnd(`\uFEFF${text}`)],
])("is read in %s", (_what, bytes) => {
  expect(textOfBytes(bytes)).toEqual({ text });
});

it.each([
  ["Windows-1252", Buffer.from("id\nanna\nm\u00fcller\n", "latin1"), "is not in UTF-8 (Windows-1252, perhaps)", 3],
  [
    "half of a letter at the end",
    Buffer.from("id\nm\u00fc").subarray(0, -1),
    "is not in UTF-8 (Windows-1252, perhaps)",
    2,
  ],
  ["UTF-16 without its mark", Buffer.from(text, "utf16le"), "is not in UTF-8 (UTF-16 without its mark, perhaps)", 1],
  [
    "UTF-16 without its mark, the high byte first",
    bigEnd(text),
    "is not in UTF-8 (UTF-16 without its mark, perhaps)",
    1,
  ],
  ["half of a sign of UTF-16", Buffer.from([0xff, 0xfe, 0x41]), "begins as UTF-16 and is none", 1],
])("is refused in %s, with the line", (_what, bytes, rule, line) => {
  expect(textOfBytes(bytes)).toEqual({ rule, line });
});

it("keeps a NUL further on, which the rule of a row refuses", () => {
  expect(textOfBytes(Buffer.from("id\na\u0000b"))).toEqual({ text: "id\na\u0000b" });
});
