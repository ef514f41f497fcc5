import { guardAttributes, type GuardedAttribute } from "#connectors/contract/guarded-attributes.ts";

/**
 * Attributes of the core schema (RFC 7643) that are more than a description, in any schema of the service, with names that
 * services give to their own rights.
 */
export const guardedAttributes: readonly GuardedAttribute[] = [
  ...guardAttributes({ of: "account", effect: "rights" }, [
    "roles",
    "role",
    "entitlements",
    "userType",
    "x509Certificates",
    "sshKeys",
    "admin",
    "isAdmin",
    "superuser",
    "permissions",
    "privileges",
    "licenses",
    "accessLevel",
    "schemas",
  ]),
  ...guardAttributes({ of: "account", effect: "memberships" }, ["groups"]),
  ...guardAttributes({ of: "account", effect: "state" }, ["active", "locked", "suspended"]),
  ...guardAttributes({ of: "account", effect: "foreign" }, ["externalId"]),
  ...guardAttributes({ of: "group", effect: "memberships" }, ["members", "memberOf"]),
  ...guardAttributes({ of: "group", effect: "memberships", names: "groupOwners" }, ["owner", "owners"]),
  ...guardAttributes({ of: "group", effect: "rights" }, [
    "roles",
    "entitlements",
    "permissions",
    "privileges",
    "schemas",
  ]),
  ...guardAttributes({ of: "group", effect: "foreign" }, ["externalId"]),
];
