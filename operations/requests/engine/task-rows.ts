import { oneOf } from "#domain/query/condition.ts";
import { passwordTime } from "#domain/requests/task-password.ts";
import { type OfferedTask, peopleOfTask, type Task } from "#domain/requests/task.ts";
import type { Row } from "#store/tables.ts";

import { keepWaiting } from "../../approvals/keep-waiting.ts";
import type { CallContext } from "../../kernel/context.ts";
import { noteEvent } from "./note-event.ts";

type Operation = Row<"requestOperations">;

/** Row by which a task is offered to a person. */
export type Offer = Row<"requestAuthorizers">;

/** Operation that is a task, with the rows of those to whom it was offered. */
export interface TaskRows {
  readonly operation: Operation;
  readonly offers: readonly Offer[];
}

/** Returns the rows of those to whom operations were offered, by the keys of the operations. */
export async function offersOf(
  { store }: Pick<CallContext, "store">,
  operations: readonly Pick<Operation, "key">[],
): Promise<ReadonlyMap<string, readonly Offer[]>> {
  const keys = operations.map(({ key }) => key);
  if (keys.length === 0) return new Map();
  const where = oneOf("requestPhaseKey", keys);
  const rows = await store.select("requestAuthorizers", { where, orderBy: [["userKey", "asc"]] });
  return Map.groupBy(rows, ({ requestPhaseKey }) => requestPhaseKey);
}

/** Returns a task as the rules see it. */
export function taskOf({ operation: { task, implementerKey }, offers }: TaskRows): OfferedTask {
  return { task, implementerKey, people: offers };
}

/** Saves the state of a task, and for whom it waits now; returns the operation. */
export async function saveTask(
  context: CallContext,
  { operation, offers }: TaskRows,
  { task, implementerKey }: Task,
): Promise<Operation> {
  const { store, clock } = context;
  const saved = await store.save("requestOperations", {
    key: operation.key,
    task,
    implementerKey,
    // Another state has another password: nobody is shown one that somebody else has seen.
    ...(operation.task === task && operation.implementerKey === implementerKey
      ? {}
      : {
          taskSince: clock.now(),
          passwordUntil: passwordTime(operation.code, { task }, clock.now()),
          passwordShownAt: null,
        }),
  });
  await keepWaiting(context, offers, peopleOfTask({ task, implementerKey }, offers));
  return saved;
}

/** Records in the ledger to whom a task is offered now. */
export function noteOffered(context: CallContext, { operation, offers }: TaskRows): void {
  const asked = offers.filter(({ declinedAt }) => declinedAt === null);
  noteEvent(context, operation.requestKey, "taskOffered", {
    operation: operation.key,
    state: operation.task ?? "offered",
    implementer: operation.implementerKey,
    people: asked.map(({ userKey, via }) => ({ user: userKey, via: via ?? [] })),
  });
}
