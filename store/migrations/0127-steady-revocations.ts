import { bigInteger, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Steady time at which a revoked token, or a call that was accepted, may be forgotten. */
export const steadyRevocations: Migration = {
  name: "0127-steady-revocations",
  async up(schema) {
    await schema.addColumn("revokedTokens", "steadyUntil", optional(bigInteger()));
    await schema.addColumn("proxyCalls", "steadyUntil", optional(bigInteger()));
  },
};
