import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { checkedAddress, reportedConnector } from "./reported-connectors.ts";
import { saveAuthorizationPhases } from "./save-authorization-phases.ts";
import { targetSystemInput, type TargetSystemInput } from "./target-system-input.ts";

/**
 * Adds a target system with its authorization phases (specification section 2).
 * @throws TARGET_EXISTS, TARGET_TYPE_UNKNOWN, TARGET_ADDRESS_EMPTY, TARGET_ADDRESS_INVALID, TARGET_DESCRIPTION_EMPTY,
 * TARGET_GROUP_UNKNOWN, TARGET_PHASE_INVALID, PROXY_UNKNOWN
 */
export const createTargetSystem = defineOperation<TargetSystemInput, Row<"targetSystems">>({
  name: "targetSystems.create",
  operationType: "TARGET_SYSTEM_CREATE",
  input: targetSystemInput,
  callers: ["user", "engine"],
  policies: [{ name: "targetsystems_post_create" }],
  audit: { operation: "TGTC", describe: ({ id }) => ({ targetSystem: id }) },
  async run(context, input) {
    const { store } = context;
    const { authorizationPhases, address, ...properties } = input;
    const description = input.description?.trim() ?? "";
    if (description === "") throw new ServiceError("TARGET_DESCRIPTION_EMPTY", { target: "description" });
    if (await store.get("targetSystems", input.id)) throw new ServiceError("TARGET_EXISTS", { target: "id" });
    await checkReferences(context, input);
    const connector = await reportedConnector(context, input.type);
    const saved = await store.save("targetSystems", {
      ...properties,
      description,
      address: checkedAddress(connector, address ?? null),
      helpUrl: input.helpUrl ?? null,
      autoAttachBy: input.autoAttachBy ?? null,
      listSchedule: input.listSchedule ?? null,
    });
    await saveAuthorizationPhases(context, input.id, authorizationPhases);
    return saved;
  },
});

async function checkReferences({ store }: CallContext, input: TargetSystemInput): Promise<void> {
  if (!(await store.get("targetGroups", input.targetGroup))) {
    throw new ServiceError("TARGET_GROUP_UNKNOWN", { target: "targetGroup" });
  }
  for (const [index, id] of input.proxyServers.entries()) {
    if (!(await store.get("proxyServers", id)))
      throw new ServiceError("PROXY_UNKNOWN", { target: `proxyServers.${index}` });
  }
}
