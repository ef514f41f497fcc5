import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { checkedDescription, checkReferences } from "./engine/check-target-system.ts";
import { checkedAddress, reportedConnectors } from "./engine/reported-connectors.ts";
import { requireHonoured } from "./engine/require-honoured.ts";
import { saveAuthorizationPhases } from "./engine/save-authorization-phases.ts";
import { saveInitialOptions, saveOption } from "./engine/save-option.ts";
import { splitOptions, targetSystemInput, type TargetSystemInput } from "./engine/target-system-input.ts";
import { attachToTargetSystems } from "./engine/target-system-view.ts";

/**
 * Adds a target system with its options and authorization phases (specification section 2).
 * @throws TARGET_EXISTS, TARGET_TYPE_UNKNOWN, TARGET_ADDRESS_EMPTY, TARGET_ADDRESS_INVALID, TARGET_DESCRIPTION_EMPTY,
 * TARGET_GROUP_UNKNOWN, TARGET_PHASE_INVALID, PHASES_MISSING, PROXY_UNKNOWN, NOT_SUPPORTED
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
    const { authorizationPhases, address, ...properties } = rest;
    const description = checkedDescription(input.description);
    if (await store.get("targetSystems", input.id)) throw new ServiceError("TARGET_EXISTS", { target: "id" });
    await checkReferences(context, input);
    const checked = checkedAddress(await reportedConnectors(context, input), address ?? null);
    if (authorizationPhases.length === 0 && input.autoApprove !== true) throw unauthorizable();
    const saved = await store.save("targetSystems", { ...properties, description, address: checked });
    await saveAuthorizationPhases(context, input.id, authorizationPhases);
    for (const [name, value] of options) {
      await saveOption(context, { targetSystemId: input.id, name, target: name }, value);
    }
    await saveInitialOptions(context, input.id);
    return targetSystemView(context, saved);
  },
});

/** A target system as readers see it, with its options and phases. */
export async function targetSystemView(context: CallContext, row: Row<"targetSystems">): Promise<object> {
  const [view] = await attachToTargetSystems(context, [row]);
  return view ?? row;
}

function unauthorizable(): ServiceError {
  return new ServiceError("PHASES_MISSING", {
    target: "authorizationPhases",
    message:
      "authorizationPhases: name at least one phase that authorizes requests, or set autoApprove to true, by which requests are carried out with nobody asked.",
  });
}
