import { optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** A proxy keeps who has invited it, for who is told when it enrols. */
export const inviterOfProxies: Migration = {
  name: "0117-inviter-of-proxies",
  async up(schema) {
    await schema.addColumn("proxyServers", "invitedByKey", optional(text()));
  },
};
