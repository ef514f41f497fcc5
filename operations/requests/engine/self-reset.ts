import type { PasswordWarning } from "#domain/passwords/password-check.ts";
import type { AuditRow } from "#store/audit/audit.ts";
import { withModule } from "#store/module-scope.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/**
 * Audits in the current transaction that somebody has reset passwords of their own, whatever else they changed with them: one row for each
 * reset (specification section 6), under the module of the door by which it came, not of the engine that ends it.
 */
export async function auditSelfReset(
  { store }: Pick<CallContext, "store">,
  { requesterKey, submittedBy }: Pick<Row<"reqbatch">, "requesterKey" | "submittedBy">,
  row: Omit<AuditRow, "operation" | "actor">,
): Promise<void> {
  const audit = () => store.audit({ ...row, operation: "SRES", actor: requesterKey });
  await (submittedBy === null ? audit() : withModule(submittedBy, audit));
}

/**
 * The same where the service itself keeps the only password that was reset, so that there is no request; what its policy warns of is told
 * in it.
 */
export async function auditOwnReset(
  { store, caller }: CallContext,
  userKey: string,
  warnings: readonly PasswordWarning[],
): Promise<void> {
  const { sessid, requestId, ip } = caller;
  const row = { operation: "SRES", result: "S", actor: userKey, recipient: userKey, sessid, requestId } as const;
  const told = warnings.map(({ message }) => message).join(" ");
  await store.audit({ ...row, ...(ip !== undefined && { ip }), ...(told !== "" && { message: told }) });
}
