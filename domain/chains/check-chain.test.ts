import { describe, expect, test } from "vitest";

import { chainStepsMax } from "../chain-limits.ts";
import { createRandom, type Random } from "../random.fixture.ts";
import type { AuthChain, ChainStep } from "./auth-chain.ts";
import { checkChain } from "./check-chain.ts";
import type { KnownComponent } from "./component.ts";

const components = new Map<string, KnownComponent>([
  ["password", { outcomes: ["passed", "failed"], authenticates: ["passed"] }],
  ["questions", { outcomes: ["passed", "failed", "none"], authenticates: ["passed"] }],
  ["captcha", { outcomes: ["passed", "failed"], authenticates: [] }],
]);
const known = { components, facts: ["ip", "userName"] };

const password: ChainStep = {
  component: "password",
  configuration: {},
  outcomes: { passed: "ALLOW", failed: "DENY" },
};
const good: AuthChain = {
  name: "sign-in",
  description: "",
  purpose: "signIn",
  position: 100,
  selectors: [],
  first: "password",
  steps: { password },
};
const withSteps = (steps: AuthChain["steps"], first = "password"): AuthChain => ({ ...good, first, steps });
const told = (chain: AuthChain) => checkChain(chain, known).map(({ place, message }) => `${place}: ${message}`);

describe("a chain", () => {
  test("of one step that proves who it is, is taken", () => {
    expect(told(good)).toEqual([]);
  });

  test("has selectors of facts and match types that there are", () => {
    const selected = (part: object) =>
      ({ ...good, selectors: [{ expression: "ip", match: "set", ...part }] }) as AuthChain;
    expect(told(selected({}))).toEqual([]);
    expect(told(selected({ match: "equal", value: "10.0.0.1" }))).toEqual([]);
    expect(told(selected({ expression: "username" }))).toEqual([
      "selectors.0.expression: There is no fact 'username'. Do you mean 'userName'? Name one of: ip, userName.",
    ]);
    expect(told(selected({ match: "set", value: "x" }))).toEqual([
      "selectors.0.value: set compares with nothing. Leave the value out.",
    ]);
  });

  test.each([
    ["equal", "set"],
    ["notequal", "notset"],
  ] as const)("that compares by %s with nothing is told of %s", (match, hint) => {
    expect(told({ ...good, selectors: [{ expression: "ip", match }] })).toEqual([
      `selectors.0.value: ${match} compares with a value. To ask whether there is one at all, use ${hint}.`,
    ]);
  });

  // @specification 5.chain-selection
  test.each(["1", "true", "TRUE", "yes", "0"])("may compare with any value, such as %s", (value) => {
    for (const match of ["equal", "notequal"] as const)
      expect(told({ ...good, selectors: [{ expression: "userName", match, value }] })).toEqual([]);
  });

  test("leads somewhere with every outcome of a component that is there, and with no other", () => {
    const step = (part: Partial<ChainStep>) => told(withSteps({ password: { ...password, ...part } }));
    expect(step({ component: "pasword" })).toEqual([
      "steps.password.component: There is no component 'pasword'. Do you mean 'password'?",
    ]);
    expect(step({ outcomes: { passed: "ALLOW" } })).toEqual([
      "steps.password.outcomes: The outcome 'failed' leads nowhere. Say where.",
    ]);
    expect(step({ outcomes: { ...password.outcomes, none: "DENY" } })).toEqual([
      "steps.password.outcomes.none: The component 'password' has no outcome 'none'.",
    ]);
    expect(step({ outcomes: { ...password.outcomes, failed: "nowhere" } })).toEqual([
      "steps.password.outcomes.failed: There is no step 'nowhere'. Name a step, ALLOW or DENY.",
    ]);
    expect(step({ outcomes: { ...password.outcomes, failed: "constructor" } })).toHaveLength(1);
  });

  test("has a first step, and not too many, none of which is called like an end", () => {
    expect(told(withSteps({}))).toEqual(["steps: There are no steps. Add one."]);
    expect(told(withSteps({ password }, "pasword"))).toEqual([
      "first: There is no step 'pasword'. Do you mean 'password'?",
    ]);
    expect(told(withSteps({ password, DENY: password }))).toContain(
      "steps.DENY: DENY is an end. Call the step something else.",
    );
    const many = Object.fromEntries(
      Array.from({ length: chainStepsMax + 1 }, (_, index) => [`s${index}`, password] as const),
    );
    expect(told(withSteps(many, "s0"))).toEqual(["steps: There are 33 steps, and at most 32 may be."]);
  });

  test("lets nobody in of whom nothing is proved, by whichever way", () => {
    const captcha = { component: "captcha", configuration: {}, outcomes: { passed: "password", failed: "ALLOW" } };
    expect(told(withSteps({ captcha, password }, "captcha"))).toEqual([
      "steps.captcha.outcomes.failed: captcha (failed) → ALLOW lets in whoever it is. Put a step before it that proves who signs in.",
    ]);
    const failing = { ...password, outcomes: { passed: "DENY", failed: "ALLOW" } };
    expect(told(withSteps({ password: failing }))).toEqual([
      "steps.password.outcomes.failed: password (failed) → ALLOW lets in whoever it is. Put a step before it that proves who signs in.",
    ]);
    const after = { ...password, outcomes: { passed: "captcha", failed: "DENY" } };
    const last = { ...captcha, outcomes: { passed: "ALLOW", failed: "DENY" } };
    expect(told(withSteps({ password: after, captcha: last }))).toEqual([]);
  });

  test("has no circle, and nothing to which nothing leads", () => {
    const back = { component: "captcha", configuration: {}, outcomes: { passed: "password", failed: "captcha" } };
    expect(told(withSteps({ captcha: back, password }, "captcha"))).toEqual([
      "steps.captcha.outcomes: The steps lead in a circle: captcha → captcha. Let one of them end.",
    ]);
    expect(told(withSteps({ password, captcha: { ...back, outcomes: { passed: "DENY", failed: "DENY" } } }))).toEqual([
      "steps.captcha: Nothing leads here. Leave it out.",
    ]);
  });
});

