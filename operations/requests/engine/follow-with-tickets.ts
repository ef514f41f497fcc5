import { isFinal } from "#domain/requests/request-status.ts";
import { opensTicket } from "#domain/requests/ticket-rules.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { queueDelivery } from "../../kernel/queue-deliveries.ts";

type Request = Row<"reqbatch">;
type System = Row<"ticketSystems">;
type Following = Pick<CallContext, "store" | "clock" | "ids">;

/**
 * Follows a request that has a new status with its tickets, in the current transaction: opens those that are due, comments on open ones,
 * and closes them with its end. The calls of the ticket systems are queued, so the request waits for none.
 */
export async function followWithTickets(context: Following, request: Request): Promise<void> {
  const { store } = context;
  if (request.direct) return;
  const systems = await store.select("ticketSystems");
  if (systems.length === 0) return;
  const facts = { status: request.status };
  const tickets = await store.select("tickets", { where: { requestKey: request.key } });
  for (const { key, state } of tickets) {
    const act = isFinal(request.status) ? "close" : "comment";
    if (state !== "closed") await queueDelivery(context, { kind: "ticketSystem", subjectKey: key, act, facts });
  }
  const due = systems.filter(
    ({ id, enabled, opens }) =>
      enabled && opensTicket(opens, request.status) && !tickets.some(({ ticketSystemId }) => ticketSystemId === id),
  );
  if (due.length > 0) await openTickets(context, request, due);
}

async function openTickets(context: Following, request: Request, systems: readonly System[]): Promise<void> {
  const { store, clock, ids } = context;
  const operations = await store.select("requestOperations", { where: { requestKey: request.key } });
  const systemOf = await namedSystems(context, new Set(operations.map(({ targetSystemKey }) => targetSystemKey)));
  for (const { id } of systems) {
    const own = operations.filter(({ targetSystemKey }) => systemOf.get(targetSystemKey) === id);
    if (own.length === 0) continue;
    const key = ids.guid();
    await store.add("tickets", {
      key,
      requestKey: request.key,
      operationKey: own.length === 1 ? (own[0]?.key ?? null) : null,
      ticketSystemId: id,
      state: "waiting",
      createdAt: clock.now(),
    });
    const facts = { status: request.status };
    await queueDelivery(context, { kind: "ticketSystem", subjectKey: key, act: "open", facts });
  }
}

/** Returns the ticket systems that target systems name, by the IDs of the target systems. */
async function namedSystems(
  { store }: Following,
  targetSystemIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const named = new Map<string, string>();
  for (const targetSystemId of targetSystemIds) {
    const where = { targetSystemId, name: "ticketSystem" };
    const [option] = await store.select("targetSystemOptions", { where, limit: 1 });
    if (typeof option?.value === "string") named.set(targetSystemId, option.value);
  }
  return named;
}
