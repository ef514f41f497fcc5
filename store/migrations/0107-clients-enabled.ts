import { flag } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Clients can be shut out without being forgotten. */
export const clientsEnabled: Migration = {
  name: "0107-clients-enabled",
  async up(schema) {
    await schema.addColumn("clients", "enabled", { ...flag(), defaultValue: 1 });
  },
};
