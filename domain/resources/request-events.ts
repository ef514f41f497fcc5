import { eventKindNames, eventKinds } from "../requests/ledger/event-kinds.ts";
import { text, longText, guid, integer, time, json, oneOf } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { resource, unique } from "./format/resource.ts";

const kinds = eventKindNames.map((name) => `${name}: ${eventKinds[name].description}`).join(" ");

/** Ledgers of requests: every input of a request, event by event, each bound to the one before. */
export const requestEvents = resource("requestEvents", {
  class: "append",
  holds: "data",
  key: "key",
  entity: { type: "RequestEvent", key: "eventKey" },
  properties: {
    key: guid().policy().shown("Key of the event."),
    requestKey: guid().policy().shown("Key of the request."),
    sequence: integer().shown("Position in the ledger of the request, from 1."),
    kind: oneOf(eventKindNames).policy().shown(`Kind of the event. ${kinds}`),
    happenedAt: time().shown("Time of the event."),
    actor: guid().optional().policy().shown("User who caused the event; null for the service itself."),
    facts: json().elsewhere().shown("Facts of the event: keys and values, by names that depend on its kind."),
    /** Facts as canonical JSON, letter by letter as they were hashed. */
    content: longText(),
    /** Checks of the fields, one each, by which a changed field is told from the others. */
    checks: longText(),
    hash: text(100).shown("Hash of the event and of the previous hash."),
    /** Keyed hash of the hash. */
    mac: text(100),
    signature: text(200).optional().shown("Signature of the hash by the service; null except in the last event."),
  },
  relations: { request: one("requests", "requestKey") },
  indexes: [unique("homeNode", "requestKey", "sequence")],
  policies: { requestEvent: {} },
});
