import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Audits the reason for which the service ended a delegation. */
export async function auditEnd(
  { store, caller }: CallContext,
  { key, delegateKey }: Row<"delegations">,
  why: string,
): Promise<void> {
  await store.audit({
    sessid: caller.sessid,
    operation: "DLEN",
    result: "S",
    actor: caller.id,
    requestId: caller.requestId,
    recipient: delegateKey,
    ident: key,
    message: why,
  });
}
