import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../define-operation.ts";
import { lockedRow } from "../read/locked-row.ts";

/** The target group that target systems are in unless they say otherwise. */
const builtIn = "DEFAULT";

/**
 * Removes a target group that has no target systems.
 * @throws NOT_FOUND, TARGET_GROUP_BUILT_IN, TARGET_GROUP_IN_USE
 */
export const deleteTargetGroup = defineOperation({
  name: "targetGroups.delete",
  input: z.strictObject({ key: z.string() }),
  callers: ["user"],
  policies: [{ name: policyOf.get("targetGroups"), rows: true }, { name: policyOf.remove("targetGroups") }],
  audit: { operation: "ACPS", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key }) {
    await lockedRow(context, { table: "targetGroups", policy: policyOf.get("targetGroups"), key });
    if (key === builtIn) throw new ServiceError("TARGET_GROUP_BUILT_IN", { target: key });
    const inUse = await context.store.count("targetSystems", { targetGroup: key });
    if (inUse > 0) throw new ServiceError("TARGET_GROUP_IN_USE", { target: key });
    await context.store.remove("targetGroups", key);
    return {};
  },
});
