import { describe, expect, test } from "vitest";

import { chainChangesMax } from "../chain-limits.ts";
import { createRandom, type Random } from "../random.fixture.ts";
import type { AuthChain, ChainStep, Selector } from "./auth-chain.ts";
import type { KnownComponent } from "./component.ts";
import { hasWayIn, walkChain } from "./walk-chain.ts";

const components = new Map<string, KnownComponent>([
  ["userName", { outcomes: ["given"], authenticates: [] }],
  ["password", { outcomes: ["passed", "failed"], authenticates: ["passed"] }],
  ["code", { outcomes: ["passed", "failed", "none"], authenticates: ["passed"] }],
  ["captcha", { outcomes: ["passed", "failed"], authenticates: [] }],
  ["selectChain", { outcomes: ["none"], authenticates: [] }],
]);

const step = (component: string, outcomes: ChainStep["outcomes"]): ChainStep => ({
  component,
  configuration: {},
  outcomes,
});
const password = step("password", { passed: "ALLOW", failed: "DENY" });
const chain = (name: string, part: Partial<AuthChain> = {}): AuthChain => ({
  name,
  description: "",
  purpose: "signIn",
  position: 100,
  selectors: [],
  first: "password",
  steps: { password },
  ...part,
});
const when = (expression: string, match: Selector["match"], value?: string): Selector[] => [
  { expression, match, ...(value !== undefined && { value }) },
];
const handsOn = (name: string, part: Partial<AuthChain> = {}) =>
  chain(name, {
    first: "name",
    steps: { name: step("userName", { given: "select" }), select: step("selectChain", { none: "DENY" }) },
    ...part,
  });

function walk(chains: readonly AuthChain[], outcomes: Record<string, string> = {}, facts = {}, userName?: string) {
  return walkChain({ chains, purpose: "signIn", facts, userName }, outcomes, components);
}

describe("a walk", () => {
  test("without a chain that matches comes nowhere, and says why", () => {
    const other = chain("intranet", { selectors: when("client", "equal", "intranet") });
    expect(walk([other])).toEqual({
      taken: null,
      steps: [],
      end: null,
      remark: "No chain of the purpose signIn is taken.",
      notTaken: [
        {
          name: "intranet",
          reason: "'client equal intranet' does not match.",
        },
      ],
    });
  });

  test("stops where a step is to have no outcome, or one that it does not have", () => {
    expect(walk([chain("one")])).toMatchObject({
      taken: "one",
      end: null,
      steps: [],
      remark: "Say which outcome the step 'password' is to have: passed, failed.",
    });
    expect(walk([chain("one")], { password: "pased" }).remark).toBe(
      "It has no outcome 'pased'. Say which outcome the step 'password' is to have: passed, failed.",
    );
  });

  test("takes no property of every object for an outcome", () => {
    const named = chain("one", { first: "constructor", steps: { constructor: password } });
    expect(walk([named]).remark).toContain("Say which outcome the step 'constructor'");
  });

  test("goes by the outcomes to an end, and tells of each step", () => {
    const two = chain("two", {
      steps: { password: step("password", { passed: "code", failed: "DENY" }), code: step("code", codeOutcomes) },
    });
    expect(walk([two], { password: "passed", code: "none" })).toMatchObject({
      end: "DENY",
      remark: null,
      steps: [
        { chain: "two", step: "password", component: "password", outcome: "passed", leadsTo: "code" },
        { chain: "two", step: "code", component: "code", outcome: "none", leadsTo: "DENY" },
      ],
    });
    expect(walk([two], { password: "passed", code: "passed" }).end).toBe("ALLOW");
  });

  test("says of each chain of the purpose why it is not taken", () => {
    const chains = [
      chain("sign-in", { position: 1000 }),
      chain("near", { position: 5 }),
      chain("named", { position: 1, selectors: when("userName", "set") }),
      chain("forgot", { purpose: "forgotPassword" }),
    ];
    expect(walk(chains, { password: "passed" })).toMatchObject({
      taken: "near",
      notTaken: [
        { name: "sign-in", reason: "It stands at 1000, behind 'near' at 5." },
        { name: "named", reason: "'userName set' does not match." },
      ],
    });
  });

  test("hands on to the chain that is selected by the name which was given on the way", () => {
    const chains = [handsOn("first", { position: 1 }), chain("ada", { selectors: when("userName", "equal", "ada") })];
    const walked = walk(chains, { password: "passed" }, {}, "ada");
    expect(walked).toMatchObject({ taken: "first", end: "ALLOW" });
    expect(walked.steps.map(({ outcome, leadsTo }) => [outcome, leadsTo])).toEqual([
      ["given", "select"],
      [null, "ada"],
      ["passed", "ALLOW"],
    ]);
    expect(walk(chains, {}, {}, "ben").steps.at(-1)).toMatchObject({ outcome: "none", leadsTo: "DENY" });
  });

  test("ends where chains hand it on to each other for ever", () => {
    const walked = walk([handsOn("one"), handsOn("two")]);
    expect(walked).toMatchObject({ end: "DENY", remark: `It is handed on more than ${chainChangesMax} times.` });
  });
});

