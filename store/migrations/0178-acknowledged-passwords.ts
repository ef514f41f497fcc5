import { text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const waySize = 20;

/** Choice of each policy for new passwords that no other node has acknowledged. */
export const acknowledgedPasswords: Migration = {
  name: "0178-acknowledged-passwords",
  async up(schema) {
    await schema.addColumn("managedSystemPolicies", "ifUnacknowledged", { ...text(waySize), defaultValue: "wait" });
  },
};
