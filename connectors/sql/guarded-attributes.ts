import { guardAttributes, type GuardedAttribute } from "#connectors/contract/guarded-attributes.ts";

/** Attributes of accounts of a database server that are more than a description. */
export const guardedAttributes: readonly GuardedAttribute[] = [
  ...guardAttributes({ of: "account", effect: "rights" }, [
    "superuser",
    "createRole",
    "createDb",
    "replication",
    "bypassRls",
    "inherit",
  ]),
  ...guardAttributes({ of: "account", effect: "state" }, ["validUntil", "requireTls"]),
];
