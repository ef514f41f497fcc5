import { flag, optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Identity providers say whom they may name; those that are there already go on naming superusers. */
export const samlBounds: Migration = {
  name: "0120-saml-bounds",
  async up(schema) {
    await schema.addColumn("samlProviders", "userClass", optional(text()));
    await schema.addColumn("samlProviders", "superusers", { ...flag(), defaultValue: 1 });
  },
};
