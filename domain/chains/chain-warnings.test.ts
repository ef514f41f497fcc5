import { describe, expect, test } from "vitest";

import { chainStepsMax } from "../chain-limits.ts";
import { type AuthChain, type ChainStep, matchTypes, type Selector } from "./auth-chain.ts";
import { chainFact, chainFacts } from "./chain-facts.ts";
import { chainWarnings, warningsOfAll } from "./chain-warnings.ts";
import { defaultChains } from "./default-chains.ts";
import { builtInParts } from "./parts.ts";

const step = (component: string, outcomes: ChainStep["outcomes"], configuration = {}): ChainStep => ({
  component,
  outcomes,
  configuration,
});
const ends = { passed: "ALLOW", failed: "DENY" };
const password = step("password", ends);
const code = step("oneTimeCode", { ...ends, none: "DENY" });
const chain = (name: string, steps: AuthChain["steps"], part: Partial<AuthChain> = {}): AuthChain => ({
  name,
  description: "",
  purpose: "signIn",
  position: 100,
  selectors: [],
  first: Object.keys(steps)[0] ?? "",
  steps,
  ...part,
});
const weak = (selectors: readonly Selector[], part: Partial<AuthChain> = {}) =>
  chain("weak", { password }, { position: 1, selectors, ...part });
const behindPassword = (last: ChainStep, part: Partial<AuthChain> = {}) =>
  chain("strong", { password: step("password", { passed: "last", failed: "DENY" }), last }, part);
const strong = behindPassword(code);
const told = (one: AuthChain, ...others: AuthChain[]) =>
  chainWarnings(one, others, builtInParts).map(({ place, message }) => `${place}: ${message}`);
const lessBySaying = (one: AuthChain, ...others: AuthChain[]) =>
  told(one, ...others).filter((words) => words.includes("is asked for less"));
const when = (expression: string, match: Selector["match"], value?: string): Selector => ({
  expression,
  match,
  ...(value !== undefined && { value }),
});

test("the default chains give nothing to think over", () => {
  for (const one of defaultChains) expect([one.name, told(one, ...defaultChains)]).toEqual([one.name, []]);
});

describe("a chain that asks for less than the one behind it", () => {
  const cells = Object.keys(chainFacts).flatMap((fact) => matchTypes.map((match) => [fact, match] as const));

  test.each(cells)("selected by %s %s, is warned of where the fact is only said", (fact, match) => {
    const value = match === "equal" || match === "notequal" ? "x" : undefined;
    const warnings = lessBySaying(weak([when(fact, match, value)]), strong);
    expect(warnings.length).toBe(chainFact(fact)?.from === "said" ? 1 : 0);
  });

  test("is told of with the facts and what is enough, at whichever of the two is saved", () => {
    const one = weak([when("client", "equal", "kiosk"), when("origin", "equal", "https://intranet.example")]);
    expect(lessBySaying(one, strong)).toEqual([
      "selectors.1: Whoever says origin as they like takes this chain in the place of 'strong', and is asked for less: there password (passed) is enough, and here not. Ask for as much in both, or select by a known fact (ip, client, userName).",
    ]);
    expect(lessBySaying(strong, one)).toEqual([
      expect.stringMatching(/^position: Whoever says origin .* the chain 'weak' in the place of this chain/),
    ]);
    expect(lessBySaying(chain("other", { password }), one, strong)).toEqual([]);
  });

  test("is found where the one behind it is selected by something else that is known", () => {
    const forAda = { ...strong, selectors: [when("userName", "equal", "ada")], position: 5 };
    expect(lessBySaying(weak([when("language", "set")]), chain("usual", { password }), forAda)).toHaveLength(1);
    const forKiosk = { ...strong, selectors: [when("client", "equal", "kiosk")], position: 5 };
    const ours = weak([when("language", "set"), when("client", "equal", "gatehouse")]);
    expect(lessBySaying(ours, chain("usual", { password }), forKiosk)).toEqual([]);
  });

  test("is found through chains that are handed on to", () => {
    const select = step("selectChain", { none: "DENY" });
    const handing = chain("handing", { select }, { position: 1, selectors: [when("origin", "set")] });
    const weaker = { ...weak([when("origin", "set")]), position: 2 };
    expect(lessBySaying(handing, weaker, strong)).toHaveLength(1);
    expect(lessBySaying(handing, strong)).toEqual([]);
  });

  test("is found where nobody else is let in at all", () => {
    expect(lessBySaying(weak([when("origin", "set")]))).toEqual([expect.stringContaining("in the place of no chain")]);
  });
});

