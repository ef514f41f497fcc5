import { z } from "zod";

import { defaultPolicies } from "#policies/default-policies.ts";
import type { Policy } from "#policies/policy.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { fieldsOf } from "./engine/attach-in-force.ts";
import { policyOfName } from "./engine/policy-of-name.ts";

/** A policy as it stands. */
export interface PolicyView {
  readonly name: string;
  /** What is asked now. */
  readonly expression: string;
  readonly source: "default" | "stored";
  readonly default: string;
  /** A stored policy, also one that is not enabled; null where there is none. */
  readonly stored: { readonly expression: string; readonly enabled: boolean; readonly number: number } | null;
  /** Why it denies everybody; null where it can be asked. */
  readonly fault: string | null;
  readonly resource: string | null;
  /** The fields of `resource` with their types. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Every policy with what is in force, by name. */
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
 * One policy with what is in force and what it may read.
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
 * Every change that was made to a policy, the newest first.
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
