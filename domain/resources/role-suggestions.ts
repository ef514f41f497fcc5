import type { SuggestedEntitlement } from "../analyses/suggested-entitlement.ts";
import { guid, integer, json, longText } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Roles that analyses of the kind role mining suggest. */
export const roleSuggestions = resource("roleSuggestions", {
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "RoleSuggestion", key: "roleSuggestionKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the suggestion."),
    analysisKey: guid().policy().shown("Key of the analysis."),
    sequence: integer().ordered().shown("Position among the suggestions of the analysis, from 1."),
    department: longText()
      .optional()
      .shown("Value of the attribute by which people were divided; null if they were not, or have no value."),
    people: integer().shown("Number of people of the role."),
    grantsReplaced: integer().shown(
      "Number of grants that the role gives and no suggestion before it does, of people who have all of it.",
    ),
    gainers: integer().shown("Number of people of the role who lack some of it and would get it."),
    entitlements: json<readonly SuggestedEntitlement[]>().shown("Access that the role gives."),
    condition: longText()
      .optional()
      .shown("Users whom the role is for, as a $filter on users; null if its people cannot be told by one attribute."),
    roleKey: guid().optional().shown("Key of the role that was drafted of the suggestion; null if none was."),
  },
  relations: {
    analysis: one("analyses", "analysisKey"),
    role: one("roles", "roleKey"),
  },
  indexes: [unique("homeNode", "analysisKey", "sequence"), index("sequence", "key"), index("roleKey")],
  policies: { roleSuggestion: {} },
});
