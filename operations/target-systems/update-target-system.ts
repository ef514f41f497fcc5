import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../define-operation.ts";
import { definedFields } from "../defined-fields.ts";
import { lockedRow } from "../read/locked-row.ts";
import { targetSystemView } from "./create-target-system.ts";
import { checkedDescription, checkReferences } from "./engine/check-target-system.ts";
import { removeAuthorizationPhases } from "./engine/remove-authorization-phases.ts";
import { checkedAddress, reportedConnectors } from "./engine/reported-connectors.ts";
import { requireHonoured } from "./engine/require-honoured.ts";
import { saveAuthorizationPhases } from "./engine/save-authorization-phases.ts";
import { saveOption } from "./engine/save-option.ts";
import { splitOptions, targetSystemChanges, type TargetSystemChanges } from "./engine/target-system-input.ts";

/**
 * Changes the properties of a target system that are given, its options among them; authorization phases that are given
 * take the place of the old ones, for requests from then on.
 * @throws NOT_FOUND, TARGET_TYPE_UNKNOWN, TARGET_ADDRESS_EMPTY, TARGET_ADDRESS_INVALID, TARGET_DESCRIPTION_EMPTY,
 * TARGET_GROUP_UNKNOWN, TARGET_PHASE_INVALID, PROXY_UNKNOWN, OPTION_VALUE_INVALID, NOT_SUPPORTED
 */
export const updateTargetSystem = defineOperation<TargetSystemChanges, object>({
  name: "targetSystems.update",
  input: targetSystemChanges,
  callers: ["user"],
  policies: [{ name: policyOf.get("targetSystems"), rows: true }, { name: policyOf.update("targetSystems") }],
  audit: { operation: "TGTU", describe: ({ key }) => ({ targetSystem: key }) },
  async run(context, { key, ...input }) {
    const known = await lockedRow(context, { table: "targetSystems", policy: policyOf.get("targetSystems"), key });
    requireHonoured("targetSystems", input);
    const { options, rest } = splitOptions(input);
    const { authorizationPhases, address, description, ...properties } = rest;
    const changes = definedFields(properties);
    await checkReferences(context, { ...known, ...changes });
    const isElsewhere = address !== undefined || changes.type !== undefined;
    // Another type or another proxy may take another form of address, so the address is checked where only these change.
    const checked =
      isElsewhere || changes.proxyServers !== undefined
        ? {
            address: checkedAddress(
              await reportedConnectors(context, { ...known, ...changes }),
              address === undefined ? known.address : address,
            ),
          }
        : {};
    const saved = await context.store.save("targetSystems", {
      ...changes,
      ...checked,
      // What another connector or place keeps secret is told by its next discovery.
      ...(isElsewhere ? { secretAttributes: null } : {}),
      ...(description === undefined ? {} : { description: checkedDescription(description) }),
      id: key,
    });
    // Another place, or the same one seen by other eyes: what its feed would say has nothing to build on.
    if (isElsewhere) await context.store.changeTokens.forget(key);
    for (const [name, value] of options) {
      await saveOption(context, { targetSystemId: key, name, target: name }, value);
    }
    if (authorizationPhases !== undefined) {
      await removeAuthorizationPhases(context, key);
      await saveAuthorizationPhases(context, key, authorizationPhases);
    }
    return targetSystemView(context, saved);
  },
});
