import type { PluginUser } from "#plugins/contract/request.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/** Describes a user for plug-ins. */
export async function pluginUser({ store }: Pick<ServiceContext, "store">, userKey: string): Promise<PluginUser> {
  const user = await store.get("users", userKey);
  return { key: userKey, id: user?.id ?? userKey, displayName: user?.displayName ?? null };
}
