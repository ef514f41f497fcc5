import type { ServiceContext } from "../../kernel/context.ts";

/** Returns a grant as policies see it, with the manager of its holder. */
export async function grantFacts({ store }: Pick<ServiceContext, "store">, key: string) {
  const grant = await store.get("grants", key);
  const holder = await store.get("users", grant?.userKey ?? "");
  const managerKey = holder?.managerKey ?? null;
  return { ...grant, managerKeys: managerKey === null ? [] : [managerKey] };
}
