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

/** Attributes of a SQLite file, whose names its address chooses: those that the applications that read it may give rights by. */
export const guardedAttributes: readonly GuardedAttribute[] = [
  ...guardAttributes({ of: "account", effect: "rights" }, rights),
  ...guardAttributes({ of: "group", effect: "rights" }, rights),
  ...guardAttributes({ of: "account", effect: "memberships", names: "groupIds" }, ["groups", "memberOf"]),
  ...guardAttributes({ of: "group", effect: "memberships", names: "groupOwners" }, ["owner", "owners", "managedBy"]),
  ...guardAttributes({ of: "group", effect: "memberships" }, ["member", "members"]),
  ...guardAttributes({ of: "account", effect: "state" }, ["active", "enabled", "disabled", "locked"]),
];
