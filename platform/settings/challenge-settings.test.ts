import { describe, expect, it } from "vitest";

import { predefinedQuestionsMax, questionMaxCharacters } from "#domain/chain-limits.ts";

import { challengeSettings } from "./challenge-settings.ts";
import { readValue } from "./setting-values.ts";

const problemOf = (name: keyof typeof challengeSettings, text: string) => {
  const read = readValue(challengeSettings[name], text);
  return "problem" in read ? read.problem : null;
};

describe("the addresses of a CAPTCHA", () => {
  it.each([
    "http://captcha.example/verify",
    "http://localhost.evil.example/verify",
    "http://localhost@evil.example/verify",
    "http://127.0.0.1:80@evil.example/",
    "http://127.0.0.1\\@evil.example/",
    "https://user:password@captcha.example/",
    "https://captcha.example/verify#x",
    "https://captcha.example/a b",
    "ftp://captcha.example/",
    "javascript:alert(1)",
    "/verify",
    "https://",
  ])("are not %s", (address) => {
    for (const name of ["captchaVerifyAddress", "captchaScriptAddress"] as const)
      expect(problemOf(name, address)).toBe("must be an https:// address, or an http:// address of this machine");
  });

  it.each([
    "https://captcha.example/verify?x=1",
    "http://127.0.0.1:8000/verify",
    "http://localhost/verify",
    "http://[::1]:80/verify",
  ])("may be %s", (address) => expect(problemOf("captchaVerifyAddress", address)).toBeNull());

  // Whoever may store settings would have the secret sent, and a script run where passwords are typed.
  it("cannot be stored", () => {
    const { captchaVerifyAddress, captchaScriptAddress } = challengeSettings;
    expect([captchaVerifyAddress.stored, captchaScriptAddress.stored]).toEqual(["fence", "fence"]);
  });
});

describe("the score of a CAPTCHA", () => {
  it.each(["-0.1", "1.1", "2", "0,5", ".5", "half", "NaN", "1e-1"])("is not %s", (score) =>
    expect(problemOf("captchaScoreMin", score)).toBe("must lie between 0 and 1, such as 0.5"),
  );

  it.each(["0", "0.3", "0.95", "1", "1.0"])("may be %s", (score) =>
    expect(problemOf("captchaScoreMin", score)).toBeNull(),
  );
});

describe("predefined questions", () => {
  it.each([
    [Array.from({ length: predefinedQuestionsMax + 1 }, (_, index) => `${index}?`).join("|"), "at most 100 questions"],
    [`Short?|${"x".repeat(questionMaxCharacters + 1)}`, "questions of at most 400 characters"],
    ["Which?|Who?| Which? ", "each question once"],
  ])("are refused where there are too many, one is too long, or one comes twice", (text, rule) => {
    expect(problemOf("predefinedQuestions", text)).toContain(rule);
  });

  it("may have blanks and gaps between them", () =>
    expect(problemOf("predefinedQuestions", " Which? || Who? |")).toBeNull());
});
