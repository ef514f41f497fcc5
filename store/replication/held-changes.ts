import type { HeldChange } from "#domain/node-link-facts.ts";
import type { Clock } from "#platform/clock.ts";

import type { Database } from "../database.ts";
import { schemaVersion } from "../schema/schema-version.ts";

/** A held change, and the answer with which it came. */
export interface Held extends HeldChange {
  readonly peer: string;
  /** Words of the database that has refused it. */
  readonly detail?: string;
  /** Row that has not arrived. */
  readonly waitsFor?: { readonly table: string; readonly key: string };
}

const hourMs = 3_600_000;
const soonMs = 10_000;

/**
 * Milliseconds after which a held change is tried again at the earliest; those of other reasons are after an hour, or once the schema has
 * changed. The longer it is held the rarer it is tried: each time the log of its node is read again from the place at which it was held.
 */
const retryMs: Partial<Record<HeldChange["reason"], number>> = { hole: 0, missingRow: 0, unknownOrigin: soonMs };

/** Mark of a held change that is being tried again. */
const tried = -1;

/** Changes that stand still here, with everything behind them of the same origin. */
export interface HeldChanges {
  /** Sequences at which origins stand still, by origin. */
  held(): Promise<ReadonlyMap<string, number>>;
  /** Records in the current transaction that an origin stands still. */
  hold(held: Held): Promise<void>;
  /** Returns the changes that are held since an answer of a peer. */
  heldOf(peer: string): Promise<readonly HeldChange[]>;
  /** Takes note in the current transaction of rows for which held changes may wait. */
  arrive(rows: readonly { readonly table: string; readonly key: string }[]): Promise<void>;
  /** Takes up origins whose reason may be gone: what was passed over since then is asked for once more. */
  release(): Promise<void>;
}

/** Makes the held changes of a database. */
export function createHeldChanges(
  database: Pick<Database, "read" | "write" | "transactions">,
  clock: Clock,
): HeldChanges {
  const { read, write } = database;
  return {
    async held() {
      const rows = await read("SELECT `origin`, `seq` FROM `replicationHeld` WHERE `retryAt` >= 0");
      return new Map(rows.map((row) => [String(row["origin"]), Number(row["seq"])]));
    },
    async hold({ origin, seq, reason, peer, detail, waitsFor }) {
      const { table = null, key = null } = waitsFor ?? {};
      const now = clock.now();
      const [known] = await read("SELECT `seq`, `since` FROM `replicationHeld` WHERE `origin` = ?", [origin]);
      const since = Number(known?.["seq"]) === seq ? Math.min(now, Number(known?.["since"])) : now;
      const pauseMs = Math.max(retryMs[reason] ?? hourMs, Math.min(now - since, hourMs));
      await write(
        "REPLACE INTO `replicationHeld` (`origin`, `seq`, `reason`, `detail`, `since`, `retryAt`, `schemaVersion`, `peer`, `waitsForTable`, `waitsForKey`) " +
          "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [origin, seq, reason, detail ?? null, since, now + pauseMs, schemaVersion(), peer, table, key],
      );
    },
    async heldOf(peer) {
      const rows = await read(
        "SELECT `origin`, `seq`, `reason` FROM `replicationHeld` WHERE `retryAt` >= 0 AND `peer` = ? ORDER BY `since`, `origin`",
        [peer],
      );
      return rows.map((row) => ({
        origin: String(row["origin"]),
        seq: Number(row["seq"]),
        reason: row["reason"] as HeldChange["reason"],
      }));
    },
    async arrive(arrived) {
      const waiting = await read("SELECT * FROM `replicationHeld` WHERE `retryAt` > 0 AND `waitsForTable` IS NOT NULL");
      for (const { origin, waitsForTable, waitsForKey } of waiting)
        if (arrived.some(({ table, key }) => table === waitsForTable && key === waitsForKey))
          await write("UPDATE `replicationHeld` SET `retryAt` = 0 WHERE `origin` = ?", [String(origin)]);
    },
    async release() {
      const due = [clock.now(), schemaVersion()];
      const text = "`retryAt` >= 0 AND (`retryAt` <= ? OR `schemaVersion` <> ?)";
      if ((await read(`SELECT 1 AS \`one\` FROM \`replicationHeld\` WHERE ${text} LIMIT 1`, due)).length === 0) return;
      await database.transactions.run(async () => {
        await write(`UPDATE \`replicationHeld\` SET \`retryAt\` = ${tried} WHERE ${text}`, due);
        await write(
          "UPDATE `replicationPeers` SET `position` = COALESCE(`heldFrom`, `position`), " +
            "`loadPosition` = COALESCE(`loadHeldFrom`, `loadPosition`)",
        );
      });
    },
  };
}
