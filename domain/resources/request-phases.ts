import type { PhaseState } from "../requests/phase-outcome.ts";
import { text, guid, integer, time, json } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** The authorization phases of requests, copied from their targets at submission. */
export const requestPhases = resource("requestPhases", {
  class: "owned",
  key: "key",
  entity: { type: "RequestPhase", key: "phaseKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    requestKey: guid().policy().shown("The request to which it belongs."),
    targetSystemKey: text().optional().shown("The target system from which it comes; null = the whole request's."),
    ruleKey: guid().optional().shown("The phase of the target system from which it was copied; null = none."),
    ruleVersion: integer().optional().shown("The version that this one had then."),
    sequence: integer().shown("Its number: phases run one after another."),
    state: text<PhaseState>(20).policy().shown("Whether it waits, is open or has ended."),
    minApprovals: integer().initially(1).shown("How many must approve."),
    maxDenials: integer().initially(1).shown("How many denials deny the request."),
    openedAt: time().optional().shown("When it was opened; null = not yet."),
    closedAt: time().optional().shown("When it ended; null = it has not."),
    authorizers: json().elsewhere().shown("The people who may decide."),
  },
  relations: {
    request: one("requests", "requestKey"),
    authorizers: many("requestAuthorizers", "requestPhaseKey"),
    decisions: many("decisions", "requestPhaseKey"),
  },
  indexes: [index("requestKey")],
  policies: {
    phase: { lists: { authorizerKeys: { relation: "authorizers", column: "userKey" } } },
  },
});
