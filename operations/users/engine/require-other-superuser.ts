import { ServiceError } from "#domain/errors.ts";

import type { CallContext } from "../../kernel/context.ts";

/**
 * Throws LAST_SUPERUSER unless another superuser is enabled. It locks all superusers, in one order, so that two who disable each other at
 * the same time do not both succeed.
 * @throws LAST_SUPERUSER
 */
export async function requireOtherSuperuser({ store }: CallContext, key: string): Promise<void> {
  const superusers = await store.select("users", { where: { superuser: true }, orderBy: [["key", "asc"]] });
  let others = 0;
  for (const superuser of superusers) {
    const now = await store.lock("users", superuser.key);
    if (now?.superuser && !now.disabled && now.key !== key) others += 1;
  }
  if (others === 0) throw new ServiceError("LAST_SUPERUSER", { target: "key" });
}
