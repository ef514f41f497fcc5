import { managedBys } from "#domain/discovery/managed-groups.ts";
import { fulfilments } from "#domain/requests/fulfilment.ts";
import { phaseInheritances } from "#domain/requests/phase-resources.ts";
import { oneOf, integer, text, guid, flag } from "#domain/resources/format/builders.ts";
import { groups as resource } from "#domain/resources/groups.ts";
import { addGroupOwner, removeGroupOwner } from "#operations/groups/change-group-owners.ts";
import { createGroup, deleteGroup, updateGroup } from "#operations/groups/change-groups.ts";
import { manageGroup, unmanageGroup } from "#operations/groups/manage-groups.ts";
import { setAuthorizationPhases } from "#operations/groups/set-authorization-phases.ts";
import { setFulfilment } from "#operations/groups/set-fulfilment.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { authorizationPhase } from "./authorization-phases.ts";
import { structure } from "./entity-type-of.ts";
import { implementer } from "./implementers.ts";
import { queued } from "./queued.ts";
import { resourceSet } from "./resource-set.ts";
import { attributeRows, attributeValues, targetAttributes } from "./target-attributes.ts";

const { properties: owner } = structure("GroupOwner", { userKey: guid().shown("The user who is to own the group.") });

const managedGroup = structure("ManagedGroup", {
  key: guid().shown("The group."),
  targetSystemKey: text().shown("Key of the target system."),
  shortId: text().shown("Name on the target system."),
  managed: flag().shown("True if the group is managed now."),
  managedBy: oneOf(managedBys).optional().shown("Cause by which it is managed; null if it is not managed."),
  keptUnmanaged: flag().shown("True if no discovery takes the group."),
  changed: flag().shown("True if the call has changed whether the group is managed."),
});

/** State of a group in a body of PATCH, which is refused if it differs from the present one. */
const managedAsRead = {
  managed: {
    type: "Edm.Boolean",
    description: "The state as it was read; the actions manage and unmanage change it.",
  },
} as const;

/** Groups on target systems; writes act on the target and answer with the operation that does it. */
export const groups = resourceSet(resource, {
  properties: {
    attributeValues,
    networkResourcePlatform: { needs: ["managed", "targetSystemKey"] },
    authorizationPhases: { type: authorizationPhase, collection: true, needs: ["key"] },
    implementers: { type: implementer, collection: true, needs: ["key"] },
  },
  attachment: "group",
  create: { ...verb(createGroup), ...queued, parameters: targetAttributes },
  update: {
    ...verb(updateGroup),
    ...queued,
    mayBeSynchronous: true,
    asReadField: "asRead",
    parameters: { ...targetAttributes, ...managedAsRead },
  },
  remove: { ...verb(deleteGroup), ...queued },
  actions: {
    setAuthorizationPhases: action(setAuthorizationPhases, {
      parameters: {
        authorizationPhases: {
          type: authorizationPhase,
          collection: true,
          nullable: true,
          description: "Approval phases of the group, which replace the current ones; if absent, these stay.",
        },
        phaseInheritance: oneOf(phaseInheritances)
          .optional()
          .shown("Inheritance of approval phases: inheritedOnly, none or add; null to leave it unchanged."),
      },
      result: structure("AuthorizedGroup", {
        key: guid().shown("The group."),
        targetSystemKey: text().shown("Key of the target system."),
        phaseInheritance: text().shown("New inheritance of approval phases."),
        phases: integer().shown("Number of approval phases of the group itself."),
      }),
    }),
    manage: action(manageGroup, { result: managedGroup }),
    unmanage: action(unmanageGroup, { result: managedGroup }),
    setFulfilment: action(setFulfilment, {
      parameters: {
        fulfilment: oneOf(fulfilments)
          .optional()
          .shown(
            "Performer of requested operations about the group; null for that of the target system, unchanged if absent.",
          ),
        implementers: {
          type: implementer,
          collection: true,
          nullable: true,
          description: "Implementers of the group, who replace the current ones; if absent, these stay.",
        },
      },
      result: structure("FulfilledGroup", {
        key: guid().shown("The group."),
        targetSystemKey: text().shown("Key of the target system."),
        fulfilment: text().optional().shown("New performer; null for that of the target system."),
        implementers: integer().shown("Number of implementers of the group itself."),
      }),
    }),
  },
  ways: {
    owners: {
      linked: "users",
      create: { ...verb(addGroupOwner), status: 204, parentField: "groupKey", parameters: owner },
      remove: { ...verb(removeGroupOwner), status: 204, parentField: "groupKey" },
    },
    attributes: { contained: attributeRows },
    members: "linked",
    targetSystem: "linked",
    grants: "linked",
  },
});
