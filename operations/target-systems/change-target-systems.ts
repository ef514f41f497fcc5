import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, anyOf, eq } from "#domain/query/condition.ts";

import { saveImplementers } from "../abilities/save-implementers.ts";
import { removePhases, savePhases } from "../authorization-phases/engine/save-phases.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { policiesOfChange, removalOf } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { removeObject } from "../kernel/rows/object-rows.ts";
import { removeDetails } from "../kernel/rows/remove-details.ts";
import { checkedDescription, checkReferences } from "./engine/check-target-system.ts";
import { checkedConnection } from "./engine/checked-connection.ts";
import { guardProfileSource, guardSignInTarget, guardWay } from "./engine/guard-way.ts";
import { requireHonoured } from "./engine/require-honoured.ts";
import { saveInitialOptions, saveOptions } from "./engine/save-option.ts";
import {
  splitOptions,
  targetSystemChanges,
  type TargetSystemChanges,
  targetSystemInput,
  type TargetSystemInput,
} from "./engine/target-system-input.ts";
import { targetSystemView } from "./engine/target-system-view.ts";
import { wayOfChange } from "./engine/way-of-change.ts";

/**
 * Adds a target system with its options and authorization phases (specification section 2).
 * @throws FORBIDDEN, TARGET_EXISTS, TARGET_TYPE_UNKNOWN, TARGET_ADDRESS_EMPTY, TARGET_ADDRESS_INVALID, TARGET_DESCRIPTION_EMPTY,
 * TARGET_GROUP_UNKNOWN, TARGET_PHASE_INVALID, PHASES_MISSING, PROXY_UNKNOWN, IMPLEMENTER_INVALID, TARGET_WITHOUT_CONNECTOR, NOT_SUPPORTED
 */
export const createTargetSystem = defineOperation<TargetSystemInput, object>({
  name: "targetSystems.create",
  input: targetSystemInput,
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("targetSystems") }],
  audit: { operation: "TGTC", describe: ({ id }) => ({ targetSystem: id }) },
  async run(context, input) {
    const { store } = context;
    requireHonoured("targetSystems", input);
    const { options, rest } = splitOptions(input);
    const { authorizationPhases, implementers, address: given, ...properties } = rest;
    const description = checkedDescription(input.description);
    if (await store.get("targetSystems", input.id)) throw new ServiceError("TARGET_EXISTS", { target: "id" });
    await checkReferences(context, input);
    const { address } = await checkedConnection(context, { ...properties, address: given });
    if (input.id === context.settings.signInTarget) await guardSignInTarget(context, input.id);
    await guardProfileSource(context, input, false);
    if (authorizationPhases.length === 0 && input.autoApprove !== true) throw unauthorizable();
    const saved = await store.save("targetSystems", { ...properties, description, address });
    await savePhases(context, ofTarget(input.id), authorizationPhases);
    await saveImplementers(context, ofTarget(input.id), implementers);
    await saveOptions(context, input.id, options);
    await saveInitialOptions(context, input.id);
    return targetSystemView(context, saved);
  },
});

const ofTarget = (resourceKey: string) => ({ resourceType: "targetSystem", resourceKey }) as const;

function unauthorizable(): ServiceError {
  return new ServiceError("PHASES_MISSING", {
    target: "authorizationPhases",
    message:
      "authorizationPhases: add at least one phase, or set autoApprove to true to approve requests automatically.",
  });
}

/**
 * Changes the given properties and options of a target system. Given authorization phases replace the old ones, for phases of requests that
 * open from then on. Another type or address deletes the stored passwords of its logins; only a caller who may have its managed passwords
 * can take them along (`guardWay`).
 * @throws NOT_FOUND, FORBIDDEN, SECRET_RIGHT_MISSING, TARGET_TYPE_UNKNOWN, TARGET_ADDRESS_EMPTY, TARGET_ADDRESS_INVALID,
 * TARGET_DESCRIPTION_EMPTY, TARGET_GROUP_UNKNOWN, TARGET_PHASE_INVALID, PROXY_UNKNOWN, OPTION_VALUE_INVALID, IMPLEMENTER_INVALID,
 * TARGET_WITHOUT_CONNECTOR, NOT_SUPPORTED
 */
