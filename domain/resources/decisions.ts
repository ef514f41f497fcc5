import type { Decision } from "../requests/phase-rules/decision.ts";
import { text, longText, guid, integer, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** What authorizers said. */
export const decisions = resource("decisions", {
  class: "append",
  key: "key",
  entity: { type: "Decision", key: "decisionKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    requestKey: guid().policy().shown("The request."),
    requestPhaseKey: guid(),
    phase: integer().shown("The number of the phase."),
    userKey: guid().policy().shown("Who decided."),
    decision: text<Decision>(20).shown("What was decided: approve, deny or abstain."),
    comment: longText().optional().shown("Why, in the words of who decided; null = nothing was said."),
    decidedAt: time().shown("When."),
  },
  relations: {
    request: one("requests", "requestKey"),
    person: one("users", "userKey"),
  },
  indexes: [index("requestKey"), unique("requestPhaseKey", "userKey")],
  policies: {
    decision: {},
  },
});
