import { ServiceError } from "#domain/errors.ts";
import { isFinal } from "#domain/requests/request-status.ts";
import { ticketEffect, type TicketEffect, type TicketOutcome } from "#domain/requests/ticket-rules.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { endGrantNow } from "../../kernel/rows/end-grant-now.ts";
import { cancelRequest, isCancellable } from "./cancel-request.ts";
import { findTask } from "./find-task.ts";
import { finishTask } from "./finish-task.ts";
import { ticketSystemsOf } from "./follow-with-tickets.ts";
import { madeObject } from "./made-object.ts";
import { noteEvent } from "./note-event.ts";
import { saveTask } from "./task-rows.ts";

/** Ticket that its system has closed, with its words and the effect that they have. */
export interface FollowedTicket {
  readonly ticket: Row<"tickets">;
  readonly said: { readonly outcome: TicketOutcome; readonly text?: string | null | undefined };
  readonly effect: TicketEffect;
}

/**
 * Follows a ticket that its system has closed, in the current transaction, which has the request locked: notes it, and does what the effect
 * says. A request that has ended only has access left that may end.
 */
export async function followTicket(
  context: CallContext,
  request: Row<"reqbatch">,
  followed: FollowedTicket,
): Promise<void> {
  const { ticket, said, effect } = followed;
  const { cancels = false, completes = false, endsAccess = false } = ticketEffect(effect);
  if (!isFinal(request.status)) {
    const isCancelled = cancels && (await isCancellable(context, request));
    noteEvent(context, request.key, "ticket", {
      ticket: ticket.key,
      system: ticket.ticketSystemId,
      outcome: said.outcome,
      text: said.text ?? null,
      cancels: isCancelled,
    });
    if (isCancelled) await cancelRequest(context, request);
    if (completes) await completeTasks(context, followed);
  }
  if (endsAccess) await endGrants(context, ticket);
}

/** Completes the open tasks on target systems of the ticket system; one that needs an ID which nobody has named stays open. */
async function completeTasks(context: CallContext, { ticket, said }: FollowedTicket): Promise<void> {
  const { requestKey } = ticket;
  const operations = await context.store.select("requestOperations", {
    where: { requestKey },
    orderBy: [["sequence", "asc"]],
  });
  const systemOf = await ticketSystemsOf(
    context,
    new Set(operations.flatMap(({ targetSystemKey }) => targetSystemKey ?? [])),
  );
  for (const { sequence, task, targetSystemKey } of operations) {
    const isWaiting = task === "offered" || task === "accepted";
    if (isWaiting && systemOf.get(targetSystemKey ?? "") === ticket.ticketSystemId)
      await completeTask(context, ticket, { sequence, words: said.text ?? null });
  }
}

interface Completed {
  readonly sequence: number;
  readonly words: string | null;
}

async function completeTask(context: CallContext, ticket: Row<"tickets">, { sequence, words }: Completed) {
  const { requestKey } = ticket;
  const found = await completable(context, requestKey, sequence);
  if (found === undefined) return;
  const { operation, request, object } = found;
  noteEvent(context, requestKey, "taskClosedByTicket", { operation: operation.key, ticket: ticket.key });
  const { implementerKey } = operation;
  const closed = await saveTask(context, found, { task: "closed", implementerKey });
  await finishTask(context, request, { closed, object, words });
}

/** Returns a task with the object that it makes by the name that was requested; undefined if an implementer has to say more. */
async function completable(context: CallContext, requestKey: string, sequence: number) {
  try {
    const found = await findTask(context, requestKey, sequence);
    return { ...found, object: await madeObject(context, found, { shortId: null, stableId: null }) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    context.log.info({ err: error, requestKey, sequence }, "A ticket could not complete a task.");
    return undefined;
  }
}

/** Ends the direct access that a request has given on target systems of the ticket system. */
async function endGrants(context: CallContext, { requestKey, ticketSystemId }: Row<"tickets">): Promise<void> {
  const { store } = context;
  const where = { requestKey, endedAt: null, throughGroup: null };
  const grants = await store.select("grants", { where, orderBy: [["key", "asc"]], forUpdate: true });
  const systemOf = await ticketSystemsOf(context, new Set(grants.map(({ targetSystemKey }) => targetSystemKey)));
  for (const grant of grants)
    if (systemOf.get(grant.targetSystemKey) === ticketSystemId) await endGrantNow(context, grant);
}
