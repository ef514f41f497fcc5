import { describe, expect, it } from "vitest";

import { captchaTokenMaxCharacters } from "../chain-limits.ts";
import { captchaAnswerOf } from "./captcha-frame.ts";

const kind = "gatehouse.captcha.token";

describe("an answer of the frame of a CAPTCHA", () => {
  it.each([
    [undefined],
    [null],
    ["gatehouse.captcha.token"],
    [42],
    [[]],
    [{}],
    [{ kind: "token", token: "a" }],
    [{ token: "a" }],
    [{ kind }],
    [{ kind, token: "" }],
    [{ kind, token: 42 }],
    [{ kind, token: ["a"] }],
    [{ kind, token: "x".repeat(captchaTokenMaxCharacters + 1) }],
  ])("is not %j", (data) => {
    expect(captchaAnswerOf(data)).toBeUndefined();
  });

  it("is a token, or that there is none", () => {
    const longest = "x".repeat(captchaTokenMaxCharacters);
    expect(captchaAnswerOf({ kind, token: longest, more: 1 })).toEqual({ token: longest });
    expect(captchaAnswerOf({ kind: "gatehouse.captcha.failed", token: "a" })).toBe("failed");
  });
});
