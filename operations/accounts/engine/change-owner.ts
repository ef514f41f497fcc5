import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/**
 * Throws RECIPIENT_UNKNOWN unless the new owner of an account exists.
 * @throws RECIPIENT_UNKNOWN
 */
export async function requireUser({ store }: Pick<CallContext, "store">, userKey: string): Promise<void> {
  if (await store.get("users", userKey)) return;
  throw new ServiceError("RECIPIENT_UNKNOWN", {
    target: "userKey",
    message: "userKey: no user has this key. Look it up under /v2/users, or leave it out.",
  });
}

/**
 * Assigns an account to a user, or removes its owner, in the current transaction, with its audit row. The target system is not asked: it
 * does not know owners.
 * @throws RECIPIENT_UNKNOWN
 */
export async function changeOwner(
  { store, caller }: CallContext,
  { key, shortId, targetSystemKey, userKey: before }: Row<"accounts">,
  userKey: string | null,
): Promise<void> {
  if (userKey !== null) await requireUser({ store }, userKey);
  await store.save("accounts", { key, userKey, associatedBy: userKey === null ? null : "admin" });
  await store.audit({
    sessid: caller.sessid,
    operation: userKey === null ? "ACDI" : "ACAS",
    result: "S",
    actor: caller.key ?? caller.id,
    ip: caller.ip ?? null,
    requestId: caller.requestId,
    recipient: userKey ?? before,
    targetSystem: targetSystemKey,
    account: shortId,
    ident: key,
    message: before === null || userKey === null ? null : `before: ${before}`,
  });
}
