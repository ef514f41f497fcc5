import type { PluginOperation, PluginRequest } from "#plugins/contract/request.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { pluginUser } from "../../plug-ins/engine/plugin-user.ts";

type Stored = Pick<ServiceContext, "store">;

/** Describes a request for plug-ins. */
export async function pluginRequest(context: Stored, request: Row<"reqbatch">): Promise<PluginRequest> {
  const { key, number, reason } = request;
  const operations = await context.store.select("requestOperations", {
    where: { requestKey: key },
    orderBy: [["sequence", "asc"]],
  });
  return {
    key,
    number,
    reason,
    requester: await pluginUser(context, request.requesterKey),
    recipient: await pluginUser(context, request.recipientKey),
    operations: operations.map(pluginOperation),
  };
}

/** Describes an operation for plug-ins. */
export function pluginOperation(operation: Row<"requestOperations">): PluginOperation {
  const { code, targetSystemKey, accountKey, groupKey, roleKey, attributes } = operation;
  return { code, targetSystemKey, accountKey, groupKey, roleKey, attributes };
}
