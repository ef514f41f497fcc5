import type { ServiceContext } from "../../kernel/context.ts";

/** Returns a grant as policies see it, with the manager of its holder. */
export async function grantFacts({ store }: Pick<ServiceContext, "store">, key: string) {
  const grant = await store.get("grants", key);
  const holder = grant?.userKey == null ? undefined : await store.get("users", grant.userKey);
  const managerKeys = holder?.managerKey == null ? [] : [holder.managerKey];
  return { ...grant, managerKeys };
}
