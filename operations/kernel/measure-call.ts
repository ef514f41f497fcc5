import { ServiceError } from "#domain/errors.ts";
import type { AuditRow } from "#store/audit/audit.ts";

import type { CallContext, ServiceContext } from "./context.ts";
import type { Operation } from "./define-operation.ts";

/** Result of a call for the metrics. */
export type CallResult = "ok" | "refused" | "failed";

/** Code of a sign-in in the audit. */
const signInCode = "LGIN";

/** Counts a call of an operation by its name, with its duration. A call that only prepares is not counted: its result is no answer. */
export function measureCall(
  { name, kind = "write" }: Pick<Operation, "name" | "kind">,
  { metrics, together }: Pick<CallContext, "metrics" | "together">,
  { result, beganMs }: { readonly result: CallResult; readonly beganMs: number },
): void {
  if (together?.isPreparing === true) return;
  metrics.count("operations", { operation: name, result });
  metrics.observe("operationSeconds", { kind }, (performance.now() - beganMs) / 1000);
}

/** Returns the result of a call that threw an error: a rule refused it, or something failed. */
export function resultOfError(error: unknown): CallResult {
  return error instanceof ServiceError && error.kind !== "unavailable" && error.kind !== "internal"
    ? "refused"
    : "failed";
}

/** Counts a sign-in by its audit row; other rows are not counted. */
export function measureSignIn({ metrics }: Pick<ServiceContext, "metrics">, { operation, result }: AuditRow): void {
  if (operation === signInCode) metrics.count("signIns", { result: result === "S" ? "ok" : "refused" });
}
