import type { Database } from "#store/database.ts";
import type { SqlRow } from "#store/sql/sql.ts";

/** Copies of a request that waits for approval. */
export interface OpenRequests {
  /** Key of the request that is copied. */
  readonly requestKey: string;
  /** Key of the authorizer who is asked in all copies. */
  readonly userKey: string;
  readonly count: number;
  /**
   * Number of users among whom the requesters and the other authorizers of the copies are spread; they are added, with the IDs `crowd0`,
   * `crowd1` and so on.
   */
  readonly people: number;
}

const atOnce = 10_000;
const copied = ["requestOperations", "requestPhases", "requestAuthorizers"] as const;

/**
 * Fills the database with copies of a request that waits for approval, with their rows and their moments, by set statements. They were
 * never submitted, so neither the change log nor the audit has them.
 */
export async function fillOpenRequests(database: Database, open: OpenRequests): Promise<void> {
  const { requestKey, userKey: asked, count, people } = open;
  await database.transactions.run(async () => {
    const id = "CONCAT('crowd', n)";
    const crowd = { id, foldedId: id };
    await copy(database, { table: "users", where: "`key` = ?", key: asked, from: 0, to: people, values: crowd });
  });
  for (let from = 0; from < count; from += atOnce) {
    const part = { from, to: Math.min(count, from + atOnce), key: requestKey };
    await database.transactions.run(async () => {
      // No one approves a request of their own.
      const other = keyOf(`'${asked}'`, `(n + 1) % ${people}`);
      const numbered = {
        recipientKey: other,
        requesterKey: other,
        number: "CONCAT(`number`, '-', n)",
        createdAt: "`createdAt` + n",
        expiresAt: "`expiresAt` + n",
      };
      await copy(database, { ...part, table: "reqbatch", where: "`key` = ?", values: numbered });
      const decides = `CASE WHEN \`userKey\` = '${asked}' THEN \`userKey\` ELSE ${keyOf(`'${asked}'`, `n % ${people}`)} END`;
      // The keys of events increase, and those of one request begin alike.
      const key = keyOf("CONCAT(SUBSTR(`key`, 1, 20), 1000 + `sequence`)");
      await copy(database, { ...part, table: "requestEvents", where: "`requestKey` = ?", values: { key } });
      for (const table of copied)
        await copy(database, {
          ...part,
          table,
          where: "`requestKey` = ?",
          values: { userKey: decides, subject: "CONCAT(`subject`, n)" },
        });
      await copy(database, {
        ...part,
        table: "moments",
        where: "`key` = ?",
        values: { at: "`at` + n", leasedUntil: "`at` + n" },
      });
    });
  }
}

interface Copies {
  readonly table: string;
  readonly where: string;
  readonly key: string;
  readonly from: number;
  readonly to: number;
  /** Expressions for the columns of the n-th copy that differ, by column. */
  readonly values: Readonly<Record<string, string>>;
}

const keyColumns = new Set(["key", "requestKey", "requestPhaseKey"]);

async function copy(database: Database, { table, where, key, from, to, values }: Copies): Promise<void> {
  const [row] = await database.read(`SELECT * FROM \`${table}\` LIMIT 1`, []);
  const columns = Object.keys(row ?? ({} satisfies SqlRow));
  const list = columns.map((column) => `\`${column}\``).join(", ");
  const copies = columns.map(
    (column) => values[column] ?? (keyColumns.has(column) ? keyOf(`\`${column}\``) : `\`${column}\``),
  );
  const numbers = "WITH RECURSIVE digits AS (SELECT 0 AS d UNION ALL SELECT d + 1 FROM digits WHERE d < 99)";
  const each = `(SELECT ${from} + a.d * 100 + b.d AS n FROM digits a, digits b) AS numbers`;
  const select = `SELECT ${copies.join(", ")} FROM ${each}, \`${table}\` WHERE ${where} AND n < ${to}`;
  await database.write(`INSERT INTO \`${table}\` (${list}) ${numbers} ${select}`, [key]);
}

/** Returns an expression for the key of the n-th copy of a row. It replaces the end of the GUID and is not in the order of the copies. */
function keyOf(key: string, n = "n"): string {
  return `CONCAT(SUBSTR(${key}, 1, 24), SUBSTR(CONCAT('000000000000', (${n}) * 387420489 % 1000000000000), -12))`;
}
