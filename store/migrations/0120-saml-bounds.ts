import { flag, optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Limits on the users whom an identity provider may name; existing providers may still name superusers. */
export const samlBounds: Migration = {
  name: "0120-saml-bounds",
  async up(schema) {
    await schema.addColumn("samlProviders", "userClass", optional(text()));
    await schema.addColumn("samlProviders", "superusers", { ...flag(), defaultValue: 1 });
  },
};
