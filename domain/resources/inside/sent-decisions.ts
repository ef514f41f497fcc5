import type { Decision } from "../../requests/phase-rules/decision.ts";
import { guid, integer, json, list, longText, oneOf, text, time } from "../format/builders.ts";
import { one } from "../format/relations.ts";
import { index, resource } from "../format/resource.ts";

/** Decisions about requests of other nodes, which their home nodes take as if they were made there. */
export const sentDecisions = resource("sentDecisions", {
  class: "rising",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    requestKey: guid(),
    phase: integer(),
    userKey: guid(),
    decision: text<Decision>(20),
    /** Numbers of operations; null for all that the user has not decided. */
    operations: list(integer()).optional(),
    comment: longText().optional(),
    /** Parts of the request that the user has seen. */
    expect: json().optional(),
    sentAt: time(),
    state: oneOf(["sent", "refused", "taken"]).initially("sent").rising(),
    /** Code of the refusal. */
    refusal: text(100).optional().rising(),
    settledAt: time().optional().rising(),
  },
  relations: { request: one("requests", "requestKey") },
  indexes: [index("requestKey"), index("state", "sentAt")],
});
