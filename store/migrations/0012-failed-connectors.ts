import { longText, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Connectors that a proxy was given and could not load. */
export const failedConnectors: Migration = {
  name: "0012-failed-connectors",
  async up(schema) {
    await schema.addColumn("proxyServers", "failedConnectors", optional(longText()));
  },
};
