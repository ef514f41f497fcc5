import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { phasesInput } from "../authorization-phases/engine/phases-input.ts";
import { savePhases } from "../authorization-phases/engine/save-phases.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { refuseHistorical } from "../managed-accounts/engine/managed-policy.ts";

/** Authorization of check-outs under a policy from now on. */
export interface AuthorizedPolicy {
  readonly key: string;
  /** Number of their phases. */
  readonly phases: number;
}

/**
 * Replaces the authorization phases for check-outs of the accounts under a managed system policy.
 * @throws NOT_FOUND, FORBIDDEN, MANAGED_SYSTEM_POLICY_BUILT_IN, TARGET_PHASE_INVALID, LIMIT_EXCEEDED
 */
export const setCheckoutPhases = defineOperation({
  name: "managedSystemPolicies.setAuthorizationPhases",
  input: z.strictObject({ key: keyInput, authorizationPhases: phasesInput }),
  callers: ["user", "engine"],
  policies: [
    { name: policyOf.get("managedSystemPolicies"), rows: true },
    { name: policyOf.action("managedSystemPolicies/setAuthorizationPhases") },
  ],
  audit: { operation: "CRPH", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, authorizationPhases }): Promise<AuthorizedPolicy> {
    await lockedRow(context, { table: "managedSystemPolicies", key });
    refuseHistorical(key, "Of what is managed no more nothing is handed out.");
    const own = { resourceType: "managedSystemPolicy", resourceKey: key } as const;
    await savePhases(context, own, authorizationPhases);
    return { key, phases: await context.store.count("authorizationPhases", own) };
  },
});
