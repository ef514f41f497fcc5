import { ticketOutcomes, ticketStates } from "../requests/ticket-rules.ts";
import { ticketAddressMaxCharacters, ticketIdMaxCharacters, ticketWordsMaxCharacters } from "../ticket-limits.ts";
import { guid, oneOf, text, time } from "./format/builders.ts";
import { alike, one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Tickets of requests in ticket systems. */
export const tickets = resource("tickets", {
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "Ticket", key: "ticketKey" },
  properties: {
    key: guid().policy().shown("Key of the ticket, which its ticket system gets with each call."),
    requestKey: guid().policy().shown("Key of the request."),
    operationKey: guid()
      .optional()
      .shown("Key of the operation; null if the ticket is about several operations of the request."),
    ticketSystemId: text().policy().shown("ID of the ticket system."),
    ticketId: text(ticketIdMaxCharacters)
      .optional()
      .searched()
      .label("ID there")
      .shown("ID of the ticket in its system; null if it has not answered yet."),
    address: text(ticketAddressMaxCharacters)
      .optional()
      .shown("Web address of the ticket in its system; null if none is known."),
    state: oneOf(ticketStates)
      .policy()
      .shown(
        "State of the ticket: waiting to be opened, open, closed, or failed if it could not be opened or closed after all attempts.",
      ),
    outcome: oneOf(ticketOutcomes)
      .optional()
      .shown("Outcome with which its system closed the ticket; null if the service closed it, or nobody has."),
    outcomeText: text(ticketWordsMaxCharacters)
      .optional()
      .shown("Words of its system about the outcome; null if none."),
    lastTriedAt: time().optional().shown("Time of the last call of its system; null if there was none."),
    lastError: text(400).optional().shown("Reason why the last call failed; null if it did not."),
    createdAt: time().shown("Time of creation."),
    openedAt: time().optional().shown("Time at which its system accepted the ticket; null if it has not."),
    closedAt: time().optional().shown("Time at which the ticket was closed; null if it is not."),
  },
  relations: {
    request: one("requests", "requestKey"),
    ticketSystem: one("ticketSystems", "ticketSystemId"),
    authorizers: alike("requestAuthorizers", "requestKey", "requestKey"),
  },
  indexes: [
    unique("homeNode", "requestKey", "ticketSystemId"),
    index("ticketSystemId", "state"),
    index("createdAt", "key"),
  ],
  policies: {
    ticket: {
      lists: {
        requesterKeys: { relation: "request", column: "requesterKey" },
        recipientKeys: { relation: "request", column: "recipientKey" },
        authorizerKeys: { relation: "authorizers", column: "userKey" },
      },
    },
  },
});
