import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { isFinal } from "#domain/requests/request-status.ts";
import { opensTicket, ticketEffect } from "#domain/requests/ticket-rules.ts";
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
  if (request.direct || request.ticketed === false) return;
  const systems = await store.select("ticketSystems");
  if (systems.length === 0) return;
  const facts = { status: request.status };
  const tickets = await store.select("tickets", { where: { requestKey: request.key } });
  const lasting = isFinal(request.status) ? await endedByTicket(context, request, systems) : new Set();
  for (const { key, state, ticketSystemId } of tickets) {
    const act = isFinal(request.status) && !lasting.has(ticketSystemId) ? "close" : "comment";
    if (state !== "closed") await queueDelivery(context, { kind: "ticketSystem", subjectKey: key, act, facts });
  }
  const due = systems.filter(
    ({ id, enabled, opens }) =>
      enabled && opensTicket(opens, request.status) && !tickets.some(({ ticketSystemId }) => ticketSystemId === id),
  );
  if (due.length > 0) await openTickets(context, request, due);
}

/** Returns the IDs of the ticket systems whose tickets end the access that a request has given, so that they stay open after it. */
async function endedByTicket(
  { store }: Pick<CallContext, "store">,
  { key: requestKey }: Request,
  systems: readonly System[],
): Promise<ReadonlySet<string>> {
  const ending = systems.filter(({ whenDone, whenRejected }) =>
    [whenDone, whenRejected].some((effect) => ticketEffect(effect).endsAccess === true),
  );
  if (ending.length === 0) return new Set();
  const grants = await store.select("grants", { where: { requestKey, endedAt: null, throughGroup: null } });
  const systemOf = await ticketSystemsOf({ store }, new Set(grants.map(({ targetSystemKey }) => targetSystemKey)));
  return new Set(ending.map(({ id }) => id).filter((id) => [...systemOf.values()].includes(id)));
}

async function openTickets(context: Following, request: Request, systems: readonly System[]): Promise<void> {
  const { store, clock, ids } = context;
  const operations = await store.select("requestOperations", { where: { requestKey: request.key } });
  const systemOf = await ticketSystemsOf(
    context,
    new Set(operations.flatMap(({ targetSystemKey }) => targetSystemKey ?? [])),
  );
  for (const { id } of systems) {
    const own = operations.filter(({ targetSystemKey }) => systemOf.get(targetSystemKey ?? "") === id);
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

const optionName = "ticketSystem";

/** Reports whether one of some target systems names a ticket system, so that a request about them can have tickets. */
export async function namesTicketSystem(
  { store }: Pick<CallContext, "store">,
  targetSystemIds: readonly string[],
): Promise<boolean> {
  const where = allOf(oneOf("targetSystemId", targetSystemIds), eq("name", optionName));
  return (await store.count("targetSystemOptions", where)) > 0;
}

/** Returns the ticket systems that target systems name, by the IDs of the target systems. */
export async function ticketSystemsOf(
  { store }: Pick<CallContext, "store">,
  targetSystemIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const named = new Map<string, string>();
  for (const targetSystemId of targetSystemIds) {
    const where = { targetSystemId, name: optionName };
    const [option] = await store.select("targetSystemOptions", { where, limit: 1 });
    if (typeof option?.value === "string") named.set(targetSystemId, option.value);
  }
  return named;
}
