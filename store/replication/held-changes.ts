import type { HeldChange } from "#domain/node-link-facts.ts";
import { type Lane, laneOf } from "#domain/replication/origin.ts";
import type { Clock } from "#platform/clock.ts";

import type { Database } from "../database.ts";
import { schemaVersion } from "../schema/schema-version.ts";
import type { SqlRow } from "../sql/sql.ts";

/** A held change, and the answer with which it came. */
export interface Held extends HeldChange {
  readonly peer: string;
  /** Words of the database that has refused it. */
  readonly detail?: string;
  /** Row that has not arrived. */
  readonly waitsFor?: { readonly table: string; readonly key: string };
}

/** Columns of the place up to which the log of a peer was read for a lane. */
export const placeColumns = {
  edits: { logEpoch: "logEpoch", position: "position", heldFrom: "heldFrom" },
  load: { logEpoch: "loadEpoch", position: "loadPosition", heldFrom: "loadHeldFrom" },
} as const satisfies Readonly<Record<Lane, object>>;

const hourMs = 3_600_000;
const soonMs = 10_000;

/**
 * Milliseconds after which a held change is tried again at the earliest; those of other reasons are after an hour, or once the schema has
 * changed. The longer it is held the rarer it is tried: each time the log of its node is read again from the place at which it was held.
 */
const retryMs: Partial<Record<HeldChange["reason"], number>> = {
  hole: 0,
  missingRow: 0,
  unknownOrigin: soonMs,
  foreignOwner: soonMs,
};

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
  /** Takes up origins of a lane whose reason may be gone: what was passed over since then is asked for once more. */
  release(lane: Lane): Promise<void>;
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
    async release(lane) {
      const due = [clock.now(), schemaVersion()];
      const text = "`retryAt` >= 0 AND (`retryAt` <= ? OR `schemaVersion` <> ?)";
      const isOfLane = ({ origin }: SqlRow) => laneOf(String(origin)) === lane;
      if (!(await read(`SELECT \`origin\` FROM \`replicationHeld\` WHERE ${text}`, due)).some(isOfLane)) return;
      const { position, heldFrom } = placeColumns[lane];
      await database.transactions.run(async () => {
        const found = await read(`SELECT \`origin\` FROM \`replicationHeld\` WHERE ${text}`, due);
        for (const { origin } of found.filter(isOfLane))
          await write(`UPDATE \`replicationHeld\` SET \`retryAt\` = ${tried} WHERE \`origin\` = ?`, [String(origin)]);
        await write(`UPDATE \`replicationPeers\` SET \`${position}\` = COALESCE(\`${heldFrom}\`, \`${position}\`)`);
      });
    },
  };
}
