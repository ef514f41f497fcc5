import type mysql from "mysql2";

import { serverQuickReadMs } from "#domain/limits.ts";

import type { CallersRead, FairTurns } from "../fair-turns.ts";
import type { SqlRow } from "../sql/sql.ts";
import { createStatementTimes } from "../statement-times.ts";
import { execute, type ServerConnection } from "./server-statement.ts";

/** Which turns statements of callers take on a database server. */
export interface ServerTurns {
  /** Those that were quick of late. */
  readonly quick: FairTurns;
  /** All others. */
  readonly other: FairTurns;
}

/** Runs the reading statements of callers on a server: of those that are not known to be quick, one caller has few at a time. */
export function createServerReads(pool: () => ServerConnection, turns: ServerTurns): CallersRead {
  const times = createStatementTimes({ quickMsMax: serverQuickReadMs });
  return (text, values, owner) =>
    (times.isQuick(text) ? turns.quick : turns.other).take(owner, () =>
      times.measured(text, (): Promise<SqlRow[]> => execute<mysql.RowDataPacket[]>(pool(), text, values)),
    );
}
