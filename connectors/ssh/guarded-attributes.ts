import { guardAttributes, type GuardedAttribute } from "#connectors/contract/guarded-attributes.ts";

/** Guarded attributes of accounts and groups of a Linux machine. */
export const guardedAttributes: readonly GuardedAttribute[] = [
  ...guardAttributes({ of: "account", effect: "memberships", names: "groupIds" }, ["group", "groups"]),
  ...guardAttributes({ of: "account", effect: "foreign" }, ["home", "shell"]),
  ...guardAttributes({ of: "account", effect: "rights" }, ["uid"]),
  ...guardAttributes({ of: "group", effect: "rights" }, ["gid"]),
];
