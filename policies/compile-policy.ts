import { asksOfRows } from "#domain/policy-name.ts";

import { checkExpression } from "./checker.ts";
import type { Expression } from "./expression-tree.ts";
import { type Finding, parseExpression, type Position, touchesResource } from "./expression.ts";
import type { Policy } from "./policy.ts";
import { policyResources } from "./resources.ts";
import { compileRows, type RowRule } from "./row-predicate.ts";

/** A checked policy that can be evaluated. */
export interface CompiledPolicy {
  readonly policy: Policy;
  readonly expression: Expression;
  /** Function that returns the position of a part of the expression. */
  readonly at: (part: Expression) => Position;
  readonly textOf: (part: Expression) => string;
  /** Rule on rows; null if the policy can only be evaluated for one resource at a time. */
  readonly rule: RowRule | null;
  /** True if it reads profile attributes of the principal. */
  readonly readsProfile: boolean;
}

/** A checked policy, or the rules that it breaks. */
export type PolicyCheck = { readonly compiled: CompiledPolicy } | { readonly findings: readonly Finding[] };

const checks = new WeakMap<Policy, PolicyCheck>();

/** Checks and compiles a policy, once. A policy of reads must be a rule on rows. */
export function compilePolicy(policy: Policy, parse = parseExpression): PolicyCheck {
  const check = checks.get(policy) ?? checkPolicy(policy, parse);
  checks.set(policy, check);
  return check;
}

function checkPolicy(policy: Policy, parse: typeof parseExpression): PolicyCheck {
  const fields = policy.resource === null ? null : policyResources[policy.resource];
  const parsed = parse(policy.expression);
  if ("findings" in parsed) return parsed;
  const { expression, at, textOf } = parsed;
  const findings = checkExpression(expression, fields, at);
  if (findings.length > 0) return { findings };

  const readsProfile = /\b(?:GetProfileAttributeValues|attributes)\b/.test(policy.expression);
  // A rule without `resource` gives the same result for every row, so it needs no fields.
  const rows = compileRows(expression, fields ?? {}, at);
  if ("findings" in rows && touchesResource(expression) && asksOfRows(policy.name)) return rows;
  return { compiled: { policy, expression, at, textOf, rule: "rule" in rows ? rows.rule : null, readsProfile } };
}
