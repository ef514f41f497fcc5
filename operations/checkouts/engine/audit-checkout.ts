import type { AuditCode } from "#domain/audit/audit-operations.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { requestedOf } from "../../kernel/tell-requested.ts";

/** Writes one audit row about a check-out without a call of its own: its holder, account and request. */
export async function auditCheckout(
  { store, caller }: CallContext,
  { key, userKey, managedAccountKey, requestKey }: Row<"checkouts">,
  { operation, message }: { readonly operation: AuditCode; readonly message: string },
): Promise<void> {
  await store.audit({
    sessid: caller.sessid,
    operation,
    result: "S",
    actor: caller.key ?? caller.id,
    recipient: userKey,
    ident: managedAccountKey,
    batchId: requestKey ?? key,
    requested: requestKey === null ? null : await requestedOf(store, requestKey),
    requestId: caller.requestId,
    ip: caller.ip ?? null,
    message,
  });
}
