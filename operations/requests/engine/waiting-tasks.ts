import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { offeredTo } from "#domain/requests/task.ts";
import { isWorkStatus } from "#domain/requests/work-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import type { WaitingItem } from "../../kernel/subject.ts";
import { settleWork } from "./settle-work.ts";
import { noteOffered, offersOf, saveTask, type TaskRows } from "./task-rows.ts";
import { TaskSubject } from "./task-subject.ts";

type Request = Row<"reqbatch">;

/** Returns the tasks of a request that wait for people, each in the place of a phase. */
export async function waitingTasks(
  context: Pick<ServiceContext, "store">,
  request: Request,
): Promise<readonly WaitingItem<CallContext>[]> {
  if (!isWorkStatus(request.status)) return [];
  const where = allOf(eq("requestKey", request.key), oneOf("task", ["offered", "accepted"]));
  const operations = await context.store.select("requestOperations", { where, orderBy: [["sequence", "asc"]] });
  const offers = await offersOf(context, operations);
  return operations.map((operation) => waitingTask(request, { operation, offers: offers.get(operation.key) ?? [] }));
}

/** Returns a task in the place of a phase. */
export function waitingTask(request: Request, { operation, offers }: TaskRows): WaitingItem<CallContext> {
  const { key, sequence, implementerKey } = operation;
  const declined = offers.filter(({ declinedAt }) => declinedAt !== null).map(({ userKey }) => userKey);
  return {
    subject: new TaskSubject(request, operation),
    // Who has declined it is asked again neither by an escalation nor by a delegation.
    phase: { key, sequence, excluded: [request.recipientKey, ...declined] },
    votes: {
      authorizers: offers.filter(({ declinedAt }) => declinedAt === null),
      decisions: implementerKey === null ? [] : [{ userKey: implementerKey }],
    },
    changed: (context) => followPeople(context, key),
  };
}

/** Brings a task, and the status of its request, up to the people to whom it is offered now. */
async function followPeople(context: CallContext, operationKey: string): Promise<void> {
  const { store } = context;
  const operation = await store.get("requestOperations", operationKey);
  const request = operation && (await store.lock("reqbatch", operation.requestKey));
  if (!request) return;
  const offers = (await offersOf(context, [operation])).get(operationKey) ?? [];
  const { task, implementerKey } = operation;
  const isThere = offers.some(({ userKey, declinedAt }) => userKey === implementerKey && declinedAt === null);
  const now = task === "accepted" && isThere ? operation : offeredTo(offers, isThere ? implementerKey : null);
  const saved = await saveTask(context, { operation, offers }, now);
  noteOffered(context, { operation: saved, offers });
  await settleWork(context, request, await store.select("requestOperations", { where: { requestKey: request.key } }));
}
