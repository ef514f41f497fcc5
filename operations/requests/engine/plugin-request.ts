import type { PluginRequest, PluginUser } from "#plugins/contract/request.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

type Stored = Pick<ServiceContext, "store">;

/** Describes a user for plug-ins. */
export async function pluginUser({ store }: Stored, userKey: string): Promise<PluginUser> {
  const user = await store.get("users", userKey);
  return { key: userKey, id: user?.id ?? userKey, displayName: user?.displayName ?? null };
}

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
    operations: operations.map(({ code, targetSystemKey, accountKey, groupKey, attributes }) => {
      return {
        code,
        targetSystemKey,
        accountKey,
        groupKey,
        attributes,
      };
    }),
  };
}
