import { longText, optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const versionSize = 60;

/** Processes of a proxy, the version of the connector that received an operation, and tests of connections. */
export const proxyInstances: Migration = {
  name: "0016-proxy-instances",
  async up(schema) {
    await schema.addColumn("proxyServers", "instances", optional(longText()));
    await schema.addColumn("requestOperations", "connectorVersion", optional(text(versionSize)));
    await schema.addColumn("requestOperations", "server", optional(longText()));
    await schema.addIndex("requestOperations", ["proxyServer", "result"]);
  },
};
