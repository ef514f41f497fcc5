import type { OrderAttributes } from "../requests/order.ts";
import { roleDescriptionMaxCharacters } from "../role-limits.ts";
import { deficitWays, entitlementKinds, type RoleContent, roleStates, surplusWays } from "../roles/role-content.ts";
import { flag, guid, integer, json, longText, oneOf, text, time } from "./format/builders.ts";
import { across, many, one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";
import { ownedRole, ownersOfRole } from "./inside/owned-role.ts";

/** Roles of users: what they give, whom they are for, and what is done about differences. */
export const roles = resource("roles", {
  class: "shared",
  holds: "configuration",
  knownBy: ["id"],
  key: "key",
  entity: { type: "Role", key: "roleKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the role."),
    id: text()
      .givenOnce()
      .format("newId")
      .searched()
      .ordered()
      .policy()
      .label("Name")
      .shown("Name of the role, without blanks."),
    description: text(roleDescriptionMaxCharacters)
      .optional()
      .searched()
      .shown("Display name: what the role is for, in words."),
    state: oneOf(roleStates)
      .initially("draft")
      .policy()
      .memberLabels({ inForce: "In force" })
      .shown("State of the role: draft (no version is in force yet), inForce or retired."),
    number: integer().optional().label("Version").shown("Number of the version in force; null if none is."),
    condition: longText()
      .optional()
      .shown("Users whom the role is for, as a $filter on users; null for members by name and by request alone."),
    surplus: oneOf(surplusWays)
      .initially("none")
      .memberLabels({ none: "Report only", exception: "Ask for an exception", request: "Request the role" })
      .shown(
        "Way to resolve access in the role that no role of its holder gives: none (reported only), remove, exception (ask for one) or request (the role for its holder).",
      ),
    deficit: oneOf(deficitWays)
      .initially("none")
      .memberLabels({ none: "Report only", exception: "Ask for an exception", removal: "Remove the role" })
      .shown(
        "Way to resolve access that a member lacks: none (reported only), add, exception (ask for one) or removal (of the role from the member).",
      ),
    asksPhases: flag(false)
      .label("Approval for everybody")
      .shown(
        "True if the approval phases also decide about people whom the condition chooses; otherwise they get the role at once.",
      ),
    createdAt: time().label("Added").shown("Time at which the role was added."),
    draft: json()
      .elsewhere()
      .given()
      .shown(
        "Version that is being prepared, with its condition and entitlements; null if there is none, and where the role is reached by another object.",
      ),
    authorizationPhases: json().elsewhere().shown("Approval phases of requests for the role."),
  },
  relations: {
    members: across("users", "roleMembers", ["roleKey", "userKey"]),
    memberships: many("roleMembers", "roleKey"),
    assignments: many("roleAssignments", "roleKey"),
    entitlements: many("roleEntitlements", "roleKey"),
    containedIn: many("roleEntitlements", "innerRoleKey"),
    versions: many("roleVersions", "roleKey"),
    owners: across("users", "roleOwners", ["roleKey", "userKey"]),
    ownerships: many("roleOwners", "roleKey"),
  },
  indexes: [unique("olderClaim", "id"), index("id", "key")],
  policies: { role: { lists: { ownerKeys: { relation: "ownerships", column: "userKey" } } } },
});

/** Versions of roles: each was prepared, put in force and replaced. */
export const roleVersions = resource("roleVersions", {
  class: "shared",
  holds: "part",
  key: "key",
  entity: { type: "RoleVersion", key: "roleVersionKey" },
  properties: {
    key: guid().policy().shown("Key of the version."),
    roleKey: guid().policy().shown("Key of the role."),
    number: integer().shown("Number of the version, from 1 for each role."),
    state: oneOf(roleStates).memberLabels({ inForce: "in force" }).shown("State of the version."),
    content: json<RoleContent>().shown(
      "Content of the version: condition, entitlements and ways to resolve differences.",
    ),
    createdAt: time().shown("Time at which the version was begun."),
    createdBy: text().optional().shown("Key of the user who began the version; null for the service."),
    inForceAt: time().optional().shown("Time at which the version was put in force; null if it was not."),
    inForceBy: text().optional().shown("Key of the user who put the version in force; null if nobody did."),
    comment: longText().optional().shown("Reason of the version; null if none was given."),
    retiredAt: time().optional().shown("Time at which the version was replaced or retired; null if it was not."),
  },
  relations: { role: one("roles", "roleKey"), ...ownersOfRole },
  indexes: [unique("number", "roleKey", "number")],
  policies: { roleVersion: ownedRole },
});

