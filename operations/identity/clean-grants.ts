import { batchRowsMax, expiredGrantKeptHours } from "#domain/limits.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, always, eq, lt } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { hasPassed } from "./engine/has-passed.ts";

const hourMs = 3_600_000;
/** What ends, by its table; of what strangers can begin as often as they like nothing is kept behind its end. */
const cleaned = [
  ["persistedGrants", "key"],
  ["authorizationCodes", "key"],
  ["keyedSessions", "key"],
  ["revokedTokens", "jti"],
  ["passwordChecks", "key"],
  ["signInAttempts", "key"],
  ["samlRequests", "key"],
  ["credentialEnrolments", "key"],
  ["commandRuns", "key"],
  ["vouchings", "key"],
  ["disclosures", "key"],
] as const;

/** What else must be true of the rows of a table. What was given out by a disclosure is a record, and stays. */
const alsoTrue: Readonly<Partial<Record<(typeof cleaned)[number][0], (least: number | null) => Expression>>> = {
  disclosures: () => eq("usedAt", null),
  revokedTokens: hasPassed,
};

/** What a round of cleaning up has done. */
export interface CleanedGrants {
  readonly deleted: number;
  /** Whether another round would find more. */
  readonly left: boolean;
}

const keptNoLonger: readonly (typeof cleaned)[number][0][] = ["signInAttempts", "samlRequests"];

/**
 * Deletes grants, codes, sessions that were known by a secret, revocations, tokens of disclosures that nobody has used, and codes of second persons that have been expired for
 * more than 24 hours (specification 5.5), sign-ins that can be gone on with no more, at most 256 of each in one transaction, and kept answers that
 * are over; call it again while something is left.
 */
export const cleanGrants = defineOperation<Record<string, never>, CleanedGrants>({
  name: "identity.cleanGrants",
  callers: ["engine"],
  audit: {
    operation: "GRCL",
    describe: (_input, output) => (output === undefined ? {} : { message: `${output.deleted} deleted` }),
  },
  async run({ store, clock }) {
    let deleted = 0;
    let left = false;
    for (const [table, column] of cleaned) {
      const keptMs = keptNoLonger.includes(table) ? 0 : expiredGrantKeptHours * hourMs;
      const where = allOf(lt("expiresAt", clock.now() - keptMs), alsoTrue[table]?.(store.steadyTime.least()) ?? always);
      const rows: readonly object[] = await store.select(table, { where, limit: batchRowsMax });
      for (const row of rows) await store.remove(table, String((row as Record<string, unknown>)[column]));
      deleted += rows.length;
      left ||= rows.length === batchRowsMax;
    }
    const answers = await store.keptAnswers.drop(batchRowsMax);
    return { deleted: deleted + answers, left: left || answers === batchRowsMax };
  },
});
