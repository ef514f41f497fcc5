import { ServiceError } from "#domain/errors.ts";
import { afterAnswer, answerProblem, peopleOfTask, type TaskAnswer } from "#domain/requests/task.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { endPerformed } from "./end-performed.ts";
import type { FoundTask } from "./find-task.ts";
import { noteEvent } from "./note-event.ts";
import { settleWork } from "./settle-work.ts";
import { saveTask, taskOf } from "./task-rows.ts";

/** Answer to a task, as the call gives it. */
export interface StatedAnswer {
  readonly answer: TaskAnswer;
  /** Key of the user to whom the task is handed on; null or absent if it is not. */
  readonly to?: string | null;
  readonly reason: string | null;
}

const overrideReason = "Somebody who is no implementer of the task gives a reason. Give it in reason.";

/**
 * Records the answer of the caller to a task, and saves the state that follows. Superusers may complete, fail and hand on every task that is not for
 * themselves, with a reason. Returns the operation.
 * @throws TASK_CLOSED, TASK_TAKEN, TASK_ACCEPTED, NOT_AN_IMPLEMENTER, REASON_REQUIRED
 */
export async function answerTask(
  context: CallContext,
  found: FoundTask,
  { answer, to = null, reason }: StatedAnswer,
): Promise<Row<"requestOperations">> {
  const { caller, clock, store } = context;
  const { operation, offers, request } = found;
  const given = { userKey: caller.key ?? "", answer, to };
  const own = answerProblem(taskOf(found), given, false);
  // Nobody says of what is for themselves that it is done.
  const mayOverride = caller.superuser && request.recipientKey !== caller.key;
  const isOverride = mayOverride && (own === "NOT_AN_IMPLEMENTER" || own === "TASK_TAKEN");
  const problem = isOverride ? answerProblem(taskOf(found), given, true) : own;
  if (problem !== undefined) throw new ServiceError(problem, { target: "operation" });
  if (isOverride && reason === null)
    throw new ServiceError("REASON_REQUIRED", { target: "reason", message: overrideReason });
  noteEvent(context, operation.requestKey, "taskAnswered", {
    operation: operation.key,
    user: given.userKey,
    answer,
    to,
    reason,
    override: isOverride,
  });
  const declined = offers.filter(({ userKey }) => answer === "declined" && userKey === given.userKey);
  for (const { key } of declined) await store.save("requestAuthorizers", { key, declinedAt: clock.now() });
  const people = declined.length === 0 ? offers : await reread(context, operation.key);
  return saveTask(context, { operation, offers: people }, afterAnswer(taskOf(found), given));
}

function reread({ store }: CallContext, requestPhaseKey: string): Promise<readonly Row<"requestAuthorizers">[]> {
  return store.select("requestAuthorizers", { where: { requestPhaseKey } });
}

/** Notifies the people for whom a task waits again, because the one who had it gave it back. */
export async function tellReturned(context: CallContext, { request, operation }: FoundTask): Promise<void> {
  const now = await context.store.get("requestOperations", operation.key);
  const to = now ? peopleOfTask(now, await reread(context, operation.key)) : [];
  notice(context, "taskReturned", { requestKey: request.key, to, facts: { operation: operation.sequence } });
}

/**
 * Continues a request after an answer to one of its tasks: ends it with its last operation, or brings its status up to what is left, and wakes
 * its workflow where an operation has ended.
 */
export async function continueWork(
  context: CallContext,
  { key }: Pick<Row<"reqbatch">, "key">,
  { hasEnded }: { readonly hasEnded: boolean },
): Promise<void> {
  const { store } = context;
  const request = await store.lock("reqbatch", key);
  if (!request) return;
  if (!(await endPerformed(context, request))) {
    const operations = await store.select("requestOperations", { where: { requestKey: key } });
    await settleWork(context, request, operations);
  }
  if (hasEnded) await store.outbox.add({ workflowType: "request", workflowId: key });
}
