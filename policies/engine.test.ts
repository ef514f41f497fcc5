import { describe, expect, test } from "vitest";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { never } from "#domain/query/condition.ts";

import { createPolicyEngine } from "./engine.ts";
import type { Principal } from "./principal.ts";
import type { ResourceName } from "./resources.ts";

const ada: Principal = {
  key: "a",
  id: "ada",
  superuser: false,
  classes: ["_ALLUSERS_", "_HELP_DESK_"],
  attributes: { department: ["Sales", "IT"] },
};
const root: Principal = { ...ada, key: "r", id: "root", superuser: true };

const one = (expression: string, resource: ResourceName | null = "account") =>
  createPolicyEngine([{ name: "p", resource, expression }]);
const asks = (expression: string, principal = ada, resource: Record<string, unknown> = {}) =>
  one(expression).decide("p", { principal, resource });

describe("a decision", () => {
  // @specification 5.policy-engine 5.is-superuser 5.profile-attributes
  test.each([
    ["true", true],
    ["false", false],
    ["IsSuperuser()", false],
    ["'_HELP_DESK_' in principal.classes", true],
    ["GetProfileAttributeValues('department').exists(d, d == 'IT')", true],
    ["'HR' in GetProfileAttributeValues('department')", false],
    ["size(GetProfileAttributeValues('nothing')) == 0", true],
    ["size(GetProfileAttributeValues('toString')) == 0", true],
    ["principal.attributes.department.size() == 2", true],
    ["principal.id.startsWith('a')", true],
    ["resource.userKey == principal.key", true],
    ["resource.enabled && !resource.locked", true],
    ["principal.superuser ? true : resource.userKey != 'b'", true],
  ])("%s is %s", (expression, allowed) => {
    expect(asks(expression, ada, { userKey: "a", enabled: true, locked: false }).allowed).toBe(allowed);
  });

  // @specification 5.is-superuser
  test("superusers are told from others call by call", () => {
    const engine = one("IsSuperuser()");
    const answers = [ada, root, ada, root].map((principal) => engine.decide("p", { principal }).allowed);
    expect(answers).toEqual([false, true, false, true]);
  });

  test.each([
    ["a field that is not given", "resource.userKey != 'z'", {}],
    ["an order with null", "!(principal.key < resource.userKey)", { userKey: null }],
    ["a profile attribute that is not there", "principal.attributes.nothing != ['x']", {}],
    ["a name of the language", "principal.attributes.constructor != ['x']", {}],
    ["a value of a wrong type", "!resource.userKey.startsWith('x')", { userKey: 5 }],
  ])("%s denies and says why", (_, expression, resource) => {
    const { allowed, reason } = asks(expression, ada, resource);
    expect(allowed).toBe(false);
    expect(reason).toMatch(/^the policy failed: ./);
  });

  test("fields that the checker does not know never come in", () => {
    expect(asks("resource.userKey == 'a'", ada, { userKey: "a", passwordHash: Symbol("never") }).allowed).toBe(true);
  });

  test("a missing policy denies", () => {
    expect(one("true").decide("q", { principal: root })).toEqual({ allowed: false, reason: "there is no such policy" });
    expect(one("true").rowPredicate("q", root)).toEqual(never);
    expect(one("true").decide("toString", { principal: root }).allowed).toBe(false);
  });

  test.each([null, ""])("nobody (key %j) is allowed anything", (key) => {
    const nobody = { ...root, key };
    expect(one("true").decide("p", { principal: nobody }).allowed).toBe(false);
    expect(one("true").rowPredicate("p", nobody)).toEqual(never);
  });
});

test("it knows which policies there are and which read the profile", () => {
  const engine = one("'x' in GetProfileAttributeValues('department')");
  expect([engine.has("p"), engine.has("q")]).toEqual([true, false]);
  expect([engine.readsProfile("p"), engine.readsProfile("q"), one("true").readsProfile("p")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a policy that breaks rules stops the start and names every place", () => {
  const make = () =>
    createPolicyEngine([
      { name: "good", resource: null, expression: "true" },
      { name: "bad", resource: "user", expression: "resource.lokced ||\n isSuperuser()" },
      { name: "good", resource: null, expression: "false" },
    ]);
  const error = (() => {
    try {
      return make();
    } catch (caught) {
      return caught;
    }
  })();
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({
    code: "POLICY_INVALID",
    target: "bad:1:10",
    details: [
      { target: "bad:1:10", message: expect.stringContaining("Did you mean 'resource.locked'?") },
      { target: "bad:2:2", message: expect.stringContaining("Did you mean 'IsSuperuser'?") },
      { target: "good:1:1", message: "There are two policies of this name." },
    ],
  });
});

test("a policy that reads ask and a database cannot answer is refused, one for a call is not", () => {
  const expression = "resource.shortId.contains(principal.id)";
  const make = (name: string) => createPolicyEngine([{ name, resource: "account", expression }]);
  for (const name of [policyOf.list("accounts"), policyOf.get("accounts")])
    expect(() => make(name)).toThrow(/cannot be asked of a database/);
  const engine = make(policyOf.remove("accounts"));
  expect(engine.decide(policyOf.remove("accounts"), { principal: ada, resource: { shortId: "ada1" } }).allowed).toBe(
    true,
  );
  expect(engine.rowPredicate(policyOf.remove("accounts"), ada)).toEqual(never);
  expect(engine.ruledByRows(policyOf.remove("accounts"))).toBe(false);
});

describe("a policy that is broken", () => {
  const engine = createPolicyEngine(
    [
      { name: policyOf.get("accounts"), resource: "account", expression: "resource.userKye == principal.key" },
      { name: policyOf.remove("accounts"), resource: "account", expression: "1 + 1" },
      { name: policyOf.get("users"), resource: "user", expression: "true" },
    ],
    { broken: "deny" },
  );

  test("denies everybody and says where it is broken, while the others are asked", () => {
    expect(engine.decide(policyOf.get("accounts"), { principal: root }).reason).toMatch(
      /^the policy is broken at 1:10: .*Did you mean 'resource.userKey'\?$/,
    );
    expect(engine.decide(policyOf.remove("accounts"), { principal: root })).toMatchObject({ allowed: false });
    expect(engine.rowPredicate(policyOf.get("accounts"), root)).toEqual(never);
    expect([engine.has(policyOf.get("accounts")), engine.has(policyOf.get("users"))]).toEqual([false, true]);
    expect(engine.decide(policyOf.get("users"), { principal: ada }).allowed).toBe(true);
  });

  test("is told from one that is missing, and both from one that can be asked", () => {
    expect(engine.fault(policyOf.remove("accounts"))).toMatch(
      /^the policy is broken at 1:3: .*must give true or false/,
    );
    expect(engine.fault("nothing")).toBe("there is no such policy");
    expect(engine.fault(policyOf.get("users"))).toBeUndefined();
  });
});

test("a value that CEL does not know makes the policy fail, not the call", () => {
  const { allowed, reason } = asks("resource.userKey == 'a'", ada, { userKey: Symbol("odd") });
  expect([allowed, reason]).toEqual([false, expect.stringMatching(/^the policy failed: ./)]);
});

test("each engine has a higher version than those before it", () => {
  const [first, second] = [one("true"), one("true")];
  expect(second.version).toBeGreaterThan(first.version);
  expect(first.current()).toBe(first);
});
