import { managedBys } from "../discovery/managed-groups.ts";
import { fulfilments } from "../requests/fulfilment.ts";
import { phaseInheritances } from "../requests/phase-resources.ts";
import { text, guid, flag, json, oneOf } from "./format/builders.ts";
import { many, one, across } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Groups on target systems, as discoveries and our own operations have found them. */
export const groups = resource("groups", {
  class: "shared",
  holds: "data",
  knownBy: ["targetSystemKey", "shortId"],
  key: "key",
  entity: { type: "Group", key: "groupKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the group."),
    targetSystemKey: text().givenOnce().policy().shown("Key of the target system."),
    stableId: text(400).searched().shown("Immutable id on the target system."),
    longId: text(400).searched().shown("Full name on the target system."),
    shortId: text().givenOnce().searched().ordered().policy().shown("Name on the target system."),
    displayId: text(400).searched().shown("Display name."),
    managed: flag(false)
      .policy()
      .shown("True if the service manages the memberships of the group, so that they can be requested."),
    managedBy: oneOf(managedBys)
      .optional()
      .shown(
        "Cause by which the group is managed: a discovery with automaticallyDiscoverResourcesToLoad (option), a request that created or named it (request), or a person (person); null if it is not managed.",
      ),
    keptUnmanaged: flag(false).shown(
      "True if a person stopped managing the group, so that automaticallyDiscoverResourcesToLoad does not take it.",
    ),
    membersHidden: flag(false).shown(
      "True if the target system does not show all members of the group; an account that is not listed may still be one.",
    ),
    discoveredHash: text(64).optional(),
    attributeValues: json()
      .optional()
      .elsewhere()
      .given()
      .shown(
        "Attributes on the target system by name, each a value or a list; always lists in an answer. Returned only if $select names it. A PATCH changes only the attributes that it names, and null changes none.",
      ),
    phaseInheritance: oneOf(phaseInheritances)
      .initially("add")
      .policy()
      .shown(
        "Approval phases of requests about the group: only those of the target system (inheritedOnly), only its own (none), or those of the target system before its own (add, the default).",
      ),
    authorizationPhases: json().elsewhere().shown("Approval phases of requests about the group."),
    fulfilment: oneOf(fulfilments)
      .optional()
      .policy()
      .shown(
        "Performer of requested operations about the group: connector, implementer or none; null for that of the target system.",
      ),
    implementers: json()
      .elsewhere()
      .shown("Implementers of the group; if there are none, those of the target system perform its tasks."),
    networkResourcePlatform: text()
      .optional()
      .elsewhere()
      .shown("Type of the group as a network resource; null if it is not managed."),
  },
  relations: {
    targetSystem: one("targetSystems", "targetSystemKey"),
    memberships: many("groupMemberships", "groupKey"),
    members: across("accounts", "groupMemberships", ["groupKey", "accountKey"]),
    owners: across("users", "groupOwners", ["groupKey", "userKey"]),
    attributes: many("groupAttributes", "groupKey"),
    grants: many("grants", "groupKey"),
  },
  indexes: [
    index("targetSystemKey", "shortId"),
    index("shortId", "key"),
    index("managed", "shortId", "key"),
    unique("derivedKey", "targetSystemKey", "stableId"),
  ],
  policies: {
    group: {},
  },
});
