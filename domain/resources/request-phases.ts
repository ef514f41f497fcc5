import type { CarriedAnswer, PhaseState } from "../requests/phase-outcome.ts";
import { phaseResourceTypes } from "../requests/phase-resources.ts";
import { reasonsRequired } from "../requests/reason-required.ts";
import { text, longText, guid, integer, time, json, list, oneOf, flag } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** The authorization phases of requests; each gets its people and its rule when it opens. */
export const requestPhases = resource("requestPhases", {
  class: "owned",
  key: "key",
  entity: { type: "RequestPhase", key: "phaseKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    requestKey: guid().policy().shown("The request to which it belongs."),
    targetSystemKey: text().optional().shown("The target system from which it comes; null = the whole request's."),
    resourceType: oneOf(phaseResourceTypes).optional().shown("What it belongs to; null = not known any more."),
    resourceKey: text().optional().shown("The id or key of that; null = not known any more."),
    ruleKey: guid().optional().shown("The phase of this resource that it is; null = not known any more."),
    ruleVersion: integer()
      .optional()
      .shown("The version that this one had when it opened, or when the request was submitted."),
    rule: longText()
      .optional()
      .shown(
        "The rule by which it is decided, without conditions once it has opened; null = the numbers and flags beside it say it.",
      ),
    sequence: integer().shown("Its number: phases run one after another."),
    state: text<PhaseState>(20).policy().shown("Whether it waits, is open or has ended."),
    minApprovals: integer().initially(1).shown("How many must approve, where it has no rule of its own."),
    maxDenials: integer().initially(1).shown("How many denials deny the request, where it has no rule of its own."),
    /** True if a workflow manager lets the phase ask more people than MAX AUTH ALLOWED. */
    manyAllowed: flag(false),
    /** Answers that were given elsewhere and count in the phase. */
    carried: json<readonly CarriedAnswer[]>().optional(),
    /** Keys of the people whom the rule excludes; they decide for nobody else either. */
    excluded: list(guid()).optional(),
    reasonRequired: oneOf(reasonsRequired).initially("never").shown("When whoever decides must say why."),
    mayEdit: flag(false).shown("Whether those who decide may change the operations first."),
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
