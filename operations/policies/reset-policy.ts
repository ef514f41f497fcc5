import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../define-operation.ts";
import { versionFields } from "../versions.ts";
import { changePolicy, takeInPolicies } from "./engine/change-policy.ts";
import { policyOfName } from "./engine/policy-of-name.ts";

/**
 * Removes a stored policy, so that the default of its name holds again; its versions stay.
 * @throws POLICY_UNKNOWN, POLICY_NOT_STORED, VERSION_MISMATCH
 */
export const resetPolicy = defineOperation({
  name: "policies.reset",
  input: z.strictObject({ name: z.string(), ...versionFields }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.get("policies") }, { name: policyOf.remove("policies") }],
  audit: { operation: "PLCR", describe: ({ name }) => ({ ident: name }) },
  async run(context, { name, comment = null, expectedNumber }): Promise<Row<"policyVersions">> {
    policyOfName(name);
    if ((await context.store.get("policies", name)) === undefined) {
      throw new ServiceError("POLICY_NOT_STORED", { target: "name" });
    }
    return changePolicy(context, { name, action: "reset", expression: null, enabled: true, comment, expectedNumber });
  },
  settle: takeInPolicies,
});
