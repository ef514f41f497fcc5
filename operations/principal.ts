import type { Principal } from "#policies/principal.ts";

import type { CallContext } from "./context.ts";

/** The caller as a policy sees it; profile attributes are read only for policies that ask for them. */
export async function principalOf(context: CallContext, policy: string): Promise<Principal> {
  const { caller, store, policies } = context;
  const { id, superuser, classes } = caller;
  const key = caller.key ?? "";
  const attributes: Record<string, string[]> = {};
  if (policies.readsProfile(policy)) {
    const rows = await store.select("userAttributes", { where: { userKey: key }, orderBy: [["sequence", "asc"]] });
    for (const row of rows) (attributes[row.name] ??= []).push(row.value);
  }
  return { key, id, superuser, classes, attributes };
}
