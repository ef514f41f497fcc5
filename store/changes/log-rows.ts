import type { Database } from "../database.ts";
import { schemaVersion } from "../schema/schema-version.ts";
import type { SqlValue } from "../sql/sql.ts";
import { transactionScope } from "../transaction-scope.ts";
import type { LoggedPlace, NewChange } from "./change.ts";

/** Writer of the rows of the change log. */
export interface LogRows {
  /** Queues a change in the current transaction; its row is written before the commit at the latest. */
  add(change: NewChange): Promise<void>;
  /** Writes the changes that the current transaction has queued so far, before rows that others write into the log. */
  flush(): Promise<void>;
}

/** Most rows that one statement writes. */
const rowsMax = 32;

const columns = [
  "origin",
  "incarnation",
  "originSeq",
  "tableName",
  "rowKey",
  "operation",
  "rowVersion",
  "stamp",
  "data",
  "schemaVersion",
  "stamps",
  "effect",
] as const;
const rowText = `(${columns.map(() => "?").join(", ")})`;

const appendTexts = new Map<number, string>();

function appendText(rows: number): string {
  const known = appendTexts.get(rows);
  if (known !== undefined) return known;
  const names = columns.map((name) => `\`${name}\``).join(", ");
  const text = `INSERT INTO \`changeLog\` (${names}) VALUES ${Array.from({ length: rows }, () => rowText).join(", ")}`;
  appendTexts.set(rows, text);
  return text;
}

/**
 * Makes the writer of the log's rows. The rows of a transaction are written together: of the 150 statements of a request, every seventh was
 * one of these.
 */
export function createLogRows({ write }: Pick<Database, "write">, node: string): LogRows {
  const own: LoggedPlace = { node, schema: schemaVersion() };
  const valuesOf = ({
    table,
    key,
    operation,
    version,
    stamp,
    data,
    stamps,
    sent = data,
    from,
  }: NewChange): SqlValue[] => {
    const place: LoggedPlace = from ?? own;
    return [
      place.node,
      place.incarnation ?? null,
      place.seq ?? null,
      table,
      key,
      operation,
      version,
      stamp,
      JSON.stringify(sent),
      place.schema,
      stamps ?? null,
      sent === data ? null : JSON.stringify(data),
    ];
  };
  const append = async (changes: readonly NewChange[]) =>
    void (await write(appendText(changes.length), changes.flatMap(valuesOf)));

  async function flush(): Promise<void> {
    const changes = transactionScope.getStore()?.unlogged.splice(0) ?? [];
    if (changes.length > 0) await append(changes);
  }

  return {
    async add(change) {
      const open = transactionScope.getStore();
      if (open === undefined) return append([change]);
      if (open.unlogged.length === 0) open.beforeCommit.push(flush);
      open.unlogged.push(change);
      if (open.unlogged.length === rowsMax) await flush();
    },
    flush,
  };
}
