import { flag } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Mark of enabled clients, so that a client can be disabled without being deleted. */
export const clientsEnabled: Migration = {
  name: "0107-clients-enabled",
  async up(schema) {
    await schema.addColumn("clients", "enabled", { ...flag(), defaultValue: 1 });
  },
};
