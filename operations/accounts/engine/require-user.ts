import { ServiceError } from "#domain/errors.ts";

import type { ServiceContext } from "../../context.ts";

/**
 * Makes sure that the user who is to own an account exists.
 * @throws RECIPIENT_UNKNOWN
 */
export async function requireUser({ store }: ServiceContext, userKey: string): Promise<void> {
  if (await store.get("users", userKey)) return;
  throw new ServiceError("RECIPIENT_UNKNOWN", {
    target: "userKey",
    message: "userKey: no user has this key. Look it up under /v2/users, or leave it out.",
  });
}
