import { guardAttributes, type GuardedAttribute } from "#connectors/contract/guarded-attributes.ts";

/** Guarded attributes of the core schema (RFC 7643) in any schema of the service, and names that services give to their own rights. */
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
