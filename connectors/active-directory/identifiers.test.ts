import { expect, test } from "vitest";

import { guidToBytes, guidToText, sidToText } from "./identifiers.ts";

const bytes = Buffer.from("fda4517a63a4bc4c8bf5e640546947e8", "hex");
const text = "7a51a4fd-a463-4cbc-8bf5-e640546947e8";

test("a GUID is written as Windows writes it, and back", () => {
  expect(guidToText(bytes)).toBe(text);
  expect(guidToBytes(text)).toEqual(bytes);
  expect(guidToBytes(text.toUpperCase())).toEqual(bytes);
});

test.each(["", "7a51a4fd", "7a51a4fda4634cbc8bf5e640546947e8", `${text}0`, "ada"])("%j is no GUID", (other) => {
  expect(guidToBytes(other)).toBeUndefined();
});

test("a security identifier is written as S-1-…", () => {
  const sid = Buffer.from("0105000000000005150000006aca409ce82f5aecd3e9854c4e040000", "hex");
  expect(sidToText(sid)).toBe("S-1-5-21-2621491818-3965333480-1283844563-1102");
  expect(sidToText(Buffer.from("01020000000000052000000020020000", "hex"))).toBe("S-1-5-32-544");
});
