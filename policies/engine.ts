import { type CelInput, celEnv, isCelError, isCelList, plan } from "@bufbuild/cel";

import { type ErrorDetail, ServiceError } from "#domain/errors.ts";
import type { Predicate } from "#domain/predicate.ts";

import { type CompiledPolicy, compilePolicy } from "./compile-policy.ts";
import { defaultPolicies, type Policy } from "./default-policies.ts";
import type { Expression } from "./expression.ts";
import { policyFunctions } from "./functions.ts";
import { createPredicateMemory } from "./predicate-memory.ts";
import type { Principal } from "./principal.ts";
import { resources } from "./resources.ts";

/** The answer of a policy. */
export interface PolicyDecision {
  readonly allowed: boolean;
  /** For the log and the audit, never for the caller. */
  readonly reason: string;
}

/** What a policy is asked about. */
export interface PolicyQuestion {
  readonly principal: Principal;
  /** The fields of the resource; one that is left out makes a policy that reads it fail, and so deny. */
  readonly resource?: Readonly<Record<string, unknown>>;
}

/** Answers who may do what. Whatever is missing, fails or gives no truth value is denied. */
export interface PolicyEngine {
  /** Whether the policy allows this call. */
  decide(name: string, question: PolicyQuestion): PolicyDecision;
  /** The rows that the policy lets the principal see; none where the policy is missing or cannot filter rows. */
  rowPredicate(name: string, principal: Principal): Predicate;
  /** Whether there is such a policy. */
  has(name: string): boolean;
  /** Whether the policy needs `attributes` of the principal. */
  readsProfile(name: string): boolean;
}

type Evaluate = (variables: Record<string, CelInput>) => unknown;

/**
 * Makes an engine from policies; each is checked before the first question.
 * @throws POLICY_INVALID with one detail per broken rule
 */
export function createPolicyEngine(policies: readonly Policy[] = defaultPolicies): PolicyEngine {
  const compiled = compileAll(policies);
  let asking: Principal | undefined;
  const env = celEnv({
    funcs: policyFunctions(() => {
      if (asking === undefined) throw new Error("no principal");
      return asking;
    }),
  });
  const plans = new WeakMap<Expression, Evaluate>();
  const predicates = createPredicateMemory();

  // Evaluation is synchronous, so the functions that need the principal find the right one.
  const evaluate = (part: Expression, principal: Principal, variables: Record<string, CelInput>): unknown => {
    const ready = plans.get(part) ?? plan(env, part);
    plans.set(part, ready);
    asking = principal;
    try {
      return ready(variables);
    } finally {
      asking = undefined;
    }
  };

  const decide = (name: string, { principal, resource }: PolicyQuestion): PolicyDecision => {
    const found = compiled.get(name);
    if (found === undefined) return denied("there is no such policy");
    if (isNobody(principal)) return denied("nobody is signed in");
    const variables = { principal: principalInput(principal), resource: resourceInput(found.policy, resource ?? {}) };
    const answer = evaluate(found.expression, principal, variables);
    if (isCelError(answer)) return denied(`the policy failed: ${answer.message}`);
    if (typeof answer !== "boolean") return denied("the policy gave neither true nor false");
    return answer ? { allowed: true, reason: "the policy allows it" } : denied("the policy says no");
  };

  const rowPredicate = (name: string, principal: Principal): Predicate => {
    const found = compiled.get(name);
    const rule = found?.rule ?? null;
    if (found === undefined || rule === null || isNobody(principal)) return { op: "false" };
    return predicates.of(found, principal, () => {
      const variables = { principal: principalInput(principal) };
      return rule((part) => plainValue(evaluate(part, principal, variables)));
    });
  };

  return {
    decide,
    rowPredicate,
    has: (name) => compiled.has(name),
    readsProfile: (name) => compiled.get(name)?.readsProfile ?? false,
  };
}

function compileAll(policies: readonly Policy[]): Map<string, CompiledPolicy> {
  const compiled = new Map<string, CompiledPolicy>();
  const details: ErrorDetail[] = [];
  const report = (target: string, message: string): void => {
    details.push({ code: "POLICY_INVALID", target, message });
  };
  for (const policy of policies) {
    if (compiled.has(policy.name)) report(policy.name, "There are two policies of this name.");
    const check = compilePolicy(policy);
    if ("compiled" in check) compiled.set(policy.name, check.compiled);
    else for (const { line, column, message } of check.findings) report(`${policy.name}:${line}:${column}`, message);
  }
  const [first] = details;
  if (first === undefined) return compiled;
  throw new ServiceError("POLICY_INVALID", {
    details,
    target: first.target,
    message: `${first.target}: ${first.message}`,
  });
}

function denied(reason: string): PolicyDecision {
  return { allowed: false, reason };
}

function isNobody(principal: Principal): boolean {
  return principal.key === null || principal.key === "";
}

function principalInput({ key, id, superuser, classes, attributes }: Principal): CelInput {
  const profile = new Map(Object.entries(attributes ?? {}));
  return { key, id, superuser, classes, attributes: profile };
}

// Only known fields come in, so a policy never sees more of a row than the checker knew of.
function resourceInput(policy: Policy, facts: Readonly<Record<string, unknown>>): CelInput {
  const known = policy.resource === null ? [] : Object.keys(resources[policy.resource]);
  const given = known.filter((name) => Object.hasOwn(facts, name) && facts[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, facts[name]])) as CelInput;
}

function plainValue(value: unknown): unknown {
  if (isCelError(value)) return undefined;
  return isCelList(value) ? [...value] : value;
}
