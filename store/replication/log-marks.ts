import type { LogMark } from "#domain/replication/log-marks.ts";
import type { Vector } from "#domain/replication/origin.ts";
import type { Clock } from "#platform/clock.ts";

import { createChangePositions } from "../changes/change-positions.ts";
import type { Database } from "../database.ts";
import type { Epoch } from "../epoch.ts";
import { beganCounter } from "./begin-log.ts";
import type { Numbers } from "./numbers.ts";
import type { Peers } from "./peers.ts";
import { numberedCounter } from "./require-home.ts";

/** Marks of a log. */
export interface LogMarks {
  /** Marks up to where the log reaches now, and what other nodes have acknowledged; at most twice an hour. Not in a transaction. */
  set(): Promise<void>;
  /** Returns the marks by which the log may be purged, oldest first. */
  all(): Promise<readonly LogMark[]>;
  /** Drops in the current transaction the marks before a position, and of older ones those that nobody needs. */
  drop(before: number): Promise<void>;
  /** Returns the state of the log: whether other nodes read it, and the position behind which they do. */
  begun(): Promise<LogState>;
  /** Returns what the nodes that count have acknowledged last, by their names. */
  acknowledged(): Promise<Readonly<Record<string, Vector>>>;
}

/** State of a log. */
export interface LogState {
  /** Position behind which other nodes read; undefined while none has asked. */
  readonly began: number | undefined;
  /** Position up to which changes have their numbers; undefined before the log is complete. */
  readonly numbered: number | undefined;
}

const spacingMs = 30 * 60_000;
const dayMs = 86_400_000;

/** Names of the other nodes, except for those that were expelled. */
const namesText =
  "SELECT n.`id` AS `name` FROM `nodes` n WHERE n.`id` <> ? AND n.`state` <> 'expelled' " +
  "AND NOT EXISTS (SELECT 1 FROM `nodeExpulsions` e WHERE e.`name` = n.`id`)";
const toldText =
  "SELECT `peer`, `acknowledged` FROM `replicationPeers` WHERE `acknowledgedEpoch` = ? AND `acknowledged` IS NOT NULL";

/** Makes the marks of a database. */
export function createLogMarks(parts: {
  readonly database: Database;
  readonly numbers: Numbers;
  readonly peers: Pick<Peers, "vector">;
  readonly epoch: Pick<Epoch, "current">;
  readonly clock: Clock;
  readonly node: string;
}): LogMarks {
  const { database, numbers, peers, epoch, clock, node } = parts;
  const { read, write } = database;
  const positions = createChangePositions(database);

  async function begun(): Promise<LogState> {
    const rows = await read("SELECT `name`, `value` FROM `nodeCounters` WHERE `name` IN (?, ?)", [
      beganCounter,
      numberedCounter,
    ]);
    const valueOf = (counter: string) => {
      const row = rows.find(({ name }) => name === counter);
      return row && Number(row["value"]);
    };
    return { began: valueOf(beganCounter), numbered: valueOf(numberedCounter) };
  }

  async function told(): Promise<Record<string, Vector>> {
    const rows = await read(toldText, [epoch.current]);
    return Object.fromEntries(
      rows.map((row) => [String(row["peer"]), JSON.parse(String(row["acknowledged"])) as Vector]),
    );
  }

  async function all(): Promise<readonly LogMark[]> {
    const { began } = await begun();
    const rows = await read("SELECT * FROM `changeLogMarks` ORDER BY `position`, `at`");
    const marks = rows.map((row) => ({
      at: Number(row["at"]),
      position: Number(row["position"]),
      epoch: Number(row["epoch"]),
      vector: JSON.parse(String(row["vector"])) as Vector,
      acknowledged: JSON.parse(String(row["acknowledged"])) as LogMark["acknowledged"],
    }));
    // One that was set while the log began knows nothing of the changes which others read.
    return marks.filter(({ position, vector }) => position <= (began ?? Infinity) || Object.keys(vector).length > 0);
  }

  return {
    begun,
    all,
    async set() {
      const now = clock.now();
      const [last] = await read("SELECT `at` FROM `changeLogMarks` ORDER BY `position` DESC, `at` DESC LIMIT 1");
      const ageMs = now - Number(last?.["at"] ?? -Infinity);
      if (ageMs >= 0 && ageMs < spacingMs) return;
      const { began, numbered } = await begun();
      // While the log is made complete, a position says nothing about what others have to read.
      if (began !== undefined && numbered === undefined) return;
      const position = numbered === undefined ? await positions.newest() : await numbers.give();
      await database.transactions.run(async () => {
        const vector = numbered === undefined ? {} : await peers.vector();
        await write(
          "REPLACE INTO `changeLogMarks` (`at`, `position`, `epoch`, `vector`, `acknowledged`) VALUES (?, ?, ?, ?, ?)",
          [now, position, epoch.current, JSON.stringify(vector), JSON.stringify(await told())],
        );
      });
    },
    async drop(before) {
      await write("DELETE FROM `changeLogMarks` WHERE `position` < ?", [before]);
      const rows = await read("SELECT `at` FROM `changeLogMarks` WHERE `at` < ? ORDER BY `at`", [clock.now() - dayMs]);
      let kept = -Infinity;
      for (const at of rows.map((row) => Number(row["at"])))
        // The day is as fine as anybody asks about what has been kept for days.
        if (at - kept < dayMs && at !== Number(rows.at(-1)?.["at"]))
          await write("DELETE FROM `changeLogMarks` WHERE `at` = ?", [at]);
        else kept = at;
    },
    async acknowledged() {
      const vectors = await told();
      const names = (await read(namesText, [node])).map((row) => String(row["name"]));
      return Object.fromEntries(names.map((name) => [name, vectors[name] ?? {}]));
    },
  };
}
