import type { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { changeIntervalHoursDefault, checkoutMinutesDefault } from "#domain/managed-account-limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { defaultPolicyId } from "#domain/vault/default-policy.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { policiesOfChange, removalOf } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { checkPolicyNames, refuseHistorical } from "./engine/managed-policy.ts";
import { newPolicy, policyChanges } from "./engine/policy-input.ts";
import { replanAccounts } from "./engine/replan-accounts.ts";

/**
 * Adds a managed system policy; its mode never changes.
 * @throws MANAGED_SYSTEM_POLICY_EXISTS, NODE_UNKNOWN, PASSWORD_POLICY_UNKNOWN
 */
export const addManagedSystemPolicy = defineOperation({
  name: "managedSystemPolicies.add",
  input: newPolicy,
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("managedSystemPolicies") }],
  audit: { operation: "MPAD", describe: ({ id }) => ({ ident: id }) },
  async run(context, { id, mode, description, ...fields }): Promise<Row<"managedSystemPolicies">> {
    const { store } = context;
    if (await store.get("managedSystemPolicies", id))
      throw new ServiceError("MANAGED_SYSTEM_POLICY_EXISTS", { target: "id" });
    await checkPolicyNames(context, fields);
    return store.add("managedSystemPolicies", {
      managedByNode: store.node,
      changeIntervalHours: changeIntervalHoursDefault,
      disclosurePlugins: ["display"],
      checkoutMaxMinutes: checkoutMinutesDefault,
      ...definedFields(fields),
      id,
      mode,
      description,
    });
  },
});

/**
 * Changes the given fields of a managed system policy; another interval reschedules its accounts.
 * @throws NOT_FOUND, MANAGED_SYSTEM_POLICY_BUILT_IN, NODE_UNKNOWN, PASSWORD_POLICY_UNKNOWN
 */
export const updateManagedSystemPolicy = defineOperation<z.output<typeof policyChanges>, Row<"managedSystemPolicies">>({
  name: "managedSystemPolicies.update",
  input: policyChanges,
  callers: ["user", "engine"],
  policies: policiesOfChange("update", "managedSystemPolicies"),
  audit: { operation: "MPUP", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, ...fields }) {
    const known = await lockedRow(context, { table: "managedSystemPolicies", key });
    refuseHistorical(key, "It is not changed. Change another one.");
    await checkPolicyNames(context, fields);
    const policy = await context.store.save("managedSystemPolicies", { id: key, ...definedFields(fields) });
    if (policy.changeIntervalHours !== known.changeIntervalHours) await replanAccounts(context, policy);
    return policy;
  },
});

/**
 * Deletes an unused managed system policy, with its permissions and listed commands.
 * @throws NOT_FOUND, MANAGED_SYSTEM_POLICY_BUILT_IN, MANAGED_SYSTEM_POLICY_IN_USE with its uses
 */
export const removeManagedSystemPolicy = defineOperation({
  name: "managedSystemPolicies.remove",
  callers: ["user", "engine"],
  audit: { operation: "MPRM", describe: ({ key }) => ({ ident: key }) },
  ...removalOf("managedSystemPolicies", async (context, { id }) => {
    if (id === historicalPolicyId || id === defaultPolicyId)
      throw new ServiceError("MANAGED_SYSTEM_POLICY_BUILT_IN", { target: id });
    const uses = await usesOf(context, id);
    if (uses.length > 0) {
      const message = `The managed system policy '${id}' is used by ${uses.join(", ")}. Take it out there first.`;
      throw new ServiceError("MANAGED_SYSTEM_POLICY_IN_USE", { target: id, message });
    }
    await removeParts(context, id);
  }),
});

/** Deletes the permissions and listed commands of a policy: another one with its ID must not begin with them. */
async function removeParts({ store }: CallContext, policyId: string): Promise<void> {
  for (const table of ["checkoutRights", "listedCommands"] as const)
    for (const { key } of await store.select(table, { where: { policyId } })) await store.remove(table, key);
}

async function usesOf({ store }: CallContext, policyId: string): Promise<string[]> {
  const phases = { resourceType: "managedSystemPolicy", resourceKey: policyId } as const;
  const counts: [string, number][] = [
    ["managed system(s)", await store.count("managedSystemBindings", { policyId })],
    ["managed account(s)", await store.count("managedAccounts", { policyId })],
    ["import rule(s)", await store.count("importRules", { policyId })],
    ["authorization phase(s)", await store.count("authorizationPhases", phases)],
  ];
  return counts.filter(([, count]) => count > 0).map(([words, count]) => `${count} ${words}`);
}
