import { flag, guid, integer, oneOf, text } from "#domain/resources/format/builders.ts";
import { roleSuggestions as resource } from "#domain/resources/role-suggestions.ts";
import { entitlementKinds } from "#domain/roles/role-content.ts";
import { draftSuggestion } from "#operations/roles/draft-suggestion.ts";

import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const entitlement = structure("SuggestedEntitlement", {
  kind: oneOf(entitlementKinds.filter((kind) => kind !== "role")).shown("Kind of the access: account or membership."),
  targetSystemKey: text().shown("Key of the target system."),
  groupKey: guid().optional().shown("Key of the group; null for an account."),
});

/** Roles that searches for roles suggest. */
export const roleSuggestions = resourceSet(resource, {
  properties: { entitlements: { type: entitlement, collection: true } },
  usualOrder: ["analysisKey", "sequence"],
  actions: {
    draft: action(draftSuggestion, {
      parameters: {
        id: text().shown("Name of the new role."),
        withPeople: flag()
          .optional()
          .shown("False to name nobody as a member; null to name the people, unless the condition chooses them."),
      },
      result: structure("DraftedRole", {
        key: guid().shown("Key of the role."),
        id: text().shown("Name of the role."),
        named: integer().shown("Number of people who were named as members."),
      }),
    }),
  },
  ways: { analysis: "linked", role: "linked" },
});
