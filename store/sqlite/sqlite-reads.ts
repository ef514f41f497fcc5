import { sharedReadMs } from "#domain/limits.ts";

import type { CallersRead, FairQueue } from "../fair-queue.ts";
import { createReadCosts } from "../read-cost.ts";
import type { SqlRow, SqlValue } from "../sql/sql.ts";
import { createStatementTimes } from "../statement-times.ts";
import type { ReadProcesses } from "./read-processes.ts";
import { prepare, type SqliteHandle } from "./sqlite-handles.ts";

/** Estimated microseconds from which on a statement is not run on the event loop. */
const longMicroseconds = 5_000;
/** Estimated microseconds up to which the real duration need not be measured. */
const surelyShortMicroseconds = 100;

/** Makes the callers' reads of a connection that cannot write. */
export function createSqliteReads(handle: SqliteHandle, processes: ReadProcesses, turns: FairQueue): CallersRead {
  const costs = createReadCosts(handle);
  const times = createStatementTimes({ quickMsMax: sharedReadMs });
  const atOnce = (text: string, values: readonly SqlValue[]) => prepare(handle, text).all(...values) as SqlRow[];

  return async (text, values, owner) => {
    const microseconds = costs.estimate(text, values);
    if (microseconds <= surelyShortMicroseconds) return atOnce(text, values);
    if (microseconds > longMicroseconds || times.isSlow(text)) {
      return turns.take(owner, () => processes.read(text, values));
    }
    return times.measured(text, () => atOnce(text, values));
  };
}
