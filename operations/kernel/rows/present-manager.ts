import { isPresent } from "#domain/identity/presence.ts";

import type { CallContext } from "../context.ts";

/** Returns the key of the manager of a person, if that manager can act now; null if there is none who can. */
export async function presentManagerOf(
  { store, clock }: Pick<CallContext, "store" | "clock">,
  userKey: string,
): Promise<string | null> {
  const { managerKey = null } = (await store.get("users", userKey)) ?? {};
  const manager = managerKey === null ? undefined : await store.get("users", managerKey);
  return manager !== undefined && !manager.disabled && isPresent(manager, clock.now()) ? manager.key : null;
}
