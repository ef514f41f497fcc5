import { expect, test } from "vitest";

import { policyOf } from "#domain/policy-name.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { eq } from "#domain/query/condition.ts";

import { type CompiledPolicy, compilePolicy } from "./compile-policy.ts";
import { createPredicateMemory } from "./predicate-memory.ts";
import type { Principal } from "./principal.ts";

const ada: Principal = { key: "a", id: "ada", superuser: false, classes: ["_ALLUSERS_"] };

function compiled(expression: string): CompiledPolicy {
  const check = compilePolicy({ name: policyOf.list("accounts"), resource: "account", expression });
  if (!("compiled" in check)) throw new Error("the policy is not one");
  return check.compiled;
}

function counted() {
  const memory = createPredicateMemory();
  let made = 0;
  const ask = (policy: CompiledPolicy, principal: Principal) =>
    memory.of(policy, principal, (): Expression => eq("made", (made += 1)));
  return { ask, made: () => made };
}

test("a condition is made once for the same facts and the same policy", () => {
  const { ask, made } = counted();
  const policy = compiled("resource.userKey == principal.key");
  expect(ask(policy, { ...ada })).toBe(ask(policy, { ...ada }));
  expect(made()).toBe(1);
});

test("facts that were read anew, another principal and a changed policy are never answered from it", () => {
  const { ask, made } = counted();
  const policy = compiled("resource.userKey == principal.key");
  ask(policy, ada);
  ask(policy, { ...ada, classes: ["_ALLUSERS_", "_HELP_DESK_"] });
  ask(policy, { ...ada, key: "b" });
  ask(policy, { ...ada, id: "eva" });
  ask(policy, { ...ada, superuser: true });
  ask(compiled("false"), ada);
  ask(compiled("resource.userKey == principal.key"), ada);
  expect(made()).toBe(7);
});

test("what reads profile attributes is made each time", () => {
  const { ask, made } = counted();
  const policy = compiled("resource.userKey in GetProfileAttributeValues('key')");
  ask(policy, ada);
  ask(policy, ada);
  expect(made()).toBe(2);
});
