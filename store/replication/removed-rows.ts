import type { MergedRow } from "#domain/replication/replicated-change.ts";

import { stampsText } from "../changes/row-stamps.ts";
import type { Database } from "../database.ts";
import { primaryKeyOf } from "../rows.ts";
import { boundValues, name, sql } from "../sql/sql.ts";
import type { TableName } from "../tables.ts";
import { removalsText } from "./lives.ts";
import { inStatements } from "./statement-rows.ts";

/** A row that a change has removed. */
export interface RemovedRow {
  readonly key: string;
  /** True if the database has the row. */
  readonly lived: boolean;
  readonly merged: MergedRow;
}

const rowsAtOnceMax = 64;

/** Removes rows of a table and writes what their removals leave behind, many by each statement. */
export async function removeRows(
  { dialect, write }: Pick<Database, "dialect" | "write">,
  table: TableName,
  rows: readonly RemovedRow[],
): Promise<void> {
  for (const some of inStatements(rows, rowsAtOnceMax)) {
    const living = some.filter(({ lived }) => lived).map(({ key }) => key);
    if (living.length > 0) {
      const text = sql`DELETE FROM ${name(table)} WHERE ${dialect.listed(name(primaryKeyOf(table)), living)}`;
      await write(text.text, boundValues(text, []));
    }
    const left = some.map(({ key, merged }) => [
      table,
      key,
      merged.removed ?? "",
      stampsText({ ...merged, epoch: merged.tenure?.epoch ?? 1 }),
    ]);
    await write(removalsText(left.length), left.flat());
  }
}
