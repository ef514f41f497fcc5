import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, always, eq, ne } from "#domain/query/condition.ts";
import type { Row, Save, TableName } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

type EndContext = Pick<ServiceContext, "store" | "clock">;
type Key<T extends TableName> = keyof Row<T> & string;

/** Number of rows processed together. */
const pageRows = 256;

/** Tables of single-use rows: after a restore no one knows whether they were used. A used disclosure is a record and stays. */
const goodOnce = {
  authorizationCodes: always,
  signInAttempts: always,
  samlRequests: always,
  credentialEnrolments: always,
  vouchings: always,
} as const satisfies Partial<Record<TableName, Expression>>;

/**
 * Ends everything that lets someone continue without signing in again, or enter by a link, a code or an invitation, in the current
 * transaction. Otherwise a database restored from a backup would revive what was ended or used after it. Access tokens end with the keys
 * that signed them. Returns the number of sessions that were open.
 */
export async function endEverything(context: EndContext): Promise<number> {
  const { store, clock } = context;
  const now = clock.now();
  await eachOf(context, ["persistedGrants", "key"], eq("revokedAt", null), (key) => ({ key, revokedAt: now }));
  const ended = await store.sessions.endEvery("revoked", now);
  await eachOf(context, ["keyedSessions", "key"], eq("revokedAt", null), (key) => ({ key, revokedAt: now }));
  await eachOf(context, ["users", "key"], ne("passwordLinkHash", null), (key) => ({
    key,
    passwordLinkHash: null,
    passwordLinkExpiresAt: null,
  }));
  const uninvited = { enrolmentTokenHash: null, enrolmentExpiresAt: null };
  const invited = ne("enrolmentTokenHash", null);
  await eachOf(context, ["proxyServers", "id"], invited, (id) => ({ id, ...uninvited }));
  await eachOf(context, ["managedHosts", "key"], invited, (key) => ({ key, ...uninvited }));
  await eachOf(context, ["passwordSenders", "key"], invited, (key) => ({ key, ...uninvited }));
  // What other nodes own, they end: their keys stay with them.
  const here = await store.homes.here();
  await eachOf(context, ["signingKeys", "kid"], here);
  await eachOf(context, ["disclosures", "key"], allOf(eq("usedAt", null), here));
  for (const [table, where] of Object.entries(goodOnce))
    await eachOf(context, [table as keyof typeof goodOnce, "key"], where);
  return ended;
}

/** Changes the rows that fulfil a condition, after which they no longer do; without a change they are removed. */
async function eachOf<T extends TableName>(
  { store }: EndContext,
  [table, keyed]: readonly [table: T, keyed: Key<T>],
  where: Expression,
  changed?: (key: string) => Save<T>,
): Promise<void> {
  for (;;) {
    const rows = await store.select(table, { where, limit: pageRows });
    for (const row of rows) {
      const key = String(row[keyed]);
      if (changed === undefined) await store.remove(table, key);
      else await store.save(table, changed(key));
    }
    if (rows.length < pageRows) return;
  }
}
