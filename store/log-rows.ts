import type { NewChange } from "./change.ts";
import type { Database } from "./database.ts";
import type { SqlValue } from "./sql/sql.ts";
import { transactionScope } from "./transaction-scope.ts";

/** Writes the rows of the change log. */
export interface LogRows {
  /** Notes a change in the current transaction; its row is written before the commit at the latest. */
  add(change: NewChange): Promise<void>;
  /** Writes what the current transaction has noted so far, before rows that others write into the log. */
  flush(): Promise<void>;
}

/** Rows that go to the server by one statement. */
const rowsMax = 32;

const columns = ["origin", "tableName", "rowKey", "operation", "rowVersion", "stamp", "data"] as const;
const rowText = `(${columns.map(() => "?").join(", ")})`;

function appendText(rows: number): string {
  const names = columns.map((name) => `\`${name}\``).join(", ");
  return `INSERT INTO \`changeLog\` (${names}) VALUES ${Array.from({ length: rows }, () => rowText).join(", ")}`;
}

/**
 * Makes the writer of the log's rows. Where a database server keeps them, those of a transaction go to it together: of the 150
 * statements of a request every seventh was one of these.
 */
export function createLogRows(
  { transactions, write }: Pick<Database, "transactions" | "write">,
  node: string,
): LogRows {
  const valuesOf = ({ table, key, operation, version, stamp, data }: NewChange): SqlValue[] => [
    ...[node, table, key, operation, version, stamp],
    JSON.stringify(data),
  ];
  const { beforeCommit } = transactions;
  if (beforeCommit === undefined) {
    const text = appendText(1);
    return { add: async (change) => void (await write(text, valuesOf(change))), flush: async () => undefined };
  }

  const noted = new WeakMap<object, NewChange[]>();

  async function flush(): Promise<void> {
    const scope = transactionScope.getStore();
    const changes = scope && noted.get(scope)?.splice(0);
    if (changes !== undefined && changes.length > 0) await write(appendText(changes.length), changes.flatMap(valuesOf));
  }

  return {
    async add(change) {
      const scope = transactionScope.getStore();
      if (scope === undefined) return void (await write(appendText(1), valuesOf(change)));
      let changes = noted.get(scope);
      if (changes === undefined) {
        noted.set(scope, (changes = []));
        beforeCommit(flush);
      }
      changes.push(change);
      if (changes.length === rowsMax) await flush();
    },
    flush,
  };
}
