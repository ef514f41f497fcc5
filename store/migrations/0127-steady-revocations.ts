import { bigInteger, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Time that has to have passed before what refuses a revoked token or a call that was taken is forgotten. */
export const steadyRevocations: Migration = {
  name: "0127-steady-revocations",
  async up(schema) {
    await schema.addColumn("revokedTokens", "steadyUntil", optional(bigInteger()));
    await schema.addColumn("proxyCalls", "steadyUntil", optional(bigInteger()));
  },
};
