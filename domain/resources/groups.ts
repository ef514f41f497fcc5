import { phaseInheritances } from "../requests/phase-resources.ts";
import { text, guid, flag, json, oneOf } from "./format/builders.ts";
import { many, one, across } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Groups on target systems, as discoveries and our own operations have found them. */
export const groups = resource("groups", {
  class: "shared",
  key: "key",
  entity: { type: "Group", key: "groupKey" },
  properties: {
    key: guid().ordered().policy().shown("Its key."),
    targetSystemKey: text().givenOnce().policy().shown("The target system on which it is."),
    stableId: text(400).searched().shown("Its immutable id on the target."),
    longId: text(400).searched().shown("Its full name on the target."),
    shortId: text().givenOnce().searched().ordered().policy().shown("Its name on the target."),
    displayId: text(400).searched().shown("The name that people are shown."),
    managed: flag(false).policy().shown("Whether its memberships are managed here."),
    membersHidden: flag(false).shown(
      "Whether its target does not show all of its members: who is not among them may still be one.",
    ),
    discoveredHash: text(64).optional(),
    attributeValues: json()
      .optional()
      .elsewhere()
      .given()
      .shown(
        "The attributes on the target by their names, each a value or a list; lists come out. Given where $select names it; in a PATCH those that are not named stay, and null leaves all as they are.",
      ),
    phaseInheritance: oneOf(phaseInheritances)
      .initially("add")
      .policy()
      .shown(
        "Which authorization phases hold for requests about it: those of its target system alone (inheritedOnly), its own alone (none), or first those and then its own (add, by default).",
      ),
    authorizationPhases: json().elsewhere().shown("Who authorizes requests about it, phase by phase."),
    networkResourcePlatform: text()
      .optional()
      .elsewhere()
      .shown("Its type as a network resource; null = it is not managed."),
  },
  relations: {
    targetSystem: one("targetSystems", "targetSystemKey"),
    memberships: many("groupMemberships", "groupKey"),
    members: across("accounts", "groupMemberships", ["groupKey", "accountKey"]),
    owners: across("users", "groupOwners", ["groupKey", "userKey"]),
    attributes: many("groupAttributes", "groupKey"),
  },
  indexes: [
    index("targetSystemKey", "shortId"),
    index("shortId", "key"),
    index("managed", "shortId", "key"),
    unique("targetSystemKey", "stableId"),
  ],
  policies: {
    group: {},
  },
});
