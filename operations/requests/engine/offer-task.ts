import { offeredTo, peopleOfTask, type Task } from "#domain/requests/task.ts";
import type { Row } from "#store/tables.ts";

import type { FoundImplementer } from "../../abilities/implementers-of.ts";
import { withActiveDelegates } from "../../approvals/active-delegates.ts";
import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { noteOffered, type Offer, offersOf, saveTask } from "./task-rows.ts";

type Operation = Row<"requestOperations">;

/** Operation that is offered, in a request that the current transaction has locked. */
export interface OfferedOperation {
  readonly request: Row<"reqbatch">;
  readonly operation: Operation;
}

/**
 * Offers an operation as a task to people and to their delegates, who are notified; who declined it before may be among them. Without anybody
 * it is unassigned. Returns the operation.
 */
export async function offerTask(
  context: CallContext,
  { request, operation }: OfferedOperation,
  people: readonly FoundImplementer[],
): Promise<Operation> {
  const offers = await saveOffers(context, { request, operation }, people);
  const task: Task = offeredTo(offers, null);
  const offered = await saveTask(context, { operation, offers }, task);
  noteOffered(context, { operation: offered, offers });
  const to = peopleOfTask(task, offers);
  notice(context, "taskOffered", { requestKey: request.key, to, facts: { operation: operation.sequence } });
  return offered;
}

/** Postpones the offer of an operation until plug-ins have named its implementers. Returns the operation. */
export async function awaitImplementers(context: CallContext, { operation }: OfferedOperation): Promise<Operation> {
  const task: Task = { task: "calculating", implementerKey: null };
  const awaiting = await saveTask(context, { operation, offers: [] }, task);
  noteOffered(context, { operation: awaiting, offers: [] });
  return awaiting;
}

/** Replaces the people to whom an operation is offered. */
async function saveOffers(
  context: CallContext,
  { request, operation }: OfferedOperation,
  people: readonly FoundImplementer[],
): Promise<readonly Offer[]> {
  const { store, ids, clock } = context;
  for (const { key } of (await offersOf(context, [operation])).get(operation.key) ?? [])
    await store.remove("requestAuthorizers", key);
  const authorizers = people.map((person) => ({ ...person, veto: false, inputRequired: false }));
  const excluded = [request.recipientKey];
  const asked = await withActiveDelegates(context, request, { authorizers, excluded });
  const place = { requestKey: request.key, requestPhaseKey: operation.key, askedAt: clock.now() };
  const saved: Offer[] = [];
  for (const person of asked)
    saved.push(await store.add("requestAuthorizers", { ...person, ...place, key: ids.guid() }));
  return saved;
}
