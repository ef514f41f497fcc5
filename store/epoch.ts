import { stampedAt } from "#domain/replication/stamp.ts";
import {
  type KnownTime,
  nextEpoch,
  positionsFrom,
  requestNumbersFrom,
  smallNumbersFrom,
  unknownDays,
} from "#domain/restore-epoch.ts";
import type { Clock } from "#platform/clock.ts";

import { latestStampText } from "./changes/change-log.ts";
import type { Database } from "./database.ts";
import { raisedCounter, type Statement } from "./raised-counter.ts";
import type { Dialect } from "./sql/dialect.ts";
import type { SqlRow } from "./sql/sql.ts";

/** The epoch of a database, which each restore raises: numbers, positions and tags of different epochs are never the same. */
export interface Epoch {
  /** Moment of the last restore as `nextEpoch` returns it; 0 if the database was never restored. */
  readonly current: number;
  /** Begins the next epoch in a transaction of its own, before anything is written after a restore; returns the epoch. */
  begin(): Promise<number>;
}

const counterName = "restoredAt";
const epochText = "SELECT `value` FROM `nodeCounters` WHERE `name` = ?";

/** Statements that read what a database knows of time, and the reader of their first rows. */
export const knownTime = {
  statements: [
    { text: latestStampText, values: [] },
    { text: epochText, values: [counterName] },
  ] as const satisfies readonly Statement[],
  of([stamped, counted]: readonly (SqlRow | undefined)[]): KnownTime {
    const stamp = stamped?.["last"];
    return { latest: typeof stamp === "string" ? stampedAt(stamp) : 0, epoch: Number(counted?.["value"] ?? 0) };
  },
};

/** Returns the statements that begin an epoch: each counter continues beyond everything that the restored database may have lost. */
export function epochStatements(
  dialect: Pick<Dialect, "name" | "insertIgnoring">,
  { latest }: KnownTime,
  epoch: number,
): readonly Statement[] {
  const raised: readonly (readonly [string, number])[] = [
    [counterName, epoch],
    ["changeLogPosition", positionsFrom(epoch)],
    ["sesslog_full", positionsFrom(epoch)],
    ["writers", smallNumbersFrom(epoch)],
    ...unknownDays(latest, epoch).map((day) => [`request-${day}`, requestNumbersFrom(epoch)] as const),
  ];
  const days = requestNumbersFrom(epoch);
  return [
    ...raised.flatMap(([counter, value]) => raisedCounter(dialect, counter, value)),
    {
      text: "UPDATE `nodeCounters` SET `value` = ? WHERE `name` LIKE 'request-%' AND `value` < ?",
      values: [days, days],
    },
    ...(dialect.name === "sqlite" ? sequenceStatements(positionsFrom(epoch)) : []),
  ];
}

/** Returns the statements for the positions of the change log, which SQLite counts itself. */
function sequenceStatements(position: number): readonly Statement[] {
  return [
    {
      text: "INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT 'changeLog', 0 WHERE NOT EXISTS (SELECT 1 FROM `sqlite_sequence` WHERE `name` = 'changeLog')",
      values: [],
    },
    {
      text: "UPDATE `sqlite_sequence` SET `seq` = ? WHERE `name` = 'changeLog' AND `seq` < ?",
      values: [position, position],
    },
  ];
}

/** Reads the epoch of a database. */
export async function openEpoch(database: Database, clock: Clock): Promise<Epoch> {
  const known = async (): Promise<KnownTime> => {
    const rows: (SqlRow | undefined)[] = [];
    for (const { text, values } of knownTime.statements) rows.push((await database.read(text, values))[0]);
    return knownTime.of(rows);
  };
  let { epoch: current } = await known();
  return {
    get current() {
      return current;
    },
    async begin() {
      current = await database.transactions.run(async () => {
        const before = await known();
        const epoch = nextEpoch(clock.now(), before);
        for (const { text, values } of epochStatements(database.dialect, before, epoch))
          await database.write(text, values);
        return epoch;
      });
      return current;
    },
  };
}
