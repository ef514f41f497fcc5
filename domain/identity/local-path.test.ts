import { describe, expect, it } from "vitest";

import { localPathMaxCharacters } from "../limits.ts";
import { createRandom } from "../random.fixture.ts";
import { localPath } from "./local-path.ts";

const origins = ["https://gatehouse.example", "http://127.0.0.1:8080", "https://gatehouse.example:8443"];

describe("a path", () => {
  it.each([
    "/",
    "/docs",
    "/v2/users('a')",
    "/a/../b",
    "/a//b",
    "/a?next=https://evil.example",
    "/a#//evil.example",
    "/:80",
    "/@evil.example",
    "/%5cevil.example",
    "/%2f%2fevil.example",
    "/%09/evil.example",
    "/ü",
    `/${"a".repeat(localPathMaxCharacters - 1)}`,
  ])("%s is local", (path) => {
    for (const origin of origins) expect(localPath(path, origin)).toBe(path);
  });
});

// @specification 5.one-token-server
describe("what is no path of ours", () => {
  it.each([
    "",
    " ",
    "docs",
    "./docs",
    "?a",
    "#a",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r/evil.example",
    "/\t\\evil.example",
    "\t//evil.example",
    " //evil.example",
    "/\u0000/evil.example",
    "/\u007f/evil.example",
    "/a\\b",
    "/a\r\nSet-Cookie: a=b",
    "https://evil.example",
    "https:evil.example",
    "https:/evil.example",
    "HTTPS://evil.example",
    "http://gatehouse.example@evil.example",
    "https://gatehouse.example.evil.example",
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,a",
    "blob:https://gatehouse.example/a",
    `/${"a".repeat(localPathMaxCharacters)}`,
  ])("%j is refused", (path) => {
    for (const origin of origins) expect(localPath(path, origin)).toBeUndefined();
  });
});

it("never leaves the origin, for 100,000 generated texts", () => {
  const random = createRandom(5);
  const alphabet = ["/", "\\", "\t", "\n", "\r", " ", ".", ":", "@", "%", "~", "a"];
  const found = { taken: 0, refused: 0 };
  for (let count = 0; count < 100_000; count++) {
    const tail = Array.from({ length: 1 + random.below(12) }, () => random.pick(alphabet)).join("");
    // Half of them begin as a path does; without that hardly any would get past the first character.
    const given = random.below(2) === 0 ? `/${tail}` : tail;
    const origin = origins[count % origins.length] ?? "";
    const path = localPath(given, origin);
    if (path === undefined) found.refused += 1;
    else {
      found.taken += 1;
      for (const page of ["/", "/docs/", "/v2/users?a=//b"]) {
        expect([given, new URL(path, origin + page).origin]).toEqual([given, origin]);
      }
    }
  }
  expect(found.taken).toBeGreaterThan(1_000);
  expect(found.refused).toBeGreaterThan(10_000);
});
