import type { PasswordWarning } from "#domain/passwords/password-check.ts";
import type { AuditRow } from "#store/audit/audit.ts";
import { withModule } from "#store/module-scope.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/**
 * Writes one audit row in the current transaction for the reset of a user's passwords, however many (specification section 6). It has
 * the module of the interface that received it, not that of the engine that ends it.
 */
export async function auditReset(
  { store }: Pick<CallContext, "store">,
  { requesterKey, submittedBy }: Pick<Row<"reqbatch">, "requesterKey" | "submittedBy">,
  row: Omit<AuditRow, "actor">,
): Promise<void> {
  const audit = () => store.audit({ ...row, actor: requesterKey });
  await (submittedBy === null ? audit() : withModule(submittedBy, audit));
}

/**
 * Writes this audit row for a reset of only the service's own password, without a request; it includes the warnings of the password's
 * policy.
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
