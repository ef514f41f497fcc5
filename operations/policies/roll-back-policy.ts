import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { changeFields, changePolicy, takeInPolicies } from "./engine/change-policy.ts";
import { policiesOfPolicy, requireVisible } from "./engine/policies-of-change.ts";
import { policyOfName } from "./engine/policy-of-name.ts";
import { checkPolicy } from "./set-policy.ts";

/**
 * Puts a policy back to what one of its versions made of it, as a new version; 0 is the default before all of them.
 * @throws POLICY_UNKNOWN, POLICY_VERSION_UNKNOWN, POLICY_INVALID, VERSION_MISMATCH, POLICY_LOCKS_OUT
 */
export const rollBackPolicy = defineOperation({
  name: "policies.rollBack",
  input: z.strictObject({ key: z.string(), number: z.int().min(0), ...changeFields }),
  callers: ["user", "engine"],
  policies: policiesOfPolicy(policyOf.action("policies/rollBack")),
  audit: { operation: "PLCB", describe: ({ key, number }) => ({ ident: `${key}@${number}` }) },
  async run(context, { key, number, ...change }): Promise<Row<"policyVersions">> {
    const { name } = policyOfName(key);
    await requireVisible(context, name);
    const [version] = await context.store.select("policyVersions", { where: { name, number }, limit: 1 });
    if (version === undefined && number > 0) throw new ServiceError("POLICY_VERSION_UNKNOWN", { target: "number" });
    const { after: expression = null, enabled = true } = version ?? {};
    // A policy that was valid under the rules of an older program may be invalid today.
    if (expression !== null) checkPolicy(name, expression);
    return changePolicy(context, { name, action: "rollback", expression, enabled, ...change });
  },
  settle: takeInPolicies,
});
