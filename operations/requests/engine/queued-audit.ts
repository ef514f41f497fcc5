import type { AuditCode } from "#domain/audit/audit-operations.ts";
import type { AuditRow } from "#store/audit/audit.ts";

import type { Caller } from "../../kernel/context.ts";
import type { QueuedOperation } from "./queue-operations.ts";

/** The audit row that a direct write was accepted; how it ends is audited by its operations. */
export function queuedRow(operation: QueuedOperation | undefined): Partial<AuditRow> {
  if (!operation) return {};
  const { key, requestKey, targetSystemKey, code } = operation;
  return { ident: key, targetSystem: targetSystemKey, batchId: requestKey, message: code };
}

/** The audit of a direct write on an object that exists, which is named where nothing was queued. */
export const queuedAudit = {
  operation: "RQSB",
  describe: ({ key }: { readonly key: string }, operation?: QueuedOperation) => ({
    ident: key,
    ...queuedRow(operation),
  }),
} as const;

/** `QRES` for a password reset that somebody queues in the user interface, there only (specification section 6). */
export function resetAudit(_input: unknown, _output: unknown, caller: Caller): AuditCode {
  return caller.module === "ui" ? "QRES" : "RQSB";
}
