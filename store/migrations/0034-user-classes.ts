import { flag, longText, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Conditions by which user classes choose members; all earlier members were added by hand. */
export const userClasses: Migration = {
  name: "0034-user-classes",
  async up(schema) {
    await schema.addColumn("userClasses", "condition", optional(longText()));
    await schema.addColumn("userClassMembers", "byCondition", { ...flag(), defaultValue: 0 });
  },
};
