import { flag, guid, integer, longText, oneOf, text } from "#domain/resources/format/builders.ts";
import { roles as resource } from "#domain/resources/roles.ts";
import { deficitWays, entitlementKinds, roleStates, surplusWays } from "#domain/roles/role-content.ts";
import { assignRole, endAssignment } from "#operations/roles/change-assignments.ts";
import { setRoleOwners } from "#operations/roles/change-owners.ts";
import {
  addRole,
  discardDraft,
  removeRole,
  retireRole,
  setRolePhases,
  updateRole,
} from "#operations/roles/change-roles.ts";
import { putRoleInForce } from "#operations/roles/put-in-force.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { authorizationPhase } from "./authorization-phases.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";
import { attributesType } from "./target-attributes.ts";

const entitlement = structure("NamedEntitlement", {
  kind: oneOf(entitlementKinds).shown("Kind of the entitlement: account, membership (in a group) or role."),
  targetSystemKey: text().optional().shown("Key of the target system of an account; null for other kinds."),
  groupKey: guid().optional().shown("Key of the group; null unless it is a membership."),
  roleKey: guid().optional().shown("Key of the role within the role; null unless it is one."),
  attributes: {
    type: attributesType,
    nullable: true,
    description: "Attributes of a new account, whose texts may hold {profile.name}; null if none.",
  },
});

const fields = {
  description: text(400).optional().shown("Display name: what the role is for, in words."),
  condition: longText()
    .optional()
    .shown("Users whom the role is for, as a $filter on users; null for members by name and by request alone."),
  surplus: oneOf(surplusWays).shown("Way to resolve access in the role that no role of its holder gives."),
  deficit: oneOf(deficitWays).shown("Way to resolve access that a member lacks."),
  asksPhases: flag().shown("True if the approval phases also decide about people whom the condition chooses."),
  entitlements: { type: entitlement, collection: true, description: "Things that the role gives." },
} as const;

const content = structure("RoleContent", fields);

const draft = structure("RoleDraft", {
  number: integer().optional().shown("Number of the version; a change ignores it."),
  comment: longText().optional().shown("Reason of the version; null if none was given."),
  ...fields,
});

/** Roles: prepared by their owners, put in force by superusers, given by conditions, requests and names. */
export const roles = resourceSet(resource, {
  properties: {
    draft: { type: draft, nullable: true },
    authorizationPhases: { type: authorizationPhase, collection: true, needs: ["key"] },
  },
  attachment: "role",
  usualOrder: ["id"],
  create: {
    ...verb(addRole),
    status: 201,
    example: {
      id: "SALES",
      draft: {
        description: "Sales staff",
        condition: "attributes/any(a:a/name eq 'department' and a/value eq 'Sales')",
        surplus: "exception",
        deficit: "add",
        entitlements: [{ kind: "account", targetSystemKey: "DIRECTORY", attributes: { title: "{profile.title}" } }],
      },
    },
  },
  update: { ...verb(updateRole), status: 204 },
  remove: { ...verb(removeRole), status: 204 },
  actions: {
    putInForce: action(putRoleInForce, {
      parameters: {
        number: integer()
          .optional()
          .shown(
            "Number of the version that was read; another one is refused, and a draft that has changed since by If-Match. Null for any.",
          ),
        force: flag().optional().shown("True to accept a condition on facts that others than superusers can write."),
      },
      result: structure("RoleInForce", {
        key: guid().shown("Key of the role."),
        number: integer().shown("Number of the version in force."),
        reads: {
          type: structure("WrittenFact", {
            fact: text().shown("Fact that the condition reads."),
            writers: {
              type: "Edm.String",
              collection: true,
              description: "People besides superusers who can write it, and how; empty if nobody can.",
            },
          }),
          collection: true,
          description: "Facts that the condition reads.",
        },
      }),
    }),
    retire: action(retireRole, {
      result: structure("RetiredRole", {
        key: guid().shown("Key of the role."),
        state: oneOf(roleStates).shown("State of the role."),
        members: integer().shown("Number of people who have the role and lose it now."),
      }),
    }),
    discardDraft: action(discardDraft, {
      result: structure("DiscardedDraft", {
        key: guid().shown("Key of the role."),
        number: integer().shown("Number of the version that was discarded."),
      }),
    }),
    setOwners: action(setRoleOwners, {
      parameters: {
        userKeys: {
          type: "Edm.String",
          collection: true,
          description: "Keys of the owners, who replace the present ones; an empty list for none.",
        },
      },
      result: structure("OwnedRole", {
        key: guid().shown("Key of the role."),
        owners: integer().shown("Number of owners."),
      }),
    }),
    setAuthorizationPhases: action(setRolePhases, {
      parameters: {
        authorizationPhases: {
          type: authorizationPhase,
          collection: true,
          description: "Approval phases of the role, which replace the current ones; an empty list for none.",
        },
      },
      result: structure("AuthorizedRole", {
        key: guid().shown("Key of the role."),
        phases: integer().shown("Number of approval phases of the role."),
      }),
    }),
  },
  ways: {
    versions: { contained: { properties: { content: { type: content } }, usualOrder: ["number"] } },
    entitlements: {
      contained: {
        properties: { attributes: { type: attributesType, nullable: true } },
        ways: { group: "linked", innerRole: "linked" },
      },
    },
    containedIn: {
      contained: {
        properties: { attributes: { type: attributesType, nullable: true } },
        ways: { role: "linked" },
      },
    },
    memberships: { contained: { ways: { person: { linked: "people" } } } },
    assignments: {
      contained: { ways: { person: { linked: "people" } } },
      create: { ...verb(assignRole), status: 201, parentField: "roleKey" },
      remove: { ...verb(endAssignment), status: 204, parentField: "roleKey" },
    },
    owners: { linked: "people" },
  },
});
