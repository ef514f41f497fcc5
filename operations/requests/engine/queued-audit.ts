import type { AuditCode } from "#domain/audit/audit-operations.ts";
import type { AuditRow } from "#store/audit/audit.ts";

import type { Caller } from "../../kernel/context.ts";
import type { QueuedOperation } from "./queue-operations.ts";

/** Returns the audit columns of an accepted direct write; its outcome is audited by its operations. */
export function queuedRow(operation: QueuedOperation | undefined): Partial<AuditRow> {
  if (!operation) return {};
  const { key, requestKey, targetSystemKey, code } = operation;
  return { ident: key, targetSystem: targetSystemKey, batchId: requestKey, message: code };
}

/** Audit of a direct write on an existing object, which is named if nothing was queued. */
export const queuedAudit = {
  operation: "RQSB",
  describe: ({ key }: { readonly key: string }, operation?: QueuedOperation) => ({
    ident: key,
    ...queuedRow(operation),
  }),
} as const;

/** Returns the audit code of a password reset: `QRES` only for one queued in the user interface (specification section 6). */
export function resetAudit(_input: unknown, _output: unknown, caller: Caller): AuditCode {
  return caller.module === "ui" ? "QRES" : "RQSB";
}
