import { momentLeaseMs } from "#domain/engine-limits.ts";
import type { SubjectKindName } from "#domain/requests/subject-kinds.ts";
import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";

import type { Database } from "./database.ts";
import { leaseDue } from "./lease-due.ts";
import { marks } from "./sql/sql.ts";

/**
 * Kind of a waiting object: that of a subject of approvals, until something of it is due; `authorizers` and `implementers`, until plug-ins
 * have named its people, which takes time; `applicability`, until a plug-in has said if an operation still applies; `pluginDelivery`, until
 * the next attempt of a delivery to a plug-in; `delegation`, until it begins or ends; `checkout`, until its turn comes, its holder is to be
 * warned, or it ends; `grant`, until the end of access is to be announced, or has come; `user`, until the end of the user is to be told or
 * comes; `leavingStep`, until a step of leaving is done; `requestBatch`, until a request is submitted for each of its recipients; `moveReview`, until
 * the reviewer of a move is to be reminded; `enforcementRun`, until its next step; `analysis`, until a hub computes it, or another one
 * continues it; `passwordQueue`, until the next try of a queued password change, or its end; `passwordDelivery`, until the passwords of a mass
 * reset are deleted.
 */
export type MomentKind =
  | SubjectKindName
  | "authorizers"
  | "implementers"
  | "applicability"
  | "pluginDelivery"
  | "delegation"
  | "checkout"
  | "grant"
  | "user"
  | "leavingStep"
  | "requestBatch"
  | "moveReview"
  | "enforcementRun"
  | "analysis"
  | "passwordQueue"
  | "passwordDelivery";

/** A moment at which a row must be handled. */
export interface Moment {
  /** Key of the waiting object; it has one moment, the next. */
  readonly key: string;
  /** Kind of the object, which selects the handler. */
  readonly kind: MomentKind;
  /** Time in milliseconds UTC. */
  readonly at: number;
}

/**
 * Next moments of waiting objects, one indexed row each: nothing else has to exist for them meanwhile. The rows of the objects say what is
 * due by then; a moment only says that it is time to look.
 */
export interface Moments {
  /** Sets a moment in the current transaction, in place of an earlier one. */
  set(moment: Moment): Promise<void>;
  /** Brings forward, in the current transaction, the moments of all subjects in which a user is asked. */
  bringForward(userKey: string, at: number): Promise<void>;
  /** Deletes the moment of a key in the current transaction. */
  clear(key: string): Promise<void>;
  /** Leases due moments of a kind to this process, longest waiting first; no other process takes them before the lease expires. */
  lease(max: number, kind?: MomentKind): Promise<readonly Moment[]>;
  /**
   * Deletes a leased moment in the transaction that handles it; returns false if another process has it now, or if it was set again or
   * cleared meanwhile. So each is handled once, even by a process that comes back after its lease.
   */
  take(key: string): Promise<boolean>;
  /** Returns those of the keys that have a moment. */
  waiting(keys: readonly string[]): Promise<ReadonlySet<string>>;
}

interface MomentParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Most moments that one statement brings forward. */
const broughtAtOnce = 500;
const askedText =
  "SELECT DISTINCT m.`key` FROM `requestAuthorizers` a JOIN `moments` m ON m.`key` = a.`requestKey` WHERE a.`userKey` = ? AND m.`kind` <> 'authorizers'";
const insertText = "REPLACE INTO `moments` (`key`, `kind`, `at`, `leasedUntil`, `leasedBy`) VALUES (?, ?, ?, ?, NULL)";

/** Makes the moments of a database. */
export function createMoments({ database, clock, ids }: MomentParts): Moments {
  const owner = ids.guid();
  return {
    async set({ key, kind, at }) {
      await database.write(insertText, [key, kind, at, at]);
    },
    async bringForward(userKey, at) {
      const keys = (await database.read(askedText, [userKey])).map((row) => row["key"] as string);
      for (let from = 0; from < keys.length; from += broughtAtOnce) {
        const some = keys.slice(from, from + broughtAtOnce);
        const text = `UPDATE \`moments\` SET \`at\` = ?, \`leasedUntil\` = ?, \`leasedBy\` = NULL WHERE \`key\` IN (${marks(some).text})`;
        await database.write(text, [at, at, ...some]);
      }
    },
    async clear(key) {
      await database.write("DELETE FROM `moments` WHERE `key` = ?", [key]);
    },
    lease(max, kind = "request") {
      const now = clock.now();
      const text =
        "SELECT `key`, `kind`, `at` FROM `moments` WHERE `kind` = ? AND `leasedUntil` <= ? " +
        `ORDER BY \`leasedUntil\` LIMIT ${Math.trunc(max)}`;
      return leaseDue(database, { text, values: [kind, now] }, async (rows) => {
        const keys = rows.map((row) => row["key"] as string);
        if (keys.length > 0) {
          const leaseText = `UPDATE \`moments\` SET \`leasedUntil\` = ?, \`leasedBy\` = ? WHERE \`key\` IN (${marks(keys).text})`;
          await database.write(leaseText, [now + momentLeaseMs, owner, ...keys]);
        }
        return rows.map((row) => ({
          key: row["key"] as string,
          kind: row["kind"] as Moment["kind"],
          at: Number(row["at"]),
        }));
      });
    },
    async take(key) {
      return (await database.write("DELETE FROM `moments` WHERE `key` = ? AND `leasedBy` = ?", [key, owner])) === 1;
    },
    async waiting(keys) {
      if (keys.length === 0) return new Set();
      const rows = await database.read(`SELECT \`key\` FROM \`moments\` WHERE \`key\` IN (${marks(keys).text})`, keys);
      return new Set(rows.map((row) => row["key"] as string));
    },
  };
}
