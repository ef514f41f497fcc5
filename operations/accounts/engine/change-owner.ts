import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { requireUser } from "./require-user.ts";

/**
 * Gives an account to a user, or to nobody, in the current transaction, with its audit row. The target system is not asked:
 * it does not know who owns what.
 * @throws RECIPIENT_UNKNOWN
 */
export async function changeOwner(
  { store, caller, ...context }: CallContext,
  { key, shortId, targetSystemKey, userKey: before }: Row<"accounts">,
  userKey: string | null,
): Promise<void> {
  if (userKey !== null) await requireUser({ store, ...context }, userKey);
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
