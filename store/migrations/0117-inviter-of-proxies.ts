import { optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** User who has invited a proxy, and who is notified when it enrolls. */
export const inviterOfProxies: Migration = {
  name: "0117-inviter-of-proxies",
  async up(schema) {
    await schema.addColumn("proxyServers", "invitedByKey", optional(text()));
  },
};
