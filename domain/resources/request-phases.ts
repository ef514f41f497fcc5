import type { CarriedAnswer, PhaseState } from "../requests/phase-outcome.ts";
import { phaseResourceTypes } from "../requests/phase-resources.ts";
import { reasonsRequired } from "../requests/reason-required.ts";
import { text, longText, guid, integer, time, json, list, oneOf, flag } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** The authorization phases of requests; each gets its people and its rule when it opens. */
export const requestPhases = resource("requestPhases", {
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "RequestPhase", key: "phaseKey" },
  properties: {
    key: guid().policy().shown("Key of the phase."),
    requestKey: guid().policy().shown("Key of the request."),
    targetSystemKey: text()
      .optional()
      .shown("Key of the target system of the phase; null if the phase applies to the whole request."),
    resourceType: oneOf(phaseResourceTypes)
      .optional()
      .shown("Type of the resource that defines the phase; null if it is no longer known."),
    resourceKey: text()
      .optional()
      .shown("Id or key of the resource that defines the phase; null if it is no longer known."),
    ruleKey: guid()
      .optional()
      .shown("Key of the phase in the definition of the resource; null if it is no longer known."),
    ruleVersion: integer()
      .optional()
      .shown("Version of the definition when the phase opened, or when the request was submitted."),
    rule: longText()
      .optional()
      .shown(
        "Rule of the phase, without conditions once it has opened; null if the numbers and flags beside it apply.",
      ),
    sequence: integer().shown("Number of the phase; phases run one after another."),
    state: text<PhaseState>(20).policy().shown("State of the phase: waiting, open or closed."),
    minApprovals: integer().initially(1).shown("Number of approvals that the phase needs if it has no rule."),
    maxDenials: integer().initially(1).shown("Number of denials that deny the request if the phase has no rule."),
    /** True if a workflow manager lets the phase ask more people than MAX AUTH ALLOWED. */
    manyAllowed: flag(false),
    /** Answers that were given elsewhere and count in the phase. */
    carried: json<readonly CarriedAnswer[]>().optional(),
    /** Keys of the people whom the rule excludes; they decide for nobody else either. */
    excluded: list(guid()).optional(),
    reasonRequired: oneOf(reasonsRequired).initially("never").shown("Decisions that need a reason."),
    mayEdit: flag(false).shown("True if authorizers may edit the operations before they decide."),
    openedAt: time().optional().shown("Time at which the phase opened; null if it has not opened."),
    closedAt: time().optional().shown("Time at which the phase ended; null if it has not ended."),
    authorizers: json().elsewhere().shown("Authorizers of the phase."),
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
