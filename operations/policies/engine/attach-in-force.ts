import type { PolicyField } from "#domain/policy-origins.ts";
import { compilePolicy } from "#policies/compile-policy.ts";
import { defaultPolicy } from "#policies/default-policies.ts";
import type { Policy } from "#policies/policy.ts";
import { policyResources } from "#policies/resources.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

type Values = Readonly<Record<string, unknown>>;

const unasked = "nothing asks for a policy of this name any more";

/** Adds the active policy of their names to rows of policies, and its readable fields. */
export function attachPolicyInForce<R extends Values>(
  _context: Pick<ServiceContext, "store">,
  rows: readonly R[],
): Promise<readonly (R & Values)[]> {
  return Promise.resolve(rows.map((row) => ({ ...row, ...shownOf(row as unknown as Row<"policies">) })));
}

/** Returns the fields of `resource` that a policy may read. */
export function fieldsOf({ resource }: Pick<Policy, "resource">): readonly PolicyField[] {
  if (resource === null) return [];
  return Object.entries(policyResources[resource]).map(([name, { type }]) => ({ name, type }));
}

function shownOf({ name, expression, enabled }: Pick<Row<"policies">, "name" | "expression" | "enabled">): Values {
  const policy = defaultPolicy(name);
  if (policy === undefined)
    return { inForce: expression ?? "", default: null, fault: unasked, resource: null, fields: [] };
  const inForce = enabled && expression !== null ? expression : policy.expression;
  return {
    inForce,
    default: policy.expression,
    resource: policy.resource,
    fields: fieldsOf(policy),
    fault:
      inForce === policy.expression
        ? null
        : faultOf({
            ...policy,
            expression: inForce,
          }),
  };
}

function faultOf(policy: Policy): string | null {
  const check = compilePolicy(policy);
  const [finding] = "findings" in check ? check.findings : [];
  return finding === undefined ? null : `${finding.line}:${finding.column}: ${finding.message}`;
}
