import { auditRefusalMaxCharacters } from "#domain/audit-limits.ts";
import type { AuditCode } from "#domain/audit/audit-operations.ts";
import type { ServiceError } from "#domain/errors.ts";
import { isAudited } from "#operations/kernel/audited-callers.ts";

import type { CallContext, CallState, FoundSoFar, Middleware } from "../call-state.ts";
import { knownError, presentError } from "../errors.ts";
import type { RateLimits } from "../hygiene/rate-limits.ts";
import { putAnswer } from "../put-answer.ts";
import { strangerOf } from "../stranger.ts";

/** Answers a call that fails. It counts each refused call, and writes each to the audit. */
export function refusals(rates: RateLimits): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      const { status } = ctx.state.answer;
      if (status >= 400 && status < 500) note(ctx.state, undefined, `HTTP ${status}: answered by its route`);
    } catch (error) {
      const status = refuse(ctx, error, rates);
      ctx.state.signedIn?.(status);
      return;
    }
    ctx.state.signedIn?.(ctx.state.answer.status);
  };
}

/** Answers with the refusal. Returns the status of the error itself, which the form of an answer may hide. */
function refuse(ctx: CallContext, error: unknown, rates: RateLimits): number {
  const { state } = ctx;
  const found: FoundSoFar = state;
  state.caller = found.caller ?? strangerOf(state);
  const known = counted(state, knownError(error), rates);
  const { code, detail, cause, kind, message } = known;
  const level = kind === "internal" ? "error" : "debug";
  state.services.log[level]({ requestId: state.requestId, code, detail, err: cause }, "call refused");
  if (kind !== "unavailable") note(state, error, `${code}: ${message}`);
  const usual = presentError(known);
  const answer = found.route?.presentError?.(known) ?? usual;
  if (isLast(ctx, usual.status)) state.headers = { ...state.headers, connection: "close" };
  putAnswer(state, answer);
  return usual.status;
}

/** Returns the refusal of a call. A call that nothing has counted yet is counted here, so that refused calls are limited too. */
function counted(
  { caller, isCounted = false }: FoundSoFar & Pick<CallState, "caller">,
  error: ServiceError,
  rates: RateLimits,
): ServiceError {
  const isOurs = error.kind === "internal" || error.kind === "unavailable";
  if (isCounted || isOurs) return error;
  try {
    rates.unrouted(caller);
    return error;
  } catch (tooMany) {
    return knownError(tooMany);
  }
}

/** Notes a refused call. A call of a group is noted when its transaction is undone, and not while it is prepared. */
function note(state: CallState, error: unknown, words: string): void {
  const { together } = state.services;
  if (together === undefined) writeNote(state, error, words);
  else if (!together.isPreparing) together.refused(error, async () => writeNote(state, error, words));
}

/** Writes a refusal that reached no operation to the audit too: counted, and never waited for. */
function writeNote({ caller, services }: CallState, error: unknown, words: string): void {
  if (isAudited(caller, error)) return;
  const message = words.slice(0, auditRefusalMaxCharacters);
  const { sessid, requestId, module, ip = null } = caller;
  const operation = "CALL" satisfies AuditCode;
  const row = { sessid, requestId, actor: caller.key ?? caller.id, ip, operation, result: "F" as const, message };
  void services.gathered.note({ row, module });
}

// The rest of a body is not read if it or the calls are too many, or nobody has signed it; then the connection ends.
function isLast({ req, state }: CallContext, status: number): boolean {
  if (status === 413) return true;
  const { route }: FoundSoFar = state;
  return !req.complete && (status === 429 || (status === 401 && route?.signedBy !== undefined));
}
