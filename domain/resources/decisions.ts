import type { Decision } from "../requests/phase-rules/decision.ts";
import { voidings } from "../requests/voided-decision.ts";
import { text, longText, guid, integer, time, flag, list, oneOf } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Decisions of authorizers, and of superusers who override them. */
export const decisions = resource("decisions", {
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "Decision", key: "decisionKey" },
  properties: {
    key: guid().policy().shown("Key of the decision."),
    requestKey: guid().policy().shown("Key of the request."),
    requestPhaseKey: guid(),
    phase: integer().shown("Number of the phase."),
    userKey: guid().policy().shown("Key of the user who decided."),
    decidedFor: list(guid()).optional().shown("Keys of the delegators; null if the user decided only for themselves."),
    decision: text<Decision>(20).shown("Decision: approve, deny or abstain."),
    operationKeys: list(guid())
      .optional()
      .shown("Keys of the operations that were decided; null for all of the request."),
    comment: longText().optional().shown("Reason given with the decision; null if none."),
    override: flag(false).shown("True if a superuser overrode the authorizers."),
    /** Number of the decision among those of this person in this phase, from 1. */
    round: integer().initially(1),
    decidedAt: time().shown("Time of the decision."),
    voidedAt: time().optional().shown("Time from which the decision is void; null if it counts."),
    voidedBecause: oneOf(voidings)
      .optional()
      .shown(
        "Reason why the decision is void: unapproved if its author withdrew it, edited if one of its operations was changed; null if it counts.",
      ),
  },
  relations: {
    request: one("requests", "requestKey"),
    person: one("users", "userKey"),
  },
  indexes: [index("requestKey"), unique("homeNode", "requestPhaseKey", "userKey", "round")],
  policies: {
    decision: {},
  },
});
