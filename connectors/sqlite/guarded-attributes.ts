import { guardAttributes, type GuardedAttribute } from "#connectors/contract/guarded-attributes.ts";

const rights = [
  "admin",
  "isAdmin",
  "administrator",
  "superuser",
  "sudo",
  "root",
  "role",
  "roles",
  "privileges",
  "permissions",
  "entitlements",
  "scopes",
  "capabilities",
  "userType",
  "accessLevel",
];

/**
 * Guarded attributes of a SQLite file. The address chooses the names of attributes, so these are names by which the applications
 * that read the file may give rights.
 */
export const guardedAttributes: readonly GuardedAttribute[] = [
  ...guardAttributes({ of: "account", effect: "rights" }, rights),
  ...guardAttributes({ of: "group", effect: "rights" }, rights),
  ...guardAttributes({ of: "account", effect: "memberships", names: "groupIds" }, ["groups", "memberOf"]),
  ...guardAttributes({ of: "group", effect: "memberships", names: "groupOwners" }, ["owner", "owners", "managedBy"]),
  ...guardAttributes({ of: "group", effect: "memberships" }, ["member", "members"]),
  ...guardAttributes({ of: "account", effect: "state" }, ["active", "enabled", "disabled", "locked"]),
];
