import { type CelInput, isCelError } from "@bufbuild/cel";

import type { Expression } from "#domain/query/bound-query.ts";
import { never } from "#domain/query/condition.ts";
import { printExpression } from "#domain/query/print-expression.ts";

import { compilePolicies, policiesInvalid } from "./compile-policies.ts";
import { defaultPolicies } from "./default-policies.ts";
import { createEvaluation, plainValue } from "./evaluation.ts";
import { type Explanation, explainParts } from "./explain.ts";
import type { Policy } from "./policy.ts";
import { createPredicateMemory } from "./predicate-memory.ts";
import type { Principal } from "./principal.ts";
import { policyResources } from "./resources.ts";

/** Decision of a policy. */
export interface PolicyDecision {
  readonly allowed: boolean;
  /** Reason for the log and the audit, never for the caller. */
  readonly reason: string;
}

/** Input of a policy. */
export interface PolicyQuestion {
  readonly principal: Principal;
  /** Fields of the resource; a policy that reads a missing one fails, and so denies. */
  readonly resource?: Readonly<Record<string, unknown>>;
}

/** Engine that decides calls by policies. A policy that is missing, broken, fails or gives no truth value denies. */
export interface PolicyEngine {
  /** Number that rises with each set of policies that this process loads. */
  readonly version: number;
  /** Decides whether the policy allows this call, and gives the reason. */
  decide(name: string, question: PolicyQuestion): PolicyDecision;
  /**
   * Returns the condition on the rows that the policy lets the principal see. No row meets it if the policy is missing
   * or cannot filter rows.
   */
  rowPredicate(name: string, principal: Principal): Expression;
  /** Reports whether there is a usable policy of this name. */
  has(name: string): boolean;
  /** Reports whether the policy needs `attributes` of the principal. */
  readsProfile(name: string): boolean;
  /** Reports whether the policy can be used as a rule on rows. */
  ruledByRows(name: string): boolean;
  /** Returns the reason why the policy denies everyone: missing or broken; undefined if it can be used. */
  fault(name: string): string | undefined;
  /** Returns the result of every part of the policy; undefined if it cannot be used. */
  explain(name: string, question: PolicyQuestion): Explanation | undefined;
  /** Returns a snapshot of this engine, which policies loaded later do not change. One call uses one snapshot for all its policies. */
  current(): PolicyEngine;
}

let versions = 0;

/**
 * Makes an engine from policies; each is checked before the first question. It never changes. A policy that breaks rules
 * is refused, or, with `broken: "deny"`, denies everybody.
 * @throws POLICY_INVALID with one detail per broken rule
 */
export function createPolicyEngine(
  policies: readonly Policy[] = defaultPolicies,
  { broken: treatment = "refuse" }: { readonly broken?: "refuse" | "deny" } = {},
): PolicyEngine {
  const { compiled, broken } = compilePolicies(policies);
  if (treatment === "refuse" && broken.size > 0) throw policiesInvalid(broken);
  const evaluate = createEvaluation();
  const predicates = createPredicateMemory();

  const fault = (name: string): string | undefined => {
    if (compiled.has(name)) return undefined;
    const [finding] = broken.get(name) ?? [];
    if (finding === undefined) return "there is no such policy";
    return `the policy is broken at ${finding.line}:${finding.column}: ${finding.message}`;
  };

  const decide = (name: string, { principal, resource }: PolicyQuestion): PolicyDecision => {
    const found = compiled.get(name);
    if (found === undefined) return denied(fault(name) ?? "");
    if (isNobody(principal)) return denied("nobody is signed in");
    const answer = evaluate(found.expression, principal, variablesOf(found.policy, principal, resource));
    if (isCelError(answer)) return denied(`the policy failed: ${answer.message}`);
    if (typeof answer !== "boolean") return denied("the policy gave neither true nor false");
    return answer ? { allowed: true, reason: "the policy allows it" } : denied("the policy says no");
  };

  const rowPredicate = (name: string, principal: Principal): Expression => {
    const found = compiled.get(name);
    const rule = found?.rule ?? null;
    if (found === undefined || rule === null || isNobody(principal)) return never;
    return predicates.of(found, principal, () => {
      const variables = { principal: principalInput(principal) };
      return rule((part) => plainValue(evaluate(part, principal, variables)));
    });
  };

  const explain = (name: string, question: PolicyQuestion): Explanation | undefined => {
    const found = compiled.get(name);
    if (found === undefined) return undefined;
    const { principal, resource } = question;
    const variables = variablesOf(found.policy, principal, resource);
    const parts = explainParts(found, resource !== undefined, (part) => evaluate(part, principal, variables));
    const rows = found.rule === null ? null : printExpression(rowPredicate(name, principal));
    return { ...decide(name, question), expression: found.policy.expression, parts, rows };
  };

  const engine: PolicyEngine = {
    version: ++versions,
    decide,
    rowPredicate,
    has: (name) => compiled.has(name),
    readsProfile: (name) => compiled.get(name)?.readsProfile ?? false,
    ruledByRows: (name) => (compiled.get(name)?.rule ?? null) !== null,
    fault,
    explain,
    current: () => engine,
  };
  return engine;
}

function denied(reason: string): PolicyDecision {
  return { allowed: false, reason };
}

function isNobody(principal: Principal): boolean {
  return principal.key === null || principal.key === "";
}

function variablesOf(policy: Policy, principal: Principal, resource: PolicyQuestion["resource"] = {}) {
  return { principal: principalInput(principal), resource: resourceInput(policy, resource) };
}

function principalInput({ key, id, superuser, classes, attributes }: Principal): CelInput {
  const profile = new Map(Object.entries(attributes ?? {}));
  return { key, id, superuser, classes, attributes: profile };
}

// Only known fields are passed, so a policy never sees more of a row than the checker knew.
function resourceInput(policy: Policy, facts: Readonly<Record<string, unknown>>): CelInput {
  const known = policy.resource === null ? [] : Object.keys(policyResources[policy.resource]);
  const given = known.filter((name) => Object.hasOwn(facts, name) && facts[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, facts[name]])) as CelInput;
}
