import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { groupContradiction } from "#domain/passwords/group-rules.ts";
import { policyOf } from "#domain/policy-name.ts";
import { targetGroups } from "#domain/resources/target-groups.ts";
import type { Row } from "#store/tables.ts";

import { proveTogether, requireTogether } from "../abilities/policies-together.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { inputOf } from "../kernel/resource-input.ts";
import { policiesOfChange, removalOf } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";

/** The target group that target systems are in unless they say otherwise. */
const builtIn = "DEFAULT";

/**
 * Adds a target group.
 * @throws TARGET_GROUP_EXISTS, TARGET_GROUP_PASSWORDS, PASSWORD_POLICY_UNKNOWN, PASSWORD_POLICIES_CONTRADICT
 */
export const createTargetGroup = defineOperation({
  name: "targetGroups.create",
  input: z.strictObject(inputOf(targetGroups, "create")),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("targetGroups") }],
  audit: { operation: "ACPS", describe: ({ id }) => ({ ident: id }) },
  prepare: (context, { id, passwordPolicyId }) => proveTogether(context, { group: { id, passwordPolicyId } }),
  async run(context, input, proven) {
    const { store } = context;
    if (await store.get("targetGroups", input.id)) throw new ServiceError("TARGET_GROUP_EXISTS", { target: "id" });
    await checkTargetGroup(context, input);
    const { id, passwordPolicyId } = input;
    await requireTogether(context, { group: { id, passwordPolicyId } }, proven);
    return store.save("targetGroups", input);
  },
});

/**
 * Changes the fields of a target group that are given.
 * @throws NOT_FOUND, TARGET_GROUP_PASSWORDS, PASSWORD_POLICY_UNKNOWN, PASSWORD_POLICIES_CONTRADICT
 */
export const updateTargetGroup = defineOperation({
  name: "targetGroups.update",
  input: z.strictObject({ key: z.string(), ...inputOf(targetGroups, "change") }),
  callers: ["user"],
  policies: policiesOfChange("update", "targetGroups"),
  audit: { operation: "ACPS", describe: ({ key }) => ({ ident: key }) },
  async prepare(context, { key, passwordPolicyId }) {
    return passwordPolicyId === undefined ? "" : proveTogether(context, { group: { id: key, passwordPolicyId } });
  },
  async run(context, { key, ...fields }, proven) {
    const group = await lockedRow(context, { table: "targetGroups", key });
    const changes = definedFields(fields);
    await checkTargetGroup(context, { ...group, ...changes });
    const { passwordPolicyId } = changes;
    if (passwordPolicyId !== undefined)
      await requireTogether(context, { group: { id: key, passwordPolicyId } }, proven);
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

type Wanted = Pick<
  Row<"targetGroups">,
  "syncPasswords" | "uniquePasswords" | "passwordChangeRestriction" | "passwordPolicyId"
>;

/** Checks a target group after its change. */
async function checkTargetGroup({ store }: CallContext, group: Wanted): Promise<void> {
  const contradiction = groupContradiction(group);
  if (contradiction)
    throw new ServiceError("TARGET_GROUP_PASSWORDS", {
      target: contradiction.property,
      message: contradiction.reason,
    });
  if (!(await store.get("passwordPolicies", group.passwordPolicyId))) {
    throw new ServiceError("PASSWORD_POLICY_UNKNOWN", { target: "passwordPolicyId" });
  }
}
