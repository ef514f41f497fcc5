import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../define-operation.ts";
import { versionFields } from "../versions.ts";
import { changePolicy, takeInPolicies } from "./engine/change-policy.ts";
import { policyOfName } from "./engine/policy-of-name.ts";
import { checkPolicy } from "./set-policy.ts";

/**
 * Puts a policy back to what one of its versions made of it, as a new version; 0 is the default before all of them.
 * @throws POLICY_UNKNOWN, POLICY_VERSION_UNKNOWN, POLICY_INVALID, VERSION_MISMATCH
 */
export const rollBackPolicy = defineOperation({
  name: "policies.rollBack",
  input: z.strictObject({ name: z.string(), ...versionFields, number: z.int().min(0) }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.get("policies") }, { name: policyOf.action("policies/rollback") }],
  audit: { operation: "PLCB", describe: ({ name, number }) => ({ ident: `${name}@${number}` }) },
  async run(context, { name, number, comment = null, expectedNumber }): Promise<Row<"policyVersions">> {
    policyOfName(name);
    const [version] = await context.store.select("policyVersions", { where: { name, number }, limit: 1 });
    if (version === undefined && number > 0) throw new ServiceError("POLICY_VERSION_UNKNOWN", { target: "number" });
    const { after: expression = null, enabled = true } = version ?? {};
    // What was right under the rules of an older program need not be right today.
    if (expression !== null) checkPolicy(name, expression);
    return changePolicy(context, { name, action: "rollback", expression, enabled, comment, expectedNumber });
  },
  settle: takeInPolicies,
});