describe("asking for less", () => {
  const none = behindPassword(step("oneTimeCode", { ...ends, none: "ALLOW" }));
  const said = [when("language", "set")];
  const front = (one: AuthChain) => ({ ...one, name: "front", position: 1, selectors: said });

  test.each<[string, AuthChain, AuthChain, boolean]>([
    ["is one proof of two", chain("a", { password }), strong, true],
    [
      "is another proof",
      chain("a", { q: step("questions", { ...ends, none: "DENY" }) }),
      chain("b", { password }),
      true,
    ],
    ["is not the same", strong, strong, false],
    ["is not more", strong, chain("b", { password }), false],
    ["is not a way round for who has no codes that is in both", none, none, false],
    ["is a way round that is in one", none, strong, true],
    ["is a step that is told something else", chain("a", { q: questions(1) }), chain("b", { q: questions(2) }), true],
    ["is not one way where the other has it too", chain("a", { password }), either(), false],
    ["is one of two ways", either(), strong, true],
    ["is not a CAPTCHA that is left out", chain("a", { password }), behindCaptcha(), false],
    ["is a plug-in that is left out", chain("a", { password }), behindPlugin(), true],
  ])("%s", (_, one, other, isLess) => expect(lessBySaying(front(one), other).length).toBe(isLess ? 1 : 0));

  test("is no provider that somebody has chosen, which asks itself", () => {
    const saml = chain("a", { saml: step("saml", ends) }, { position: 1, selectors: [when("provider", "set")] });
    expect(lessBySaying(saml, strong)).toEqual([]);
    expect(lessBySaying({ ...saml, selectors: said }, strong)).toHaveLength(1);
  });

  test("is told where there are too many ways to compare", () => {
    const names = Array.from({ length: 31 }, (_, index) => `s${index}`);
    const steps = names.map((name, index) => {
      const next = names[index + 1] ?? "password";
      return [name, step("questions", { passed: next, failed: next, none: next }, { count: 1, tries: index })] as const;
    });
    const many = chain("many", { ...Object.fromEntries(steps), password });
    expect(told(front(many), strong).filter((words) => words.includes("too many ways"))).toHaveLength(1);
  });
});

function questions(count: number): ChainStep {
  return step("questions", { ...ends, none: "DENY" }, { count, sets: "predefined" });
}

function either(): AuthChain {
  return chain("b", { passkey: step("passkey", { passed: "ALLOW", failed: "password" }), password });
}

function behindCaptcha(): AuthChain {
  return chain("b", { captcha: step("captcha", { passed: "password", failed: "DENY" }), password });
}

function behindPlugin(): AuthChain {
  return chain("b", { risk: step("plugin:risk.mjs", { low: "password", failed: "DENY" }), password });
}

describe("questions before a step that proves who it is", () => {
  const asked = (sets: string, tries = 1) => step("questions", { ...ends, none: "DENY" }, { sets, tries });
  const first = (one: ChainStep, part: Partial<AuthChain> = {}) =>
    chain("own", { name: step("userName", { given: "asked" }), asked: one }, part);
  const places = (one: AuthChain) => chainWarnings(one, [], builtInParts).map(({ place }) => place);

  test.each([
    ["predefined", []],
    ["user", ["steps.asked.configuration.sets"]],
    ["predefined,user", ["steps.asked.configuration.sets"]],
    ["staff.mjs", ["steps.asked.configuration.sets"]],
  ])("of %s", (sets, warned) => {
    expect(places(first(asked(sets)))).toEqual(warned);
    expect(places(first(asked(sets), { purpose: "forgotPassword" }))).toEqual(warned);
    expect(places(first(asked(sets), { purpose: "identify" }))).toEqual([]);
  });

  test("are those of their own where a step says nothing", () => {
    expect(places(first(step("questions", { ...ends, none: "DENY" })))).toEqual(["steps.asked.configuration.sets"]);
  });

  test("may be guessed often", () => {
    expect(places(first(asked("predefined", 3)))).toEqual([]);
    expect(places(first(asked("predefined", 4)))).toEqual(["steps.asked.configuration.tries"]);
  });

  test("are none behind one, but on a way that goes past it", () => {
    expect(places(behindPassword(asked("user", 9)))).toEqual([]);
    const past = { password: step("password", { passed: "last", failed: "last" }), last: asked("user") };
    expect(places(chain("own", past))).toEqual(["steps.last.configuration.sets"]);
  });
});

describe("a selector", () => {
  // @specification 5.chain-migration
  test.each([
    ["equal", "true", "set"],
    ["equal", "TRUE", "set"],
    ["notequal", "1", "notset"],
  ] as const)("that used %s %s for truth is told of %s", (match, value, hint) => {
    expect(told(weak([when("userName", match, value)]))).toEqual([
      `selectors.0.value: ${match} compares with the value '${value}' itself. To ask whether there is one at all, use ${hint}.`,
    ]);
  });

  test("that asks whether there is what each sign-in has, is told of", () => {
    expect(told(weak([when("client", "notset")]))).toEqual([
      "selectors.0.match: Every sign-in has the fact client, so the chain is never taken.",
    ]);
    expect(told(weak([when("ip", "set")]))).toEqual([
      "selectors.0.match: Every sign-in has the fact ip, so this always matches.",
    ]);
  });
});

/** Returns chains with as many steps and ways as possible, each selected by a stated fact. */
function manyChains(count: number): readonly AuthChain[] {
  const names = Array.from({ length: chainStepsMax }, (_, index) => `s${index}`);
  const steps = names.map((name, index) => {
    const next = names[index + 1];
    const outcomes = { passed: next ?? "ALLOW", failed: next ?? "DENY", none: next ?? "DENY" };
    return [name, step("oneTimeCode", outcomes, { tries: (index % 10) + 1 })] as const;
  });
  return Array.from({ length: count }, (_, index) =>
    chain(`c${index}`, Object.fromEntries(steps), {
      selectors: [when("origin", "equal", `https://${index}.example`), when("client", "equal", `c${index % 7}`)],
      position: index,
    }),
  );
}

test("many long chains are compared as far as one call may, and what is left off is told", () => {
  const warnings = [...warningsOfAll(manyChains(200), builtInParts).values()].flat();
  expect(warnings.map(({ message }) => message)).toContain(
    "There are too many chains and values of selectors to compare them all by what is only said.",
  );
});
