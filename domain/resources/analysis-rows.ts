import { authorizationResults, rowReasons } from "../analyses/analysis-rows.ts";
import { guid, integer, oneOf, text } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Rows of the results of analyses: a change for a person, with its reason. */
export const analysisRows = resource("analysisRows", {
  class: "grow",
  holds: "data",
  key: "key",
  entity: { type: "AnalysisRow", key: "analysisRowKey" },
  properties: {
    key: guid().policy().shown("Key of the row."),
    analysisKey: guid().policy().shown("Key of the analysis."),
    sequence: integer().shown("Position in the result, from 1."),
    userKey: guid().optional().shown("Key of the user whom the change concerns; null if it concerns none."),
    operation: text(20).shown(
      "Code of the operation: that of a request, or UCMA and UCMR for somebody who joins or leaves a user class.",
    ),
    targetSystemKey: text().optional().shown("Key of the target system; null if there is none."),
    groupKey: guid().optional().shown("Key of the group; null if there is none."),
    roleKey: guid().optional().shown("Key of the role; null if there is none."),
    requestKey: guid().optional().shown("Key of the request whose authorization was repeated; null for other kinds."),
    roleSuggestionKey: guid()
      .optional()
      .shown("Key of the suggested role that the row belongs to; null for other kinds."),
    why: oneOf(rowReasons)
      .label("Reason")
      .memberLabels({
        conditionChooses: "chosen by the condition",
        conditionDropsOut: "no longer chosen by the condition",
        phasesDiffer: "other phases",
        roleForPerson: "role for the person",
        roleNotForPerson: "role no longer for the person",
        accountMandatory: "account is mandatory",
        accessMissing: "access of the role missing",
        accessBeyond: "access beyond the roles",
        hasAll: "has all of it",
        lacksSome: "lacks some of it",
      })
      .shown("Reason for the change."),
    was: oneOf(authorizationResults)
      .optional()
      .shown("Result of the authorization of the request as it was; null for other kinds."),
    would: oneOf(authorizationResults)
      .optional()
      .shown("Result of the authorization of the request with the other phases; null for other kinds."),
  },
  relations: {
    analysis: one("analyses", "analysisKey"),
    person: one("users", "userKey"),
    targetSystem: one("targetSystems", "targetSystemKey"),
    group: one("groups", "groupKey"),
    role: one("roles", "roleKey"),
    request: one("requests", "requestKey"),
    suggestion: one("roleSuggestions", "roleSuggestionKey"),
  },
  indexes: [
    unique("homeNode", "analysisKey", "sequence"),
    index("analysisKey", "userKey"),
    index("roleSuggestionKey", "sequence"),
  ],
  policies: { analysisRow: {} },
});
