import { eventKindNames, eventKinds } from "../requests/ledger/event-kinds.ts";
import { text, longText, guid, integer, time, json, oneOf } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { resource, unique } from "./format/resource.ts";

const kinds = eventKindNames.map((name) => `${name}: ${eventKinds[name].description}`).join(" ");

/** Ledgers of requests: every input of a request, event by event, each bound to the one before. */
export const requestEvents = resource("requestEvents", {
  class: "append",
  key: "key",
  entity: { type: "RequestEvent", key: "eventKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    requestKey: guid().policy().shown("The request."),
    sequence: integer().shown("Its place in the ledger of the request, from 1 on."),
    kind: oneOf(eventKindNames).policy().shown(`What happened. ${kinds}`),
    happenedAt: time().shown("When."),
    actor: guid().optional().policy().shown("Who did it; null = the service itself."),
    facts: json().elsewhere().shown("What is to be known of it: keys and values, by names that follow from its kind."),
    /** Facts as canonical JSON, letter by letter as they were hashed. */
    content: longText(),
    /** Checks of the fields, one each, by which a changed field is told from the others. */
    checks: longText(),
    hash: text(100).shown("The hash of the event and of the hash before it."),
    /** Keyed hash of the hash. */
    mac: text(100),
    signature: text(200).optional().shown("The service's signature of the hash; null in all but the last event."),
  },
  relations: { request: one("requests", "requestKey") },
  indexes: [unique("requestKey", "sequence")],
  policies: { requestEvent: {} },
});
