import { z } from "zod";

import { defineOperation } from "../define-operation.ts";
import { givenChanges } from "../given-changes.ts";
import { lockedRow } from "../read/locked-row.ts";
import { checkTargetGroup, targetGroupFields } from "./target-group-input.ts";

/**
 * Changes the fields of a target group that are given.
 * @throws NOT_FOUND, TARGET_GROUP_PASSWORDS, PASSWORD_POLICY_UNKNOWN, NOT_SUPPORTED
 */
export const updateTargetGroup = defineOperation({
  name: "targetGroups.update",
  operationType: "TARGET_GROUP_UPDATE",
  input: z.strictObject({ key: z.string(), ...targetGroupFields }),
  callers: ["user"],
  policies: [{ name: "targetgroups_get", rows: true }, { name: "targetgroups_patch_update" }],
  audit: { operation: "ACPS", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, ...fields }) {
    const group = await lockedRow(context, { table: "targetGroups", policy: "targetgroups_get", key });
    const changes = givenChanges(fields);
    await checkTargetGroup(context, { ...group, ...changes }, fields);
    return context.store.save("targetGroups", { id: key, ...changes });
  },
});
