import { RequestStatus } from "./request-status.ts";

/** States of a ticket: to be opened, opened, closed, or not opened or closed after all attempts. */
export const ticketStates = ["waiting", "open", "closed", "failed"] as const;

/** Outcomes with which a ticket system closes a ticket. None of them approves anything. */
export const ticketOutcomes = ["done", "rejected"] as const;

/** Outcome with which a ticket system closes a ticket. */
export type TicketOutcome = (typeof ticketOutcomes)[number];

/** Effect of a closed ticket on its request. */
interface TicketEffectDefinition {
  readonly description: string;
  /** Outcomes that may have the effect. */
  readonly outcomes: readonly TicketOutcome[];
  /** True if it cancels a request of which nothing has begun. */
  readonly cancels?: true;
  /** True if it completes open tasks of implementers. */
  readonly completes?: true;
  /** True if it ends the access that the request has given, so that its ticket stays open as long as that lasts. */
  readonly endsAccess?: true;
}

/** Effects of a closed ticket on its request. */
export const ticketEffects = {
  note: {
    description: "the outcome is noted at the ticket and in the history of the request, which continues",
    outcomes: ["done", "rejected"],
  },
  cancel: {
    description: "a request of which nothing has begun is cancelled; any other one continues",
    outcomes: ["rejected"],
    cancels: true,
  },
  completeTask: {
    description: "open tasks of the request on target systems with this ticket system are completed",
    outcomes: ["done"],
    completes: true,
  },
  endAccess: {
    description: "access that the request has given on target systems with this ticket system ends now",
    outcomes: ["done", "rejected"],
    endsAccess: true,
  },
} as const satisfies Record<string, TicketEffectDefinition>;

/** Effect of a closed ticket on its request. */
export type TicketEffect = keyof typeof ticketEffects;

/** Returns the effects that an outcome may have, in the order of the table. */
export function effectsOf(outcome: TicketOutcome): readonly TicketEffect[] {
  return (Object.keys(ticketEffects) as TicketEffect[]).filter((name) =>
    (ticketEffects[name].outcomes as readonly TicketOutcome[]).includes(outcome),
  );
}

/** Returns the definition of an effect. */
export function ticketEffect(name: TicketEffect): TicketEffectDefinition {
  return ticketEffects[name];
}

/** Occasions on which a request opens its ticket, with the statuses of such requests. */
export const ticketOpenings = {
  performing: [RequestStatus.Performing, RequestStatus.WaitingForImplementer],
  waiting: [
    RequestStatus.CalculatingAuthorizers,
    RequestStatus.WaitingForAuthorization,
    RequestStatus.OnHold,
    RequestStatus.Scheduled,
    RequestStatus.Performing,
    RequestStatus.WaitingForImplementer,
  ],
} as const satisfies Record<string, readonly RequestStatus[]>;

/** Occasion on which a request opens its ticket. */
export type TicketOpening = keyof typeof ticketOpenings;

/** Returns true if a request of a status opens a ticket on this occasion. */
export function opensTicket(opening: TicketOpening, status: RequestStatus): boolean {
  return (ticketOpenings[opening] as readonly RequestStatus[]).includes(status);
}

/** Fields of people and of their words that a ticket system may get, with their meanings; it gets none by default. */
export const ticketFields = {
  requester: "key, ID and name of the requester",
  recipient: "key, ID and name of the recipient",
  reason: "reason given by the requester",
  objects: "names of the accounts and groups",
} as const satisfies Record<string, string>;

/** Field that a ticket system may get. */
export type TicketField = keyof typeof ticketFields;

/** The names of these fields. */
export const ticketFieldNames = Object.keys(ticketFields) as readonly TicketField[];