export const updateTargetSystem = defineOperation<TargetSystemChanges, object>({
  name: "targetSystems.update",
  input: targetSystemChanges,
  callers: ["user"],
  policies: policiesOfChange("update", "targetSystems"),
  audit: { operation: "TGTU", describe: ({ key }) => ({ targetSystem: key }) },
  async run(context, { key, ...input }) {
    const known = await lockedRow(context, { table: "targetSystems", key });
    requireHonoured("targetSystems", input);
    const { options, rest } = splitOptions(input);
    const { authorizationPhases, implementers, address, description, ...properties } = rest;
    const changes = definedFields(properties);
    const wanted = {
      ...known,
      ...changes,
      // Without connector there is no place to connect to.
      ...(changes.type === null && { address: null }),
      ...definedFields({ address }),
    };
    await checkReferences(context, wanted);
    const isElsewhere = address !== undefined || changes.type !== undefined;
    // Another type or another proxy may take another form of address, so the address is checked where only these change.
    const isChecked = isElsewhere || changes.proxyServers !== undefined || wanted.type === null;
    const { connectors, address: place } = isChecked
      ? await checkedConnection(context, wanted)
      : { connectors: [], address: known.address };
    await guardWay(context, known, wayOfChange(known, { ...wanted, address: place }, connectors));
    await guardProfileSource(context, wanted, known.sourceOfProfiles);
    const saved = await context.store.save("targetSystems", {
      ...changes,
      address: place,
      // The secret attributes of another connector or place are known from its next discovery.
      ...(isElsewhere ? { secretAttributes: null } : {}),
      ...(description === undefined ? {} : { description: checkedDescription(description) }),
      id: key,
    });
    // Another place, or the same one seen by other eyes: what its feed would say has nothing to build on.
    if (isElsewhere) await context.store.changeTokens.forget(key);
    await saveOptions(context, key, options);
    if (authorizationPhases !== undefined) await savePhases(context, ofTarget(key), authorizationPhases);
    if (implementers !== undefined) await saveImplementers(context, ofTarget(key), implementers);
    return targetSystemView(context, saved);
  },
});

const parts = ["targetSystemOptions", "targetSystemCredentials", "targetSystemAttributeDefinitions"] as const;

/**
 * Deletes a target system with everything that belongs to it or was found on it; on the target system itself nothing changes.
 * @throws NOT_FOUND, TARGET_IN_USE
 */
export const deleteTargetSystem = defineOperation({
  name: "targetSystems.delete",
  callers: ["user"],
  audit: { operation: "TGTD", describe: ({ key }) => ({ targetSystem: key }) },
  ...removalOf("targetSystems", async (context, { id }) => {
    const { store } = context;
    await refuseInUse(context, id);
    const accounts = await store.select("accounts", { where: { targetSystemKey: id } });
    for (const { key } of accounts) await removeObject(context, { type: "account", key });
    const groups = await store.select("groups", { where: { targetSystemKey: id } });
    for (const { key } of groups) {
      await removeObject(context, { type: "group", key });
      const ofGroup = { resourceType: "managedGroup", resourceKey: key } as const;
      await removePhases(context, ofGroup);
      await removeDetails(context, ofGroup);
      await saveImplementers(context, ofGroup, []);
    }
    await removePhases(context, ofTarget(id));
    await removeDetails(context, ofTarget(id));
    await saveImplementers(context, ofTarget(id), []);
    await store.changeTokens.forget(id);
    for (const { key } of await store.select("passwordSenders", { where: { targetSystemKey: id } }))
      await store.remove("passwordSenders", key);
    for (const table of parts) {
      for (const { key } of await store.select(table, { where: { targetSystemId: id } }))
        await store.remove(table, key);
    }
  }),
});

async function refuseInUse({ store }: CallContext, key: string): Promise<void> {
  const [open] = await store.select("requestOperations", { where: openOperations(key), limit: 1 });
  if (open) throw new ServiceError("TARGET_IN_USE", { target: key });
  const [contained] = await store.select("roleEntitlements", { where: { targetSystemKey: key }, limit: 1 });
  if (contained !== undefined) {
    const role = await store.get("roles", contained.roleKey);
    const message = `The role '${role?.id ?? ""}' gives access on this target system. Put a version of the role in force that does not.`;
    throw new ServiceError("TARGET_IN_USE", { target: key, message });
  }
  const managed = await store.count("managedSystems", { targetSystemKey: key });
  if (managed > 0) {
    throw new ServiceError("TARGET_IN_USE", {
      target: key,
      message:
        "Passwords of this target system are managed, or were and are kept. Remove its managed system first ('gatehouse managed system remove', or managedSystems.remove of the library); where that has managed accounts, it stays: disable it instead.",
    });
  }
}

// A closed request keeps its operations as a record; only those without a final result still act on the target.
const openOperations = (key: string): Expression =>
  allOf(eq("targetSystemKey", key), anyOf(eq("result", null), eq("result", "P")));