const generated = 10_000;

/** Returns a chain of up to six steps; most are complete, so that their targets decide. */
function randomChain(random: Random): AuthChain {
  const names = ["a", "b", "c", "d", "e", "f"].slice(0, 1 + random.below(6));
  const steps = names.map((name, index) => {
    const component = random.pick([...components.keys()]);
    // Most steps lead onwards, so that many chains have no cycle.
    const targets = random.below(20) === 0 ? names : names.slice(index + 1);
    const wired = components.get(component)?.outcomes ?? [];
    const outcomes = wired.map((outcome) => {
      const end = random.below(3) === 0 ? "ALLOW" : "DENY";
      return [outcome, targets.length > 0 && random.below(2) === 0 ? random.pick(targets) : end] as const;
    });
    const lost = random.below(60) === 0 ? outcomes.slice(1) : outcomes;
    return [name, { component, configuration: {}, outcomes: Object.fromEntries(lost) }] as const;
  });
  return withSteps(Object.fromEntries(steps), "a");
}

/** Checks the same by walking every way, one after the other, as a user who signs in would. */
function isSound({ first, steps }: AuthChain): boolean {
  const visited = new Set<string>();
  const walk = (at: string, above: readonly string[], isProved: boolean): boolean => {
    if (at === "DENY") return true;
    if (at === "ALLOW") return isProved;
    if (above.includes(at)) return false;
    visited.add(at);
    const { component = "", outcomes = {} } = steps[at] ?? {};
    const { outcomes: wanted = [], authenticates = [] } = components.get(component) ?? {};
    return wanted.every(
      (outcome) =>
        outcomes[outcome] !== undefined &&
        walk(outcomes[outcome], [...above, at], isProved || authenticates.includes(outcome)),
    );
  };
  return walk(first, [], false) && visited.size === Object.keys(steps).length;
}

test(`of ${generated} generated chains exactly those are taken by which nobody comes in unproved`, () => {
  const random = createRandom(20_261_124);
  const counts = { taken: 0, refused: 0 };
  for (let count = 0; count < generated; count += 1) {
    const chain = randomChain(random);
    const isTaken = checkChain(chain, known).length === 0;
    expect([isTaken, chain]).toEqual([isSound(chain), chain]);
    counts[isTaken ? "taken" : "refused"] += 1;
  }
  expect(counts.taken).toBeGreaterThan(generated / 20);
  expect(counts.refused).toBeGreaterThan(generated / 20);
});

test("a chain of as many steps as may be, with as many ways as can be, is checked at once", () => {
  const names = Array.from({ length: chainStepsMax }, (_, index) => `s${index}`);
  const steps = names.map((name, index) => {
    const next = names[index + 1] ?? "ALLOW";
    return [name, { component: "captcha", configuration: {}, outcomes: { passed: next, failed: next } }] as const;
  });
  expect(told(withSteps(Object.fromEntries(steps), "s0"))).toHaveLength(2);
});
