import { ServiceError } from "#domain/errors.ts";
import type { AuditRow } from "#store/audit/audit.ts";

import type { AggregatedRefusal } from "./aggregated-refusals.ts";
import { attempt, auditRowOf, refusalRowOf } from "./audited-call.ts";
import { markAudited } from "./audited-callers.ts";
import type { CallContext } from "./context.ts";
import type { Operation } from "./define-operation.ts";
import { measureSignIn } from "./measure-call.ts";
import { strangerNameOf } from "./stranger-name.ts";
import { tellRequested } from "./tell-requested.ts";

/** Audit of one call that is performed. */
export interface CallAudit<Output> {
  /** Writes the row, in the call's own transaction. A stranger's repeated call without an effect is only counted. */
  done(output: Output): Promise<void>;
  /** Returns true if the call, which threw nothing, was a refusal. */
  isRefusal(): boolean;
  /** Releases the first call of a kind after a rollback. */
  undone(): void;
}

/** Makes the audit of a call. */
export function createCallAudit<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  context: CallContext,
  input: Input,
): CallAudit<Output> {
  const { store, gathered, caller } = context;
  let first: AggregatedRefusal | undefined;
  let isRefusal = false;
  return {
    isRefusal: () => isRefusal,
    async done(output) {
      const plain = auditRowOf(operation, context, { input, output });
      const named = await withName(operation, context, { row: plain, input });
      const row = await tellRequested(store, named, operation.audit.places?.(input, output));
      isRefusal = row.result === "F";
      if (isRefusal) markAudited(caller);
      store.afterCommit(() => measureSignIn(context, row));
      const isIdle = row.result === "F" || (operation.audit.isIdle?.(output) ?? false);
      if (caller.kind !== "anonymous" || !isIdle || store.hasEffect()) return store.audit(row);
      const call = { row, module: caller.module };
      // The transaction may restart; the call is still the first then.
      if (first === undefined && !gathered.isFirst(call)) return store.afterCommit(() => gathered.count(call));
      first = call;
      return store.audit(row);
    },
    undone() {
      if (first !== undefined) gathered.release(first);
    },
  };
}

/** Audits a refused call; repeats by strangers are counted. It never fails. */
export async function auditRefusal<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  context: CallContext,
  { input, error }: { readonly input: unknown; readonly error: unknown },
): Promise<void> {
  if (operation.audit.when === "never" && error instanceof ServiceError && error.kind !== "forbidden") return;
  const { store, gathered, caller, log } = context;
  const plain = refusalRowOf(operation, context, { input, error });
  measureSignIn(context, plain);
  markAudited(caller, error);
  try {
    const named = await withName(operation, context, { row: plain, input: input as Input });
    const row = await tellRequested(store, named, placesOf(operation, input));
    if (caller.kind === "anonymous") await gathered.note({ row, module: caller.module });
    else await store.transaction(() => store.audit(row));
  } catch (cause) {
    // The refusal itself must reach the caller even while the database is away; the log then holds the missing audit row.
    const { name } = operation;
    const { requestId } = caller;
    log.error({ err: cause, operation: name, requestId, refused: plain.message }, "a refusal could not be audited");
  }
}

/** Returns the places that a refused call names, whose input may have any shape; null if it names none. */
function placesOf<Input, Output, Prepared>(
  { audit }: Operation<Input, Output, Prepared>,
  input: unknown,
): readonly number[] | null {
  const places: unknown = attempt(() => audit.places?.(input as Input));
  return Array.isArray(places) ? (places as readonly number[]) : null;
}

async function withName<Input, Output, Prepared>(
  { audit }: Operation<Input, Output, Prepared>,
  context: CallContext,
  { row, input }: { readonly row: AuditRow; readonly input: Input },
): Promise<AuditRow> {
  if (row.result !== "F" || audit.named === undefined) return row;
  return {
    ...row,
    ident: await strangerNameOf(
      context,
      attempt(() => audit.named?.(input)),
    ),
  };
}
