import { isRefusedRow } from "../database-errors.ts";
import type { Database } from "../database.ts";
import type { SqlValue } from "../sql/sql.ts";
import type { TableName } from "../tables.ts";
import { claimPlaceOf, uniquesOf } from "./claim-places.ts";
import { inStatements } from "./statement-rows.ts";

/** A new row as the database stores it, except for the place of its claims. */
export interface NewRow {
  readonly key: string;
  readonly row: Readonly<Record<string, SqlValue>>;
}

type Writing = Pick<Database, "write">;

/** Most rows that one statement inserts. */
const rowsAtOnceMax = 32;

/**
 * Inserts new rows of a table in their order, several by each statement; returns the keys of those whose claims must be compared with others. Of
 * rows that the database refuses together each is inserted alone.
 */
export async function insertNewRows(
  database: Writing,
  table: TableName,
  rows: readonly NewRow[],
): Promise<readonly string[]> {
  const uniques = uniquesOf(table);
  const isOfNode = uniques.some((unique) => unique.isOfNode);
  const placed = ({ key, row }: NewRow) =>
    uniques.length === 0 ? row : { ...row, claimPlace: isOfNode ? claimPlaceOf(key) : "" };
  const unplaced: string[] = [];
  for (const some of inStatements(rows, rowsAtOnceMax)) {
    if (some.length > 1 && (await areTaken(database, table, some.map(placed)))) continue;
    for (const one of some)
      if (!(await insertAlone(database, table, { ...one, placed: placed(one) }))) unplaced.push(one.key);
  }
  return isOfNode ? rows.map(({ key }) => key) : unplaced;
}

/** Inserts rows by one statement; returns false if one of them is refused, and then none is there. */
async function areTaken(database: Writing, table: TableName, rows: readonly NewRow["row"][]): Promise<boolean> {
  try {
    await insert(database, table, rows);
    return true;
  } catch (error) {
    if (!isRefusedRow(error)) throw error;
    return false;
  }
}

/** Inserts a row; returns true if no other one has its values, so that it counts. */
async function insertAlone(
  database: Writing,
  table: TableName,
  { key, row, placed }: NewRow & { readonly placed: NewRow["row"] },
): Promise<boolean> {
  if (placed["claimPlace"] !== "") {
    await insert(database, table, [placed]);
    return true;
  }
  if (await areTaken(database, table, [placed])) return true;
  // Until the claims are compared no other row can be in the way. If the row is refused for something else, it is once more.
  await insert(database, table, [{ ...row, claimPlace: claimPlaceOf(key) }]);
  return false;
}

async function insert({ write }: Writing, table: TableName, rows: readonly NewRow["row"][]): Promise<void> {
  await write(
    insertText(table, rows),
    rows.flatMap((row) => Object.values(row)),
  );
}

const insertTexts = new Map<string, string>();

/** Returns the statement that inserts rows; all rows of a table have the same columns in the same order. */
function insertText(table: TableName, rows: readonly NewRow["row"][]): string {
  const at = `${table} ${rows.length}`;
  const known = insertTexts.get(at);
  if (known !== undefined) return known;
  const names = Object.keys(rows[0] ?? {});
  const marks = `(${names.map(() => "?").join(", ")})`;
  const text = `INSERT INTO \`${table}\` (${names.map((each) => `\`${each}\``).join(", ")}) VALUES ${rows.map(() => marks).join(", ")}`;
  insertTexts.set(at, text);
  return text;
}
