import { ServiceError } from "#domain/errors.ts";
import { pluginReasonMaxCharacters } from "#domain/plugin-limits.ts";
import { definitionOf } from "#domain/requests/operation-codes.ts";
import { requestStatuses } from "#domain/requests/request-status.ts";
import { ticketCallbackPath } from "#domain/requests/ticket-callback.ts";
import type { TicketField } from "#domain/requests/ticket-rules.ts";
import type { TicketSystemRequest } from "#plugins/contract/ticket-system.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { Attempt, Courier, Delivery } from "../../kernel/courier.ts";
import { publicAddressOf } from "../../kernel/issuer.ts";
import { pluginServices } from "../../plug-ins/engine/plugin-services.ts";
import { pluginUser } from "../../plug-ins/engine/plugin-user.ts";

type Ticket = Row<"tickets">;
type System = Row<"ticketSystems">;
type Request = Row<"reqbatch">;
type RequestOfTicket = TicketSystemRequest["request"];

/** Courier of tickets: it asks the plug-in of their ticket system to open, comment on or close them. */
export const ticketCourier: Courier<CallContext> = {
  async attempt(context, delivery) {
    const { store } = context;
    const ticket = await store.get("tickets", delivery.subjectKey);
    const system = ticket && (await store.get("ticketSystems", ticket.ticketSystemId));
    const request = ticket && (await store.get("reqbatch", ticket.requestKey));
    if (ticket === undefined || system === undefined || request === undefined)
      return { outcome: "refused", plugin: null, reason: "The ticket system was removed." };
    const { plugin } = system;
    if (!system.enabled) return { outcome: "later", plugin, reason: "The ticket system is disabled." };
    if (delivery.act !== "open" && ticket.ticketId === null)
      return { outcome: "refused", plugin, reason: "The ticket was never opened." };
    return ask(context, plugin, await taskOf(context, { delivery, ticket, system, request }));
  },

  async recorded({ store, clock }, { subjectKey, act }, { state, reason, answer = {} }) {
    const ticket = await store.lock("tickets", subjectKey);
    if (ticket === undefined || ticket.state === "closed") return;
    const now = clock.now();
    const isAccepted = state === "delivered";
    const opened = isAccepted && ticket.openedAt === null ? { openedAt: now } : {};
    const isClosed = isAccepted && act === "close";
    await store.save("tickets", {
      key: ticket.key,
      ...answer,
      ...opened,
      ...(isClosed && { closedAt: now }),
      state: stateAfter(ticket, { act, state }),
      lastTriedAt: now,
      lastError: reason?.slice(0, pluginReasonMaxCharacters) ?? null,
    });
  },
};

function stateAfter(
  { openedAt }: Ticket,
  { act, state }: Pick<Delivery, "act" | "state">,
): Exclude<Ticket["state"], null> {
  if (state === "delivered") return act === "close" ? "closed" : "open";
  // A lost comment is no lost ticket.
  if (state === "dead" && act !== "comment") return "failed";
  return openedAt === null ? "waiting" : "open";
}

async function ask(context: CallContext, name: string, request: TicketSystemRequest): Promise<Attempt> {
  try {
    const services = pluginServices(context);
    const { id, address } = await context.plugins.ask({ kind: "ticketSystem", name, request, services });
    const answer = { ticketId: id, ...(address !== undefined && { address }) };
    return { outcome: "delivered", plugin: name, reason: null, answer };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "PLUGIN_UNUSABLE") throw error;
    return { outcome: "later", plugin: name, reason: error.message };
  }
}

interface Task {
  readonly delivery: Delivery;
  readonly ticket: Ticket;
  readonly system: System;
  readonly request: Request;
}

async function taskOf(context: CallContext, { delivery, ticket, system, request }: Task): Promise<TicketSystemRequest> {
  const described = await describe(context, { system, request, delivery });
  return {
    act: delivery.act as TicketSystemRequest["act"],
    id: delivery.key,
    ticket: { key: ticket.key, id: ticket.ticketId },
    request: described,
    text: `Request ${described.number}: ${described.status}`,
    callback: publicAddressOf(context.settings) + ticketCallbackPath(system.id),
  };
}

/** Describes a request by its codes, with those fields of people that the ticket system is given. */
async function describe(
  context: CallContext,
  { system, request, delivery }: Pick<Task, "system" | "request" | "delivery">,
): Promise<RequestOfTicket> {
  const { store, settings } = context;
  const isGiven = (field: TicketField) => system.fields?.includes(field) === true;
  const rows = await store.select("requestOperations", {
    where: { requestKey: request.key },
    orderBy: [["sequence", "asc"]],
  });
  const status = (delivery.facts["status"] ?? request.status) as Request["status"];
  return {
    key: request.key,
    number: request.number,
    status: requestStatuses[status].title,
    address: settings.requestPageAddress?.replaceAll("{key}", () => encodeURIComponent(request.key)) ?? null,
    operations: rows.map(({ code, targetSystemKey, groupName, accountName }) => ({
      code,
      title: definitionOf(code).title,
      targetSystemKey,
      ...(isGiven("objects") && { object: groupName ?? accountName }),
    })),
    ...(isGiven("requester") && { requester: await pluginUser(context, request.requesterKey) }),
    ...(isGiven("recipient") && { recipient: await pluginUser(context, request.recipientKey) }),
    ...(isGiven("reason") && { reason: request.reason }),
  };
}
