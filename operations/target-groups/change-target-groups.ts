import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { targetGroups } from "#domain/resources/target-groups.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { inputOf } from "../kernel/resource-input.ts";
import { policiesOfChange, removalOf } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { requireHonoured } from "../target-systems/engine/require-honoured.ts";

/** The target group that target systems are in unless they say otherwise. */
const builtIn = "DEFAULT";

/**
 * Adds a target group.
 * @throws TARGET_GROUP_EXISTS, TARGET_GROUP_PASSWORDS, PASSWORD_POLICY_UNKNOWN, NOT_SUPPORTED
 */
export const createTargetGroup = defineOperation({
  name: "targetGroups.create",
  input: z.strictObject(inputOf(targetGroups, "create")),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("targetGroups") }],
  audit: { operation: "ACPS", describe: ({ id }) => ({ ident: id }) },
  async run(context, input) {
    const { store } = context;
    if (await store.get("targetGroups", input.id)) throw new ServiceError("TARGET_GROUP_EXISTS", { target: "id" });
    await checkTargetGroup(context, input, input);
    return store.save("targetGroups", input);
  },
});

/**
 * Changes the fields of a target group that are given.
 * @throws NOT_FOUND, TARGET_GROUP_PASSWORDS, PASSWORD_POLICY_UNKNOWN, NOT_SUPPORTED
 */
export const updateTargetGroup = defineOperation({
  name: "targetGroups.update",
  input: z.strictObject({ key: z.string(), ...inputOf(targetGroups, "change") }),
  callers: ["user"],
  policies: policiesOfChange("update", "targetGroups"),
  audit: { operation: "ACPS", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, ...fields }) {
    const group = await lockedRow(context, { table: "targetGroups", key });
    const changes = definedFields(fields);
    await checkTargetGroup(context, { ...group, ...changes }, fields);
    return context.store.save("targetGroups", { id: key, ...changes });
  },
});

/**
 * Removes a target group that has no target systems.
 * @throws NOT_FOUND, TARGET_GROUP_BUILT_IN, TARGET_GROUP_IN_USE
 */
export const deleteTargetGroup = defineOperation({
  name: "targetGroups.delete",
  callers: ["user"],
  audit: { operation: "ACPS", describe: ({ key }) => ({ ident: key }) },
  ...removalOf("targetGroups", async ({ store }, { id }) => {
    if (id === builtIn) throw new ServiceError("TARGET_GROUP_BUILT_IN", { target: id });
    const inUse = await store.count("targetSystems", { targetGroup: id });
    if (inUse > 0) throw new ServiceError("TARGET_GROUP_IN_USE", { target: id });
  }),
});

type Wanted = Pick<Row<"targetGroups">, "syncPasswords" | "uniquePasswords" | "passwordPolicyId">;

/** Checks a target group after its change, and the given fields. */
async function checkTargetGroup(
  { store }: CallContext,
  group: Wanted,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (group.syncPasswords && group.uniquePasswords) {
    throw new ServiceError("TARGET_GROUP_PASSWORDS", { target: "uniquePasswords" });
  }
  if (!(await store.get("passwordPolicies", group.passwordPolicyId))) {
    throw new ServiceError("PASSWORD_POLICY_UNKNOWN", { target: "passwordPolicyId" });
  }
  requireHonoured("targetGroups", given);
}
