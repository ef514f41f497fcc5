import { z } from "zod";

import { defaultPolicies } from "#policies/default-policies.ts";
import type { Policy } from "#policies/policy.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { fieldsOf } from "./engine/attach-in-force.ts";
import { policyOfName } from "./engine/policy-of-name.ts";

/** A policy with its state. */
export interface PolicyView {
  readonly name: string;
  /** Active expression. */
  readonly expression: string;
  readonly source: "default" | "stored";
  readonly default: string;
  /** Stored policy, even if it is not enabled; null if there is none. */
  readonly stored: { readonly expression: string; readonly enabled: boolean; readonly number: number } | null;
  /** Reason why it denies everyone; null if it can be asked. */
  readonly fault: string | null;
  readonly resource: string | null;
  /** Types of the fields of `resource`, by name. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Lists every policy with the active expression, by name. */
export const listPolicies = defineOperation({
  name: "policies.list",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "READ", when: "refusalOnly", describe: () => ({ ident: "policies" }) },
  async run(context): Promise<readonly PolicyView[]> {
    const stored = new Map((await context.store.select("policies")).map((row) => [row.name, row]));
    return defaultPolicies
      .map((policy) => viewOf(context, policy, stored.get(policy.name)))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  },
});

/**
 * Shows one policy with the active expression and its readable fields.
 * @throws POLICY_UNKNOWN
 */
export const showPolicy = defineOperation({
  name: "policies.show",
  kind: "read",
  input: z.strictObject({ name: z.string() }),
  callers: ["engine"],
  audit: { operation: "READ", when: "refusalOnly", describe: ({ name }) => ({ ident: name }) },
  async run(context, { name }): Promise<PolicyView> {
    return viewOf(context, policyOfName(name), await context.store.get("policies", name));
  },
});

/**
 * Lists every change of a policy, newest first.
 * @throws POLICY_UNKNOWN
 */
export const listPolicyVersions = defineOperation({
  name: "policies.versions",
  kind: "read",
  input: z.strictObject({ name: z.string() }),
  callers: ["engine"],
  audit: { operation: "READ", when: "refusalOnly", describe: ({ name }) => ({ ident: name }) },
  async run(context, { name }): Promise<readonly Row<"policyVersions">[]> {
    policyOfName(name);
    return context.store.select("policyVersions", { where: { name }, orderBy: [["number", "desc"]] });
  },
});

function viewOf({ policies }: CallContext, policy: Policy, row: Row<"policies"> | undefined): PolicyView {
  const { expression = null, enabled = true, number = 0 } = row ?? {};
  const inForce = enabled ? expression : null;
  return {
    name: policy.name,
    expression: inForce ?? policy.expression,
    source: inForce === null ? "default" : "stored",
    default: policy.expression,
    stored: expression === null ? null : { expression, enabled, number },
    fault: policies.fault(policy.name) ?? null,
    resource: policy.resource,
    fields: Object.fromEntries(fieldsOf(policy).map(({ name, type }) => [name, type])),
  };
}
