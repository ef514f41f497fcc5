import { guardAttributes, type GuardedAttribute } from "#connectors/contract/guarded-attributes.ts";

/** Guarded attributes of accounts of a database server. */
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
