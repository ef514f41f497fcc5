import { describe, expect, test } from "vitest";

import { readToken, requireContinuous, writeToken } from "./change-token.ts";

const token = {
  invocationId: "518f7a45-42fd-4f88-82d6-39eb53addbdf",
  usn: 9_007_199_254_740_993n,
  readAtMs: 1_000_000,
};
const state = { ...token, usn: token.usn + 5n, readAtMs: 2_000_000, tombstoneLifetimeMs: 1_500_000 };

test("a token comes back as it was, also a number that no double holds", () => {
  expect(readToken(writeToken(token))).toEqual(token);
});

test.each(["", "null", "7", "{}", '{"invocationId":"x","usn":"1","readAtMs":1}', "not-a-token"])(
  "%j is no token",
  (text) => {
    expect(() => readToken(text)).toThrow(expect.objectContaining({ code: "config" }));
  },
);

describe("a feed goes on", () => {
  test("on the controller that gave the token", () => {
    expect(() => requireContinuous(token, state)).not.toThrow();
  });

  test.each([
    ["on another one", { ...state, invocationId: "618f7a45-42fd-4f88-82d6-39eb53addbdf" }, "another domain controller"],
    ["after it was set back", { ...state, usn: token.usn - 1n }, "gone back"],
    ["when deletions are forgotten", { ...state, tombstoneLifetimeMs: 999_999 }, "older than"],
  ])("not %s", (_, other, words) => {
    expect(() => requireContinuous(token, other)).toThrow(
      expect.objectContaining({ code: "config", message: expect.stringContaining(words) }),
    );
    expect(() => requireContinuous(token, other)).toThrow("a full listing is needed");
  });
});
