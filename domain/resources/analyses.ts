import { analysisKinds, analysisStates } from "../analyses/analysis-kinds.ts";
import type { AnalysisSummary } from "../analyses/analysis-summary.ts";
import { guid, integer, json, longText, oneOf, text, time } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Analyses: simulations of a change and searches for roles, computed by the hub and kept with their results. */
export const analyses = resource("analyses", {
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "Analysis", key: "analysisKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the analysis."),
    kind: oneOf(analysisKinds)
      .givenOnce()
      .policy()
      .memberLabels({
        classCondition: "class condition",
        phaseSet: "approval phases",
        mandatoryTarget: "mandatory target system",
        roleVersion: "role version",
        enforcement: "role enforcement",
        roleMining: "role mining",
      })
      .shown("Kind of the analysis: the change that it simulates, or roleMining, the search for roles."),
    input: json().givenOnce().shown("Change that is simulated, or terms of the search; its fields depend on the kind."),
    state: oneOf(analysisStates)
      .initially("queued")
      .policy()
      .label("Status")
      .shown("State of the analysis: queued, running, ended, stopped by a user, or failed."),
    done: integer().initially(0).shown("Number of people or requests that were looked at."),
    total: integer().optional().shown("Number of people or requests to look at; null if not known yet."),
    rowCount: integer().initially(0).label("Rows").shown("Number of rows of the result."),
    summary: json<AnalysisSummary>().optional().shown("Result in short; null if the analysis has not ended."),
    createdBy: guid()
      .optional()
      .policy()
      .label("Started by")
      .shown("Key of the user who started the analysis; null if a command did."),
    createdAt: time().ordered().shown("Time at which the analysis was started."),
    endedAt: time().optional().shown("Time at which the analysis ended; null if it has not ended."),
    errorCode: text(60).optional().shown("Code of the failure, see docs/errors.md; null if it has not failed."),
    errorMessage: longText().optional().label("Error").shown("Words of the failure; null if it has not failed."),
    /** Place after which the next page begins; null at the beginning. */
    cursor: longText().optional(),
    /** Number of rows of the pages before it; further ones are of a page that has not ended. */
    settledRows: integer().initially(0),
    /** Number of the attempt that computes it: rows of an earlier one are not added any more. */
    attempt: integer().initially(0),
  },
  relations: {
    starter: one("users", "createdBy"),
    rows: many("analysisRows", "analysisKey"),
    suggestions: many("roleSuggestions", "analysisKey"),
  },
  indexes: [index("createdAt", "key"), index("state", "createdAt"), index("createdBy", "state")],
  policies: { analysis: {} },
});