/** Content of the roles in force, with what roles within them contain. */
export const roleEntitlements = resource("roleEntitlements", {
  class: "shared",
  holds: "part",
  key: "key",
  entity: { type: "RoleEntitlement", key: "entitlementKey" },
  properties: {
    key: guid().policy().shown("Key of the entitlement."),
    roleKey: guid().policy().shown("Key of the role."),
    kind: oneOf(entitlementKinds)
      .policy()
      .shown("Kind of the entitlement: account, membership (in a group) or role (within this one)."),
    targetSystemKey: text().optional().shown("Key of the target system; null for a role."),
    groupKey: guid().optional().shown("Key of the group; null unless it is a membership."),
    innerRoleKey: guid().optional().shown("Key of the role within the role; null unless it is one."),
    throughRoleKey: guid()
      .optional()
      .shown("Key of the role within this one by which it is contained; null if the role names it itself."),
    attributes: json<OrderAttributes>().optional().shown("Attributes of a new account; null if it is none."),
  },
  relations: {
    role: one("roles", "roleKey"),
    group: one("groups", "groupKey"),
    targetSystem: one("targetSystems", "targetSystemKey"),
    innerRole: one("roles", "innerRoleKey"),
    throughRole: one("roles", "throughRoleKey"),
    ...ownersOfRole,
  },
  indexes: [
    index("roleKey", "kind"),
    index("groupKey", "roleKey"),
    index("targetSystemKey", "kind", "roleKey"),
    index("innerRoleKey"),
  ],
  policies: { roleEntitlement: ownedRole },
});

/** Named reasons for and against a membership in a role, each until its end. */
export const roleAssignments = resource("roleAssignments", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "RoleAssignment", key: "assignmentKey" },
  properties: {
    key: guid().policy().shown("Key of the assignment."),
    roleKey: guid().policy().shown("Key of the role."),
    userKey: guid().givenOnce().policy().shown("Key of the user."),
    because: oneOf(["request", "named", "excluded"])
      .givenOnce()
      .policy()
      .shown(
        "Reason: request (approved), named (an administrator made the user a member) or excluded (never a member).",
      ),
    reason: longText().givenOnce().shown("Reason in words; empty if none was given."),
    until: time().optional().givenOnce().shown("Time at which the assignment ends; null if it has no end."),
    createdAt: time().shown("Time of the assignment."),
    createdBy: text().optional().shown("Key of the user who made the assignment; null for the service."),
    requestKey: guid().optional().shown("Key of the request that made the assignment; null if none did."),
  },
  relations: { role: one("roles", "roleKey"), person: one("users", "userKey"), ...ownersOfRole },
  indexes: [unique("olderClaim", "userKey", "roleKey", "because"), index("roleKey", "because"), index("until", "key")],
  policies: { roleAssignment: ownedRole },
});

/** Exceptions from what roles and rules ask for, each with a reason and an end. */
export const accessExceptions = resource("accessExceptions", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "AccessException", key: "exceptionKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the exception."),
    kind: oneOf(["surplus", "deficit", "sod"])
      .policy()
      .memberLabels({ sod: "separation of duties" })
      .shown("Kind of the exception: surplus or deficit of access, or sod (separation of duties)."),
    userKey: guid().policy().shown("Key of the user."),
    roleKey: guid().optional().shown("Key of the role that contains the access; null for separation of duties."),
    sodRuleKey: guid().optional().shown("Key of the rule of separation of duties; null for other exceptions."),
    targetSystemKey: text().optional().shown("Key of the target system of the access; null for separation of duties."),
    groupKey: guid()
      .optional()
      .shown("Key of the group of the access; null for an account, and for separation of duties."),
    reason: longText().optional().shown("Reason of the request; null if none was given."),
    control: longText().optional().shown("Compensating control: what is done instead; null if none was named."),
    from: time().shown("Time at which the exception was approved."),
    until: time().optional().ordered().shown("Time at which the exception ends; null if it has no end."),
    endedAt: time().optional().shown("Time at which the exception was ended before its time; null if it was not."),
    requestKey: guid().optional().shown("Key of the request that was approved."),
    operationKey: guid().optional().shown("Key of the operation that was approved."),
  },
  relations: { person: one("users", "userKey"), role: one("roles", "roleKey"), request: one("requests", "requestKey") },
  indexes: [
    index("userKey", "kind"),
    index("roleKey", "userKey"),
    index("sodRuleKey", "userKey"),
    index("until", "key"),
  ],
  policies: { accessException: {} },
});
