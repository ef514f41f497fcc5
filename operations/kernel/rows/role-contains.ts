import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../context.ts";

/** Access on a target system, as an operation names it. */
interface NamedAccess {
  readonly targetSystemKey?: string | null | undefined;
  /** Key of the group; null or undefined for an account. */
  readonly groupKey?: string | null | undefined;
}

/** Returns true if a role in force contains access, by itself or by a role within it. */
export async function roleContains(
  { store }: Pick<ServiceContext, "store">,
  roleKey: Row<"roles">["key"],
  { targetSystemKey, groupKey }: NamedAccess,
): Promise<boolean> {
  const thing = groupKey
    ? { kind: "membership" as const, groupKey }
    : { kind: "account" as const, targetSystemKey: targetSystemKey ?? "" };
  return (await store.count("roleEntitlements", { roleKey, ...thing })) > 0;
}
