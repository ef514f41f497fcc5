import type { ColumnValue, MergedRow, ReplicatedChange } from "#domain/replication/replicated-change.ts";

import { type NewChange, nothing } from "../changes/change.ts";
import { type TableName, tables } from "../tables.ts";
import { hiddenSecret } from "./logged-change.ts";

type Data = NewChange["data"];
type Row = MergedRow | undefined;

/** Returns true if a column holds a secret. */
export const isSealed = (table: TableName, column: string): boolean => tables[table].columns[column]?.kind === "sealed";

/** Returns the values that a change of another node has changed here, as listeners get them; `asSent` if they are those that it says. */
export function effectOf({ table, operation, values: sent }: ReplicatedChange, row: Row, after: Row): Data | "asSent" {
  if (operation === "remove") return lives(row) && !lives(after) ? "asSent" : nothing;
  if (!lives(row)) return lives(after) ? "asSent" : nothing;
  const changed = Object.entries(after?.values ?? {}).filter(([column, value]) => value !== row?.values[column]);
  if (changed.length === 0) return nothing;
  if (changed.length === Object.keys(sent).length && changed.every(([column]) => Object.hasOwn(sent, column)))
    return "asSent";
  const shown = (column: string, value: ColumnValue) => (isSealed(table as TableName, column) ? hiddenSecret : value);
  return Object.fromEntries(changed.map(([column, value]) => [column, shown(column, value)]));
}

const lives = (row: Row): boolean => row !== undefined && row.removed === undefined;
