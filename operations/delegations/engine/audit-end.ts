import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Says in the audit why a delegation was ended that nobody has ended. */
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
