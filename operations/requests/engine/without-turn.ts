import { passwordTurnPauseMs } from "#domain/password-queue-limits.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { supersededCode, supersededWords } from "#domain/requests/password-queue.ts";
import type { TurnDecision } from "#domain/requests/password-turn.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { rememberReplaced } from "./password-history.ts";
import { auditOutcome } from "./record-outcome.ts";

type Operation = Row<"requestOperations">;

/** A change that may not be sent now. */
export interface WithoutTurn {
  readonly operation: Operation;
  readonly turn: Exclude<TurnDecision, "go">;
}

/** Returns what changes of an operation that may not be sent now: it waits, or ends because a newer change has taken its place. */
export async function withoutTurn(
  context: CallContext,
  request: Row<"reqbatch">,
  { operation, turn }: WithoutTurn,
): Promise<Partial<Omit<Operation, "key">>> {
  const now = context.clock.now();
  if (turn === "wait") return { result: OperationResult.Pending, nextTryAt: now + passwordTurnPauseMs };
  const result = OperationResult.Failed;
  const outcome = { message: supersededWords };
  await auditOutcome(context, { request, operation, outcome, result, applied: {} });
  await rememberReplaced(context, operation);
  const error = { errorCode: supersededCode, errorMessage: supersededWords };
  return { result, ...error, nextTryAt: null, finishedAt: now };
}
