import { expect, test } from "vitest";

import { createSearch } from "./canaries.ts";

const texts = { plain: "Heron-7421/quartz+", quoted: 'say "no" \\ 9Z%', short: "abc123" };
const search = createSearch(texts);

const forms: Readonly<Record<string, (text: string) => Buffer>> = {
  "as it is": (text) => Buffer.from(text),
  "in JSON": (text) => Buffer.from(JSON.stringify({ password: text })),
  "in an address": (text) => Buffer.from(`/x?password=${encodeURIComponent(text)}`),
  "in hexadecimal digits": (text) => Buffer.from(Buffer.from(text).toString("hex")),
  "in capital hexadecimal digits": (text) => Buffer.from(Buffer.from(text).toString("hex").toUpperCase()),
  "in two bytes each": (text) => Buffer.from(text, "utf16le"),
  "in two bytes each, the greater first": (text) => Buffer.from(text, "utf16le").swap16(),
};

for (const [name, text] of Object.entries(texts)) {
  for (const [form, make] of Object.entries(forms)) {
    test(`${name}: ${form} a text is found, wherever it stands`, () => {
      for (const before of ["", "x", "xy", "xyz"])
        expect(search(Buffer.concat([Buffer.from(before), make(text), Buffer.from("behind")]))).toContain(name);
    });
  }

  test(`${name}: within what is coded by base64 a text is found, wherever it stands`, () => {
    for (const before of ["", "x", "xy", "xyz", "user:"])
      for (const coding of ["base64", "base64url"] as const)
        expect(search(Buffer.from(Buffer.from(`${before}${text}~ and more`).toString(coding)))).toContain(name);
  });

  test(`${name}: what lacks a character is not found`, () => {
    for (const part of [text.slice(1), text.slice(0, -1)]) expect(search(Buffer.from(part))).toEqual([]);
  });
}

test("all that stand somewhere are named, each once", () => {
  const bytes = Buffer.from(Object.values(texts).join(" ").repeat(2));
  expect(search(bytes).toSorted()).toEqual(["plain", "quoted", "short"]);
});
