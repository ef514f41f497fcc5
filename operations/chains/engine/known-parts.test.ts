import { describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { ChainStep } from "#domain/chains/auth-chain.ts";
import { checkChain } from "#domain/chains/check-chain.ts";
import { chainOf } from "#test/support/sign-in-steps.ts";

import type { CaptchaSettings } from "./captcha.ts";
import { knownParts } from "./known-parts.ts";

const there: readonly string[] = ["chainComponent step.mjs", "questionSet set.mjs"];
const plugins = { has: (kind: string, name: string) => there.includes(`${kind} ${name}`) };
const unset: CaptchaSettings = {
  captchaVerifyAddress: null,
  captchaScriptAddress: null,
  captchaSiteKey: null,
  captchaSecret: null,
  captchaScoreMin: 0.5,
  captchaAction: "sign_in",
  captchaHostname: null,
  captchaPassesWhenAway: false,
  publicAddress: null,
};
const set: CaptchaSettings = {
  ...unset,
  captchaVerifyAddress: "https://captcha.example/verify",
  captchaScriptAddress: "https://captcha.example/api.js",
  captchaSiteKey: "key",
  captchaSecret: new Secret("secret"),
  publicAddress: "https://gatehouse.example",
};
const password = { component: "password", outcomes: { passed: "ALLOW", failed: "DENY" } };
type Step = Parameters<typeof chainOf>[0][string];
const told = (step: Step, settings?: CaptchaSettings) =>
  checkChain(chainOf({ step, password }), knownParts({ plugins, ...(settings && { settings }) })).map(
    ({ place, message }) => `${place}: ${message}`,
  );

describe("a step that is a plug-in", () => {
  const plugin = (part: Partial<ChainStep> = {}) => ({
    component: "plugin:step.mjs",
    outcomes: {
      passed: "password",
      failed: "DENY",
    },
    ...part,
  });

  it("has the outcomes that it names, and configuration of its own", () => {
    const outcomes = { passed: "password", weekend: "password", failed: "DENY" };
    expect(told(plugin({ outcomes, configuration: { attribute: "x", most: 3 } }))).toEqual([]);
  });

  it.each<[string, Partial<ChainStep>, string]>([
    [
      "a plug-in that is not there",
      { component: "plugin:other.mjs" },
      "steps.step.component: There is no plug-in 'other.mjs' in PLUGIN_FOLDER. Put it there first.",
    ],
    [
      "no name",
      { component: "plugin:" },
      "steps.step.component: There is no plug-in '' in PLUGIN_FOLDER. Put it there first.",
    ],
    [
      "no way for failed",
      { outcomes: { passed: "password" } },
      "steps.step.outcomes: The outcome 'failed' leads nowhere. Say where.",
    ],
    [
      "no way for passed, where that proves who it is",
      { configuration: { authenticates: true }, outcomes: { failed: "password" } },
      "steps.step.outcomes: The outcome 'passed' leads nowhere. Say where.",
    ],
    [
      "authenticates as a text",
      { configuration: { authenticates: "true" } },
      "steps.step.configuration.authenticates: It must be true or false.",
    ],
  ])("with %s is refused", (_name, part, fault) => {
    expect(told(plugin(part))).toContain(fault);
  });

  it.each<[string, ChainStep["configuration"], ChainStep["outcomes"], boolean]>([
    ["by passed, where it says so", { authenticates: true }, { passed: "ALLOW", failed: "password" }, true],
    ["by no other outcome", { authenticates: true }, { passed: "password", weekend: "ALLOW", failed: "DENY" }, false],
    ["not by failed", { authenticates: true }, { passed: "password", failed: "ALLOW" }, false],
    ["not where it says nothing", {}, { passed: "ALLOW", failed: "password" }, false],
    ["not where it denies it", { authenticates: false }, { passed: "ALLOW", failed: "password" }, false],
  ])("proves who it is %s", (_name, configuration, outcomes, isTaken) => {
    const faults = told(plugin({ configuration, outcomes }));
    if (isTaken) expect(faults).toEqual([]);
    else expect(faults).toEqual([expect.stringContaining("ALLOW lets in whoever it is")]);
  });
});

describe("a step that asks questions", () => {
  const outcomes = { passed: "ALLOW", failed: "DENY", none: "password" };
  const questions = (configuration: ChainStep["configuration"]) =>
    told({ component: "questions", configuration, outcomes });

  it("names sets that there are", () => {
    expect(questions({})).toEqual([]);
    expect(questions({ sets: "user,predefined, set.mjs", count: 3, tries: 2 })).toEqual([]);
  });

  it.each<[string, ChainStep["configuration"], string]>([
    ["no set", { sets: " , " }, "configuration.sets: It names no set."],
    ["a plug-in that is not there", { sets: "user,other.mjs" }, "configuration.sets: There is no plug-in 'other.mjs'"],
    ["a plug-in of another kind", { sets: "step.mjs" }, "configuration.sets: There is no plug-in 'step.mjs'"],
    ["no questions", { count: 0 }, "configuration.count: It must be between 1 and 5."],
    ["too many questions", { count: 6 }, "configuration.count: It must be between 1 and 5."],
    ["a count that is a text", { count: "2" }, "configuration.count: It must be a number."],
    ["half a question", { count: 1.5 }, "configuration.count: It must be a whole number."],
    ["no tries", { tries: 0 }, "configuration.tries: It must be between 1 and 10."],
  ])("with %s is refused", (_name, configuration, fault) => {
    expect(questions(configuration)).toEqual([expect.stringContaining(fault)]);
  });
});

describe("a step of a CAPTCHA", () => {
  const captcha = { component: "captcha", outcomes: { passed: "password", failed: "DENY" } };

  it("is refused where it is not set up, by each setting that it needs", () => {
    expect(told(captcha, set)).toEqual([]);
    expect(told(captcha, { ...set, publicAddress: null, captchaHostname: "portal.example" })).toEqual([]);
    const missing = [
      { captchaVerifyAddress: null },
      { captchaScriptAddress: null },
      { captchaSiteKey: null },
      { captchaSecret: null },
      { publicAddress: null },
    ];
    for (const part of [unset, ...missing])
      expect(told(captcha, { ...set, ...part })).toEqual([
        expect.stringContaining("steps.step.component: The CAPTCHA is not set up."),
      ]);
  });

  it("proves nobody", () => {
    expect(told({ ...captcha, outcomes: { passed: "ALLOW", failed: "password" } }, set)).toEqual([
      expect.stringContaining("ALLOW lets in whoever it is"),
    ]);
  });

  it("is not judged where no settings are known", () => expect(told(captcha)).toEqual([]));
});
