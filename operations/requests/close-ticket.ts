import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { idMaxCharacters } from "#domain/limits.ts";
import { ticketClosedType } from "#domain/requests/ticket-callback.ts";
import { type TicketEffect, ticketOutcomes } from "#domain/requests/ticket-rules.ts";
import {
  ticketCallbackToleranceSeconds,
  ticketIdMaxCharacters,
  ticketWordsMaxCharacters,
} from "#domain/ticket-limits.ts";
import { isSignedBy, newWebhookSecret } from "#platform/webhooks/webhook-signature.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { acceptedTicketSecrets } from "../kernel/ticket-secrets.ts";
import { followTicket } from "./engine/follow-ticket.ts";

const input = z.strictObject({
  ticketSystem: z.string().max(idMaxCharacters),
  id: z.string(),
  timestamp: z.string(),
  signature: z.string(),
  /** Body, letter by letter as it was signed. */
  body: z.string(),
});

type Callback = z.output<typeof input>;

const closed = z.strictObject({
  type: z.literal(ticketClosedType),
  ticket: z.string().max(idMaxCharacters),
  id: z.string().min(1).max(ticketIdMaxCharacters),
  outcome: z.enum(ticketOutcomes),
  text: z.string().max(ticketWordsMaxCharacters).nullish(),
});

type Closed = z.output<typeof closed>;

/** A ticket that its system has closed. */
export interface ClosedTicket {
  readonly ticketKey: string;
  readonly requestKey: string;
  readonly effect: TicketEffect;
}

/**
 * Closes a ticket for its system, which signs the call, with the effect that the row of the system gives the outcome: never an approval.
 * The end of the ticket refuses any repetition.
 * @throws TICKET_CALLBACK_REFUSED for a call that is not signed in time by a system for an open ticket of its own; INPUT_INVALID for a
 * signed one that says something else
 */
export const closeTicket = defineOperation({
  name: "tickets.close",
  input,
  callers: ["anonymous"],
  audit: {
    operation: "TKCL",
    named: ({ ticketSystem }) => ({ table: "ticketSystems", name: ticketSystem }),
    describe: ({ ticketSystem }, output?: ClosedTicket) => ({
      ident: output?.ticketKey ?? ticketSystem,
      batchId: output?.requestKey ?? null,
      message: output === undefined ? null : output.effect,
    }),
  },
  async prepare(context, callback): Promise<Closed> {
    const system = await context.store.get("ticketSystems", callback.ticketSystem);
    const secrets = system?.enabled === true ? acceptedTicketSecrets(context.store, system, context.clock.now()) : [];
    if (!isSigned(context, callback, secrets)) throw refusal("not signed in time by this ticket system");
    return parsed(callback.body);
  },
  async run(context, { ticketSystem }, said): Promise<ClosedTicket> {
    const { store } = context;
    const known = await store.get("tickets", said.ticket);
    // The request is locked first, as by everyone who changes it.
    const request = known && (await store.lock("reqbatch", known.requestKey));
    const waiting = request === undefined ? [] : await lockWaiting(context, said.ticket);
    const ticket = request && (await store.lock("tickets", said.ticket));
    const system = await store.get("ticketSystems", ticketSystem);
    if (
      request === undefined ||
      ticket === undefined ||
      system === undefined ||
      !(await isOfSystem(context, ticket, { system, said }))
    )
      throw refusal("no open ticket of this ticket system");
    const effect = said.outcome === "rejected" ? system.whenRejected : system.whenDone;
    await endTicket(context, ticket, { said, waiting });
    await followTicket(context, request, { ticket, said, effect });
    return { ticketKey: ticket.key, requestKey: request.key, effect };
  },
});

function refusal(detail: string): ServiceError {
  return new ServiceError("TICKET_CALLBACK_REFUSED", { detail });
}

/** Checks the signature with as much work for an unknown system as for a known one. */
function isSigned(
  { clock, ids }: CallContext,
  { id, timestamp, signature, body }: Callback,
  secrets: readonly Secret[],
): boolean {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const isInTime = Math.abs(clock.now() / 1000 - seconds) <= ticketCallbackToleranceSeconds;
  const tried = secrets.length > 0 ? secrets : [newWebhookSecret(ids)];
  const fits = isSignedBy({ id, timestamp: isInTime ? seconds : 0, body }, signature, tried);
  return fits && isInTime && secrets.length > 0;
}

function parsed(body: string): Closed {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new ServiceError("INPUT_INVALID", { message: "The body is no JSON." });
  }
  const result = closed.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join(".") ?? "";
  throw new ServiceError("INPUT_INVALID", { target: field, message: `${field}: ${issue?.message ?? ""}` });
}

interface Said {
  readonly system: Row<"ticketSystems">;
  readonly said: Closed;
}

/** Reports whether a ticket is open and the system has got it, even if its answer was lost. */
async function isOfSystem({ store }: CallContext, ticket: Row<"tickets">, { system, said }: Said): Promise<boolean> {
  if (ticket.ticketSystemId !== system.id || !system.enabled || ticket.state === "closed") return false;
  if (ticket.ticketId !== null) return ticket.ticketId === said.id;
  const where = { subjectKey: ticket.key, act: "open" };
  const [opening] = await store.select("pluginDeliveries", { where, limit: 1 });
  return (opening?.tries ?? 0) > 0;
}

/** Locks the waiting deliveries of a ticket, before the ticket as by those who record attempts; returns their keys. */
async function lockWaiting({ store }: CallContext, subjectKey: string): Promise<readonly string[]> {
  const where = { subjectKey, state: "waiting" } as const;
  const rows = await store.select("pluginDeliveries", { where, orderBy: [["position", "asc"]], forUpdate: true });
  return rows.map(({ key }) => key);
}

interface Ending {
  readonly said: Closed;
  /** Keys of its waiting deliveries. */
  readonly waiting: readonly string[];
}

/** Closes the row of a ticket; what waits for its system is no longer sent. */
async function endTicket(
  { store, clock }: CallContext,
  ticket: Row<"tickets">,
  { said, waiting }: Ending,
): Promise<void> {
  const now = clock.now();
  await store.save("tickets", {
    key: ticket.key,
    ticketId: said.id,
    state: "closed",
    outcome: said.outcome,
    outcomeText: said.text ?? null,
    openedAt: ticket.openedAt ?? now,
    closedAt: now,
    lastError: null,
  });
  for (const key of waiting) {
    await store.moments.clear(key);
    await store.remove("pluginDeliveries", key);
  }
}
