import { describe, expect, test } from "vitest";

import { policyOf } from "#domain/policy-name.ts";
import { always, anyOf, eq, never, related } from "#domain/query/condition.ts";

import { defaultPolicies } from "./default-policies.ts";
import { createPolicyEngine } from "./engine.ts";
import type { Principal } from "./principal.ts";

const engine = createPolicyEngine();
const who = {
  stranger: { key: "s", id: "sue", superuser: false, classes: ["_ALLUSERS_"] },
  caller: { key: "c", id: "cem", superuser: false, classes: ["_EXPLICIT_REST_API_USERS_"] },
  superuser: { key: "r", id: "root", superuser: true, classes: [] },
} satisfies Record<string, Principal>;

test("every name is there once and is written as the naming rule writes it", () => {
  const names = defaultPolicies.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) {
    expect(name).toMatch(/^(identity_connect_[a-z]+|[a-z]+(_[a-z]+)*_(get|get_list|patch_update|delete|post_[a-z]+))$/);
  }
});

test("signing in is for the class of REST API users, superuser or not", () => {
  const allowed = (principal: Principal) => engine.decide("identity_connect_token", { principal }).allowed;
  expect([allowed(who.stranger), allowed(who.caller), allowed(who.superuser)]).toEqual([false, true, false]);
});

test("target systems, proxies, accounts and groups are for superusers", () => {
  const names = defaultPolicies.map(({ name }) => name);
  const guarded = names.filter((name) =>
    /^(targetsystems|proxyservers|groups|accounts)_(?!groupmemberships|post_(reset|change|verify)password)/.test(name),
  );
  expect(guarded.length).toBeGreaterThan(30);
  for (const name of guarded) {
    expect([name, engine.decide(name, { principal: who.caller }).allowed]).toEqual([name, false]);
    expect([name, engine.decide(name, { principal: who.superuser }).allowed]).toEqual([name, true]);
    expect(engine.rowPredicate(name, who.superuser)).toEqual(always);
    expect(engine.rowPredicate(name, who.stranger)).toEqual(never);
  }
});

test.each([
  policyOf.get("targetGroups"),
  policyOf.list("targetGroups"),
  policyOf.get("passwordPolicies"),
  policyOf.list("passwordPolicies"),
  policyOf.get("targetGroups/passwordPolicy"),
  policyOf.action("passwordPolicies/check"),
  policyOf.action("passwordPolicies/generate"),
  policyOf.get("identity/connect/userinfo"),
])("%s is for any valid token", (name) => {
  for (const principal of Object.values(who)) expect(engine.decide(name, { principal }).allowed).toBe(true);
  expect(engine.decide(name, { principal: { ...who.superuser, key: null } }).allowed).toBe(false);
});

test("the groups in which an account is are read by its owner and by superusers", () => {
  const { stranger, superuser } = who;
  const list = policyOf.list("accounts/groupMemberships");
  expect(engine.rowPredicate(list, stranger)).toEqual(related("account", eq("userKey", "s")));
  expect(engine.rowPredicate(list, superuser)).toEqual(always);
});

describe("requests", () => {
  const resource = { requesterKey: "q", recipientKey: "p", authorizerKeys: ["x", "y"] };
  const allowed = (name: string) =>
    ["q", "p", "x", "z"].filter(
      (key) => engine.decide(name, { principal: { ...who.stranger, key }, resource }).allowed,
    );

  test("are asked for by their recipients and by superusers", () => {
    const asked = { recipientKey: "p", codes: ["ACUA"], targetSystemKeys: ["T1"], groupKeys: [] };
    const may = (principal: Principal) =>
      engine.decide(policyOf.create("requests"), { principal, resource: asked }).allowed;
    expect([may({ ...who.caller, key: "p" }), may(who.caller), may(who.superuser)]).toEqual([true, false, true]);
  });

  test("are read by requester, recipient, authorizers and superusers", () => {
    expect(allowed(policyOf.get("requests"))).toEqual(["q", "p", "x"]);
    expect(engine.decide(policyOf.get("requests"), { principal: who.superuser, resource }).allowed).toBe(true);
    expect(engine.rowPredicate(policyOf.list("requests"), who.superuser)).toEqual(always);
  });

  test("are listed with the same rule, as a condition on the rows", () => {
    expect(engine.rowPredicate(policyOf.list("requests"), who.stranger)).toEqual(
      anyOf(eq("requesterKey", "s"), eq("recipientKey", "s"), related("authorizers", eq("userKey", "s"))),
    );
  });

  test("are decided by the phase's authorizers alone, superusers included in the others", () => {
    expect(allowed(policyOf.action("requests/decide"))).toEqual(["x"]);
    expect(engine.decide(policyOf.action("requests/decide"), { principal: who.superuser, resource }).allowed).toBe(
      false,
    );
  });

  test("are cancelled by requester and recipient", () => {
    expect(allowed(policyOf.action("requests/cancel"))).toEqual(["q", "p"]);
  });
});

test("users see themselves and their own accounts", () => {
  expect(engine.rowPredicate(policyOf.get("users"), who.stranger)).toEqual(
    anyOf(eq("key", "s"), eq("managerKey", "s"), eq("sponsorKey", "s")),
  );
  expect(engine.rowPredicate(policyOf.list("users/accounts"), who.stranger)).toEqual(eq("userKey", "s"));
  expect(engine.rowPredicate(policyOf.list("users"), who.superuser)).toEqual(always);
});

test("passwords are changed and verified by the owner of the account", () => {
  const own = (name: string, userKey: string | null) =>
    engine.decide(name, { principal: who.caller, resource: { userKey } }).allowed;
  for (const name of [policyOf.action("accounts/changePassword"), policyOf.action("accounts/verifyPassword")]) {
    expect([own(name, "c"), own(name, "s"), own(name, null)]).toEqual([true, false, false]);
  }
});

test("passwords are reset by their owner and by superusers", () => {
  const reset = (principal: Principal, key: string | null) => [
    engine.decide(policyOf.action("accounts/resetPassword"), { principal, resource: { userKey: key } }).allowed,
    engine.decide(policyOf.action("users/resetPasswords"), { principal, resource: { key } }).allowed,
  ];
  expect([reset(who.caller, "c"), reset(who.caller, "s"), reset(who.superuser, "s")]).toEqual([
    [true, true],
    [false, false],
    [true, true],
  ]);
});

test("operations are read by those who asked for them and those they are for", () => {
  expect(engine.rowPredicate(policyOf.get("operations"), who.stranger)).toEqual(
    anyOf(related("request", eq("requesterKey", "s")), related("request", eq("recipientKey", "s"))),
  );
  expect(engine.rowPredicate(policyOf.list("operations"), who.superuser)).toEqual(always);
});
