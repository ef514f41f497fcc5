import type mysql from "mysql2";

import { serverQuickReadMs } from "#domain/limits.ts";

import type { CallersRead, FairQueue } from "../fair-queue.ts";
import type { SqlRow } from "../sql/sql.ts";
import { createStatementTimes } from "../statement-times.ts";
import { execute, type ServerConnection } from "./server-statement.ts";

/** Turns for the statements of callers on a database server. */
export interface ServerTurns {
  /** Turns of statements that were quick recently. */
  readonly quick: FairQueue;
  /** Turns of all other statements. */
  readonly other: FairQueue;
}

/** Makes the reads of callers on a server: one caller has few statements at a time that are not known to be quick. */
export function createServerReads(pool: () => ServerConnection, turns: ServerTurns): CallersRead {
  const times = createStatementTimes({ quickMsMax: serverQuickReadMs });
  return (text, values, owner) =>
    (times.isQuick(text) ? turns.quick : turns.other).take(owner, () =>
      times.measured(text, (): Promise<SqlRow[]> => execute<mysql.RowDataPacket[]>(pool(), text, values)),
    );
}
