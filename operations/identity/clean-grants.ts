import { batchRowsMax, expiredGrantKeptHours } from "#domain/limits.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, always, eq, lt } from "#domain/query/condition.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { droppableHere } from "./engine/has-passed.ts";

const hourMs = 3_600_000;
/** Tables of rows that expire, with their key column. Rows that strangers can create at will are deleted as soon as they expire. */
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

/** Further conditions for the rows of a table. A used disclosure is a record and is never deleted. */
const alsoTrue: Readonly<Partial<Record<(typeof cleaned)[number][0], (context: CallContext) => Promise<Expression>>>> =
  {
    disclosures: async ({ store }) => allOf(eq("usedAt", null), await store.homes.here()),
    revokedTokens: (context) => droppableHere(context, context.store.steadyTime.least()),
  };

/** Result of one cleanup round. */
export interface CleanedGrants {
  readonly deleted: number;
  /** True if another round would find more. */
  readonly left: boolean;
}

const keptNoLonger: readonly (typeof cleaned)[number][0][] = ["signInAttempts", "samlRequests"];

/**
 * Deletes rows that have been expired for more than 24 hours (specification 5.5): grants, codes, sessions known by a secret, revocations,
 * unused disclosure tokens and second-person codes. Sign-ins and SAML requests are deleted as soon as they expire, and so are kept answers.
 * Each round deletes at most 256 rows of each table in one transaction; call it again while something is left.
 */
export const cleanGrants = defineOperation<Record<string, never>, CleanedGrants>({
  name: "identity.cleanGrants",
  callers: ["engine"],
  audit: {
    operation: "GRCL",
    describe: (_input, output) => (output === undefined ? {} : { message: `${output.deleted} deleted` }),
  },
  async run(context) {
    const { store, clock } = context;
    let deleted = 0;
    let left = false;
    for (const [table, column] of cleaned) {
      const keptMs = keptNoLonger.includes(table) ? 0 : expiredGrantKeptHours * hourMs;
      const further = (await alsoTrue[table]?.(context)) ?? always;
      const where = allOf(lt("expiresAt", clock.now() - keptMs), further);
      const rows: readonly object[] = await store.select(table, { where, limit: batchRowsMax });
      for (const row of rows) await store.remove(table, String((row as Record<string, unknown>)[column]));
      deleted += rows.length;
      left ||= rows.length === batchRowsMax;
    }
    const answers = await store.keptAnswers.drop(batchRowsMax);
    return { deleted: deleted + answers, left: left || answers === batchRowsMax };
  },
});
