import { longText, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Attributes that the schemas of connectors mark as secrets, by target system. */
export const secretAttributes: Migration = {
  name: "0028-secret-attributes",
  async up(schema) {
    await schema.addColumn("targetSystems", "secretAttributes", optional(longText()));
  },
};
