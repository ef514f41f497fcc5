import { describe, expect, it } from "vitest";

import { mayRise } from "./rising-columns.ts";

const status = { kind: "text", rises: ["U", "failed", "C"] } as const;
const moment = { kind: "time", rises: true } as const;
const words = { kind: "text", rises: true } as const;
const sealed = { kind: "sealed" } as const;

describe("a column of a row that only rises", () => {
  it.each([
    ["U", "failed", true],
    ["U", "C", true],
    ["failed", "C", true],
    ["failed", "U", false],
    ["C", "failed", false],
    ["C", "U", false],
    ["U", "gone", false],
    ["U", null, false],
  ])("with members goes from %s to %s: %s", (before, after, allowed) => {
    expect(mayRise(status, before, after)).toBe(allowed);
  });

  it.each([
    [null, 5, true],
    [5, 6, true],
    [5, 5, false],
    [5, 4, false],
    [5, null, false],
  ])("that is a moment goes from %s to %s: %s", (before, after, allowed) => {
    expect(mayRise(moment, before, after)).toBe(allowed);
  });

  it("that is a text is set once", () => {
    expect([mayRise(words, null, "too short"), mayRise(words, "too short", "other")]).toEqual([true, false]);
  });

  it("that is not named as rising never changes", () => {
    expect([mayRise({ kind: "text" }, null, "a"), mayRise({ kind: "integer" }, 1, 2)]).toEqual([false, false]);
  });

  it("that is sealed is wrapped with another key and stays the same text", () => {
    const text = "v1|000000000001|wrapped|iv|tag|text";
    expect(mayRise(sealed, text, "v1|000000000002|other|iv|tag|text")).toBe(true);
    expect(mayRise(sealed, text, "v1|000000000002|other|iv|tag|forged")).toBe(false);
    expect(mayRise(sealed, text, null)).toBe(false);
    expect(mayRise(sealed, null, text)).toBe(false);
  });
});
