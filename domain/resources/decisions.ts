import type { Decision } from "../requests/phase-rules/decision.ts";
import { voidings } from "../requests/voided-decision.ts";
import { text, longText, guid, integer, time, flag, list, oneOf } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Decisions of authorizers, and of superusers who override them. */
export const decisions = resource("decisions", {
  class: "owned",
  key: "key",
  entity: { type: "Decision", key: "decisionKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    requestKey: guid().policy().shown("The request."),
    requestPhaseKey: guid(),
    phase: integer().shown("The number of the phase."),
    userKey: guid().policy().shown("Who decided."),
    decidedFor: list(guid())
      .optional()
      .shown("In whose place this person decided: keys of users; null = for themselves alone."),
    decision: text<Decision>(20).shown("What was decided: approve, deny or abstain."),
    operationKeys: list(guid()).optional().shown("The operations that it is about; null = all of the request."),
    comment: longText().optional().shown("Why, in the words of who decided; null = nothing was said."),
    override: flag(false).shown("Whether a superuser decided in the place of the authorizers, whatever they say."),
    /** Number of the decision among those of this person in this phase, from 1. */
    round: integer().initially(1),
    decidedAt: time().shown("When."),
    voidedAt: time().optional().shown("From when on it no longer counts; null = it counts."),
    voidedBecause: oneOf(voidings)
      .optional()
      .shown(
        "Why it no longer counts: unapproved, its author took it back; edited, an operation was changed that it was about; null = it counts.",
      ),
  },
  relations: {
    request: one("requests", "requestKey"),
    person: one("users", "userKey"),
  },
  indexes: [index("requestKey"), unique("requestPhaseKey", "userKey", "round")],
  policies: {
    decision: {},
  },
});
