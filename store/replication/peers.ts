import { type Lane, laneOf, nodeOfOrigin, type Vector } from "#domain/replication/origin.ts";
import type { Clock } from "#platform/clock.ts";

import type { Database } from "../database.ts";
import type { Epoch } from "../epoch.ts";
import { createHeldChanges, type HeldChanges, placeColumns } from "./held-changes.ts";
import type { Pull } from "./replication.ts";

/** Place up to which the log of a peer was read. */
export interface Cursor {
  readonly logEpoch: number;
  readonly position: number;
}

/** Knowledge of a database about other nodes. */
export interface Peers extends HeldChanges {
  /** Sequences up to which each origin is known here. */
  vector(): Promise<Vector>;
  /** Returns the names of the nodes of the installation. */
  nodes(): Promise<ReadonlySet<string>>;
  cursor(peer: string, lane: Lane): Promise<Cursor>;
  /** Records in the current transaction up to where the log of a peer was read for a lane. */
  moveCursor(peer: string, cursor: Cursor, lane: Lane): Promise<void>;
  /** Records in the current transaction what is known of origins. */
  know(vector: Vector): Promise<void>;
  /** Records what a calling node has. */
  acknowledge(pull: Pull): Promise<void>;
}

const acknowledgedText =
  "INSERT INTO `replicationPeers` (`peer`, `logEpoch`, `position`, `acknowledged`, `acknowledgedEpoch`) VALUES (?, 0, 0, ?, ?) ";

/** Makes the knowledge about other nodes. */
export function createPeers(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly epoch: Pick<Epoch, "current">;
}): Peers {
  const { database, clock, epoch } = parts;
  const { read, write, dialect } = database;
  const given = (names: readonly string[]) =>
    dialect.onExisting(["peer"], (value) => names.map((name) => `\`${name}\` = ${value(name)}`).join(", "));

  async function vector(): Promise<Vector> {
    const rows = await read("SELECT `origin`, `seq` FROM `replicationVector`");
    return Object.fromEntries(rows.map((row) => [String(row["origin"]), Number(row["seq"])]));
  }

  const placeRow = async (peer: string, lane: Lane) => {
    const { logEpoch, position, heldFrom } = placeColumns[lane];
    const text = `SELECT \`${logEpoch}\` AS \`logEpoch\`, \`${position}\` AS \`position\`, \`${heldFrom}\` AS \`heldFrom\` FROM \`replicationPeers\` WHERE \`peer\` = ?`;
    return (await read(text, [peer]))[0];
  };

  /** Returns the place in the log of a peer behind which changes of held origins were passed over; null if none are held. */
  async function passedOverFrom(peer: string, logEpoch: number, lane: Lane): Promise<number | null> {
    const held = await read("SELECT `origin` FROM `replicationHeld` WHERE `retryAt` >= 0");
    if (!held.some(({ origin }) => laneOf(String(origin)) === lane)) return null;
    const row = await placeRow(peer, lane);
    if (Number(row?.["logEpoch"]) !== logEpoch) return 0;
    return Number(row?.["heldFrom"] ?? row?.["position"]);
  }

  /** Forgets the held changes of a lane that were tried again: those that are held still were held anew. */
  async function endTrials(peer: string, lane: Lane): Promise<void> {
    const tried = await read("SELECT `origin` FROM `replicationHeld` WHERE `retryAt` < 0 AND `peer` = ?", [peer]);
    for (const { origin } of tried)
      if (laneOf(String(origin)) === lane)
        await write("DELETE FROM `replicationHeld` WHERE `retryAt` < 0 AND `peer` = ? AND `origin` = ?", [
          peer,
          String(origin),
        ]);
  }

  return {
    ...createHeldChanges(database, clock),
    vector,
    async nodes() {
      const listed = (await read("SELECT `id` FROM `nodes`")).map((row) => String(row["id"]));
      // A node that joins knows the others by their links, until their rows have come.
      const linked = (await read("SELECT `name` FROM `nodeLinks`")).map((row) => String(row["name"]));
      return new Set([...listed, ...linked, ...Object.keys(await vector()).map(nodeOfOrigin)]);
    },
    async cursor(peer, lane) {
      const row = await placeRow(peer, lane);
      return { logEpoch: Number(row?.["logEpoch"] ?? 0), position: Number(row?.["position"] ?? 0) };
    },
    async moveCursor(peer, { logEpoch, position }, lane) {
      await endTrials(peer, lane);
      const heldFrom = await passedOverFrom(peer, logEpoch, lane);
      const { logEpoch: epochColumn, position: positionColumn, heldFrom: heldColumn } = placeColumns[lane];
      const moved = { [epochColumn]: logEpoch, [positionColumn]: position, [heldColumn]: heldFrom };
      const row: Record<string, string | number | null> = {
        peer,
        logEpoch: 0,
        position: 0,
        acknowledgedEpoch: 0,
        ...moved,
      };
      const names = Object.keys(row).map((name) => `\`${name}\``);
      const text = `INSERT INTO \`replicationPeers\` (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")}) `;
      await write(text + given(Object.keys(moved)), Object.values(row));
    },
    async know(known) {
      for (const [origin, seq] of Object.entries(known)) {
        await write("REPLACE INTO `replicationVector` (`origin`, `seq`) VALUES (?, ?)", [origin, seq]);
        await write("DELETE FROM `replicationHeld` WHERE `origin` = ? AND `retryAt` < 0 AND `seq` <= ?", [origin, seq]);
      }
    },
    async acknowledge({ by, vector: has }) {
      const told = JSON.stringify(has);
      const [row] = await read("SELECT `acknowledged`, `acknowledgedEpoch` FROM `replicationPeers` WHERE `peer` = ?", [
        by,
      ]);
      if (row?.["acknowledged"] === told && Number(row["acknowledgedEpoch"]) === epoch.current) return;
      // What was acknowledged before a restore counts no longer: the peer may have been restored since.
      await database.transactions.run(() =>
        write(acknowledgedText + given(["acknowledged", "acknowledgedEpoch"]), [by, told, epoch.current]),
      );
    },
  };
}
