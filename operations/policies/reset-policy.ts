import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, ne } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { changeFields, changePolicy, takeInPolicies } from "./engine/change-policy.ts";
import { policiesOfPolicy, requireVisible } from "./engine/policies-of-change.ts";
import { policyOfName } from "./engine/policy-of-name.ts";

/**
 * Resets a policy: deletes the stored one of its name, so that its default is active again; its versions stay.
 * @throws POLICY_UNKNOWN, POLICY_NOT_STORED, VERSION_MISMATCH, POLICY_LOCKS_OUT
 */
export const resetPolicy = defineOperation({
  name: "policies.reset",
  input: z.strictObject({ key: z.string(), ...changeFields }),
  callers: ["user", "engine"],
  policies: policiesOfPolicy(policyOf.action("policies/reset")),
  offered: ({ policy }) => allOf(policy, ne("expression", null)),
  audit: { operation: "PLCR", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, ...change }): Promise<Row<"policyVersions">> {
    const { name } = policyOfName(key);
    await requireVisible(context, name);
    const row = await context.store.get("policies", name);
    if ((row?.expression ?? null) === null) throw new ServiceError("POLICY_NOT_STORED", { target: "key" });
    return changePolicy(context, { name, action: "reset", expression: null, enabled: true, ...change });
  },
  settle: takeInPolicies,
});