const codeOutcomes = { passed: "ALLOW", failed: "DENY", none: "DENY" };

describe("a way in", () => {
  const wayIn = (chains: readonly AuthChain[], passed: readonly string[], userName?: string) =>
    hasWayIn(
      { chains, purpose: "signIn", facts: {}, userName },
      (taken) => !taken.proves || passed.includes(taken.component),
      components,
    );

  test.each<[string, AuthChain[], string[], boolean]>([
    ["by the password", [chain("one")], ["password"], true],
    ["not without one", [chain("one")], [], false],
    ["not without a chain", [], ["password"], false],
    ["not where nothing leads to ALLOW", [chain("one", { steps: { password: denies() } })], ["password"], false],
    ["not past a second step that cannot be passed", [second()], ["password"], false],
    ["through both", [second()], ["password", "code"], true],
    ["past steps that prove nothing", [behindCaptcha()], ["password"], true],
    ["not where chains hand on for ever", [handsOn("one"), handsOn("two")], ["password"], false],
  ])("%s", (_, chains, passed, isThere) => expect(wayIn(chains, passed)).toBe(isThere));

  test("may lead through the chain of one's own name", () => {
    const chains = [handsOn("first", { position: 1 }), chain("root", { selectors: when("userName", "equal", "root") })];
    expect([wayIn(chains, ["password"], "root"), wayIn(chains, ["password"], "ada")]).toEqual([true, false]);
  });
});

describe("a name that becomes known on the way", () => {
  const forAda = chain("ada", {
    position: 1,
    selectors: when("userName", "equal", "ada"),
    steps: {
      password: step("password", {
        passed: "code",
        failed: "DENY",
      }),
      code: step("code", codeOutcomes),
    },
  });

  test("leads to the chain that it selects, and what was proved is not asked again", () => {
    const walked = walk([chain("usual"), forAda], { password: "passed", code: "passed" }, {}, "ada");
    expect(walked.steps.map(({ chain: of, step: at, leadsTo }) => [of, at, leadsTo])).toEqual([
      ["usual", "password", "ada"],
      ["ada", "password", "code"],
      ["ada", "code", "ALLOW"],
    ]);
    expect(walk([chain("usual"), forAda], { password: "passed" }, {}, "ben").steps).toHaveLength(1);
  });

  test("leads nowhere where no chain is for it", () => {
    const unnamed = chain("unnamed", { selectors: when("userName", "notset") });
    expect(walk([unnamed], { password: "passed" }, {}, "ada")).toMatchObject({
      end: "DENY",
      remark: "No chain is taken for the name that is known now.",
    });
  });

  const generated = 3_000;

  test(`lets nobody in, of ${generated} generated sets of chains, who would not come in if it had been known at the beginning`, () => {
    const random = createRandom(38_001);
    const counts = { in: 0, out: 0, planted: 0 };
    for (let count = 0; count < generated; count += 1) {
      const chains = Array.from({ length: 2 + random.below(3) }, (_, index) => randomChain(random, `c${index}`));
      const passed = ["password", "code"].filter(() => random.below(3) > 0);
      const passes = (facts: object, userName?: string) =>
        hasWayIn(
          { chains, purpose: "signIn", facts: { ...facts }, userName },
          (taken) => !taken.proves || passed.includes(taken.component),
          components,
        );
      const onTheWay = passes({}, "ada");
      const before = passes({ userName: "ada" }, "ada");
      expect([onTheWay && !before, chains]).toEqual([false, chains]);
      counts[before ? "in" : "out"] += 1;
      // If the chain were not chosen again, some would.
      if (passes({}) && !before) counts.planted += 1;
    }
    for (const found of Object.values(counts)) expect(found).toBeGreaterThan(generated / 60);
  });
});

/** Returns a chain of up to three steps, of which none leads back; many are selected by the name. */
function randomChain(random: Random, name: string): AuthChain {
  const names = ["a", "b", "c"].slice(0, 1 + random.below(3));
  const steps = names.map((at, index) => {
    const component = random.pick(["userName", "password", "password", "code", "selectChain"]);
    const next = names[index + 1];
    const outcomes = (components.get(component)?.outcomes ?? []).map((outcome) => {
      const isGood = outcome === "passed" || outcome === "given";
      return [outcome, next !== undefined && random.below(2) === 0 ? next : isGood ? "ALLOW" : "DENY"] as const;
    });
    return [at, step(component, Object.fromEntries(outcomes))] as const;
  });
  const selectors = random.pick([[], [], when("userName", "equal", "ada"), when("userName", "notset")]);
  return chain(name, { position: random.below(5), first: "a", steps: Object.fromEntries(steps), selectors });
}

function denies(): ChainStep {
  return step("password", { passed: "DENY", failed: "DENY" });
}

function second(): AuthChain {
  return chain("two", {
    steps: { password: step("password", { passed: "code", failed: "DENY" }), code: step("code", codeOutcomes) },
  });
}

function behindCaptcha(): AuthChain {
  const captcha = step("captcha", { passed: "password", failed: "DENY" });
  return chain("guarded", { first: "captcha", steps: { captcha, password } });
}
