import { auditRefusalMaxCharacters } from "#domain/audit-limits.ts";
import { type AuditCode, auditOperations, isAuditCode } from "#domain/audit/audit-operations.ts";
import { ServiceError } from "#domain/errors.ts";
import type { AuditRow } from "#store/audit/audit.ts";

import type { CallContext } from "./context.ts";
import type { Operation } from "./define-operation.ts";

type Told = Pick<CallContext, "caller" | "clock" | "startedAt">;

/** Columns by which a call describes itself; the service fills the others. */
const describedColumns = ["recipient", "ident", "targetSystem", "account", "batchId"] as const;

/** Builds the audit row of a successful call. */
export function auditRowOf<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  context: Told,
  { input, output }: { readonly input: Input; readonly output: Output },
): AuditRow {
  const { operation: named } = operation.audit;
  const code = typeof named === "string" ? named : named(input, output, context.caller);
  return { ...plainRow(operation.name, context, { code, result: "S" }), ...operation.audit.describe?.(input, output) };
}

/** Builds the audit row of a repeated call that gets its stored answer. */
export function repeatRowOf<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  context: Told,
  input: Input,
): AuditRow {
  const { operation: named } = operation.audit;
  const code = typeof named === "string" ? named : named(input, undefined, context.caller);
  const plain = plainRow(operation.name, context, { code, result: "S" });
  return { ...plain, ...operation.audit.describe?.(input), message: "Answered again, as it was before." };
}

/**
 * Builds the audit row of a refused call. Its input may have any shape: only texts and numbers are taken, as texts, and everything else is
 * left out. The refusing policy and its reason are only for the audit; the caller learns only that a policy refused.
 */
export function refusalRowOf<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  context: Told,
  { input, error }: { readonly input: unknown; readonly error: unknown },
): AuditRow {
  const given = input as Input;
  const { operation: named } = operation.audit;
  const code = typeof named === "string" ? named : attempt(() => named(given, undefined, context.caller));
  const known = typeof code === "string" && isAuditCode(code) ? code : "CALL";
  return {
    ...plainRow(operation.name, context, { code: known, result: "F" }),
    ...described(attempt(() => operation.audit.describe?.(given))),
    message: refusalText(error).slice(0, auditRefusalMaxCharacters),
  };
}

function plainRow(
  name: string,
  { caller, clock, startedAt }: Told,
  { code, result }: { readonly code: AuditCode; readonly result: "S" | "F" },
): AuditRow {
  return {
    sessid: caller.sessid,
    actor: caller.key ?? caller.id,
    ip: caller.ip ?? null,
    requestId: caller.requestId,
    operation: code,
    result,
    durationMs: clock.now() - startedAt,
    ...(auditOperations[code]?.namesOperation ? { message: name } : {}),
  };
}

function described(description: Partial<AuditRow> | undefined): Partial<AuditRow> {
  const values: Partial<Record<(typeof describedColumns)[number], string>> = {};
  for (const column of describedColumns) {
    const value: unknown = description?.[column];
    if (typeof value === "string" || typeof value === "number") values[column] = String(value);
  }
  return values;
}

function refusalText(error: unknown): string {
  if (!(error instanceof ServiceError)) return "INTERNAL";
  const { code, kind, message, detail } = error;
  return kind === "forbidden" && detail !== undefined ? `${code}: ${detail}` : `${code}: ${message}`;
}

/** Returns the result of a description; undefined if it throws, because the input of a refused call may have any shape. */
export function attempt<T>(describe: () => T): T | undefined {
  try {
    return describe();
  } catch {
    return undefined;
  }
}
