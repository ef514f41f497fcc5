import type { Clock } from "#platform/clock.ts";
import { ChangeLog } from "#store/changes/change-log.ts";
import { createHybridClock } from "#store/changes/hybrid-clock.ts";
import { createWriterNumber } from "#store/changes/writer-number.ts";
import { createCounters } from "#store/counters.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { createSetWriter, type SetWriter } from "#store/discovery/set-writer.ts";

/** Writer of sets of rows, as the load of a discovery has one, in a process of its own. */
export interface OpenSets {
  readonly database: Database;
  readonly sets: SetWriter;
}

/** Opens a writer of sets on the database of a node. */
export async function openSets(databaseUrl: string, node: string, clock: Clock): Promise<OpenSets> {
  const database = openDatabase({ databaseUrl });
  const writer = createWriterNumber(createCounters(database));
  await writer.take();
  const hybridClock = createHybridClock(clock, { node, writer: () => writer.get() });
  const changeLog = new ChangeLog(database, node);
  return { database, sets: createSetWriter({ database, changeLog, hybridClock, node }) };
}
