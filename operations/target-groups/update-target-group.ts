import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import { targetGroups } from "#domain/resources/target-groups.ts";

import { defineOperation } from "../define-operation.ts";
import { definedFields } from "../defined-fields.ts";
import { lockedRow } from "../read/locked-row.ts";
import { inputOf } from "../resource-input.ts";
import { checkTargetGroup } from "./engine/check-target-group.ts";

/**
 * Changes the fields of a target group that are given.
 * @throws NOT_FOUND, TARGET_GROUP_PASSWORDS, PASSWORD_POLICY_UNKNOWN, NOT_SUPPORTED
 */
export const updateTargetGroup = defineOperation({
  name: "targetGroups.update",
  input: z.strictObject({ key: z.string(), ...inputOf(targetGroups, "change") }),
  callers: ["user"],
  policies: [{ name: policyOf.get("targetGroups"), rows: true }, { name: policyOf.update("targetGroups") }],
  audit: { operation: "ACPS", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, ...fields }) {
    const group = await lockedRow(context, { table: "targetGroups", policy: policyOf.get("targetGroups"), key });
    const changes = definedFields(fields);
    await checkTargetGroup(context, { ...group, ...changes }, fields);
    return context.store.save("targetGroups", { id: key, ...changes });
  },
});
