import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { disabledReasonMaxCharacters, managedDescriptionMaxCharacters } from "#domain/managed-account-limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { filledText, newId } from "../kernel/text-input.ts";
import { policyNamed, refuseHistorical } from "./engine/managed-policy.ts";
import { bindToPolicy, loosenSystem, makeSystem, refuseCheckedOut } from "./engine/place-system.ts";

const seen = policyOf.get("managedSystemPolicies/managedSystems");
const callers = ["user", "engine"] as const;
const wanted = (key: string) => ({ table: "managedSystems", key, policy: seen }) as const;
const policiesOf = (name: string) => [{ name: seen, rows: true }, { name }];
const notForBinding = "Nothing is bound to it: choose another policy.";

/**
 * Makes the managed system of a target system, under a policy whose mode it has for all time.
 * @throws TARGET_UNKNOWN, MANAGED_SYSTEM_POLICY_UNKNOWN, MANAGED_SYSTEM_POLICY_BUILT_IN, MANAGED_SYSTEM_EXISTS, NOT_SUPPORTED
 */
export const addManagedSystem = defineOperation({
  name: "managedSystems.add",
  input: z.strictObject({
    targetSystemKey: keyInput,
    policyId: keyInput,
    id: newId.optional(),
    description: filledText(managedDescriptionMaxCharacters).optional(),
  }),
  callers,
  policies: [{ name: policyOf.create("managedSystems") }],
  audit: {
    operation: "MSAD",
    describe: ({ targetSystemKey, policyId }, output?: Row<"managedSystems">) => ({
      ident: output?.key ?? null,
      targetSystem: targetSystemKey,
      message: `under ${policyId}`,
    }),
  },
  async run(context, { targetSystemKey, policyId, ...named }): Promise<Row<"managedSystems">> {
    const { store } = context;
    const target = await store.lock("targetSystems", targetSystemKey);
    if (!target) throw new ServiceError("TARGET_UNKNOWN", { target: "targetSystemKey" });
    refuseHistorical(policyId, notForBinding);
    const { mode } = await policyNamed(context, policyId);
    const [known] = await store.select("managedSystems", { where: { targetSystemKey }, limit: 1 });
    if (known)
      throw exists(`The target system '${targetSystemKey}' has the managed system '${known.id}'. Bind that one.`);
    if (named.id !== undefined && (await store.count("managedSystems", { id: named.id })) > 0)
      throw exists(`A managed system with the id '${named.id}' exists. Choose another id.`);
    const system = await makeSystem(context, target, { mode, ...definedFields(named) });
    await bindToPolicy(context, system.key, policyId);
    return system;
  },
});

const exists = (message: string) => new ServiceError("MANAGED_SYSTEM_EXISTS", { target: "id", message });

/**
 * Disables a managed system with a reason, which the audit keeps, or enables it again; nothing of it goes.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const setManagedSystemEnabled = defineOperation({
  name: "managedSystems.setEnabled",
  input: z.discriminatedUnion("enabled", [
    z.strictObject({ key: keyInput, enabled: z.literal(true) }),
    z.strictObject({ key: keyInput, enabled: z.literal(false), reason: filledText(disabledReasonMaxCharacters) }),
  ]),
  callers,
  policies: policiesOf(policyOf.update("managedSystems")),
  audit: {
    operation: "MSUP",
    describe: (input) => ({ ident: input.key, message: input.enabled ? "enabled" : `disabled: ${input.reason}` }),
  },
  async run(context, { key, enabled }): Promise<Row<"managedSystems">> {
    await lockedRow(context, wanted(key));
    return context.store.save("managedSystems", { key, enabled });
  },
});

/**
 * Removes a managed system on which there are, and were, no managed accounts; its target system stays.
 * @throws NOT_FOUND, FORBIDDEN, MANAGED_SYSTEM_IN_USE
 */
export const removeManagedSystem = defineOperation({
  name: "managedSystems.remove",
  input: z.strictObject({ key: keyInput }),
  callers,
  policies: policiesOf(policyOf.remove("managedSystems")),
  audit: { operation: "MSRM", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key }) {
    const { store } = context;
    const { id } = await lockedRow(context, wanted(key));
    if ((await store.count("managedAccounts", { managedSystemKey: key })) > 0)
      throw new ServiceError("MANAGED_SYSTEM_IN_USE", { target: id });
    await loosenSystem(context, key, null);
    await store.remove("managedSystems", key);
    return {};
  },
});

const binding = z.strictObject({ key: keyInput, policyId: keyInput });

/**
 * Binds a managed system to a further policy of its mode; its accounts stay where they are.
 * @throws NOT_FOUND, FORBIDDEN, MANAGED_SYSTEM_POLICY_UNKNOWN, MANAGED_SYSTEM_POLICY_BUILT_IN, MANAGED_SYSTEM_MODE
 */
export const bindManagedSystem = defineOperation({
  name: "managedSystems.bind",
  input: binding,
  callers,
  policies: policiesOf(policyOf.action("managedSystems/bind")),
  audit: { operation: "MSBI", describe: ({ key, policyId }) => ({ ident: key, message: `to ${policyId}` }) },
  async run(context, { key, policyId }): Promise<Row<"managedSystems">> {
    const system = await lockedRow(context, wanted(key));
    refuseHistorical(policyId, notForBinding);
    const { mode } = await policyNamed(context, policyId);
    if (mode !== system.mode) {
      const message = `'${system.id}' has the mode ${system.mode}, and the policy '${policyId}' the mode ${mode}; neither changes. Choose a policy of the mode ${system.mode}.`;
      throw new ServiceError("MANAGED_SYSTEM_MODE", { target: "policyId", message });
    }
    await bindToPolicy(context, key, policyId);
    return system;
  },
});

/**
 * Unbinds a managed system from a policy; its accounts under that policy go to HISTORICAL, with all their passwords.
 * @throws NOT_FOUND, FORBIDDEN, MANAGED_SYSTEM_NOT_BOUND, MANAGED_ACCOUNT_CHECKED_OUT
 */
export const unbindManagedSystem = defineOperation({
  name: "managedSystems.unbind",
  input: binding,
  callers,
  policies: policiesOf(policyOf.action("managedSystems/unbind")),
  audit: { operation: "MSUB", describe: ({ key, policyId }) => ({ ident: key, message: `from ${policyId}` }) },
  async run(context, { key, policyId }): Promise<Row<"managedSystems">> {
    const system = await lockedRow(context, wanted(key));
    if ((await context.store.count("managedSystemBindings", { policyId, managedSystemKey: key })) === 0)
      throw new ServiceError("MANAGED_SYSTEM_NOT_BOUND", { target: "policyId" });
    await refuseCheckedOut(context, key, policyId);
    await loosenSystem(context, key, policyId);
    return system;
  },
});
