import { randomUUID } from "node:crypto";
import { join } from "node:path";

import Sqlite from "better-sqlite3";
import { createPool, type ResultSetHeader } from "mysql2/promise";

import type { CheckoutContender } from "./contender.ts";

const tables = [
  "CREATE TABLE outs (id VARCHAR(36) PRIMARY KEY, account VARCHAR(36), person VARCHAR(36), status VARCHAR(20), at BIGINT)",
  "CREATE TABLE audit (id VARCHAR(36) PRIMARY KEY, operation VARCHAR(10), ident VARCHAR(36), person VARCHAR(36), at BIGINT)",
] as const;
const outText = "INSERT INTO outs VALUES (?, ?, ?, 'checkedOut', ?)";
const backText = "UPDATE outs SET status = 'checkedIn', at = ? WHERE id = ?";
const auditText = "INSERT INTO audit VALUES (?, ?, ?, ?, ?)";
const msPerSecond = 1000;
const usPerMs = 1000;

/** One statement with its values. */
type Statement = readonly [text: string, values: readonly (string | number)[]];

/** Returns the statements of a pair: a row that is inserted and updated, with an audit row each time, to be committed together. */
function pairOf(account: string, person: string): readonly [Statement[], Statement[]] {
  const id = randomUUID();
  const audit = (operation: string): Statement => [auditText, [randomUUID(), operation, account, person, Date.now()]];
  return [
    [[outText, [id, account, person, Date.now()]], audit("CHKO")],
    [[backText, [Date.now(), id]], audit("CHKI")],
  ];
}

/** Makes a bare loop over a driver: it checks no right, reads nothing, and gives nothing out. */
function loop(
  lanes: number,
  commit: (statements: readonly Statement[]) => Promise<void> | void,
): CheckoutContender["run"] {
  return async (milliseconds) => {
    const before = process.cpuUsage();
    const startedAt = performance.now();
    let pairs = 0;
    const lane = async (_: unknown, number: number) => {
      while (performance.now() < startedAt + milliseconds) {
        for (const statements of pairOf(`account ${number}`, `person ${number}`)) await commit(statements);
        pairs += 1;
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    const seconds = (performance.now() - startedAt) / msPerSecond;
    const { user, system } = process.cpuUsage(before);
    return { perSecond: pairs / seconds, cpuMs: (user + system) / usPerMs / pairs };
  };
}

/** Makes the loop over better-sqlite3, as durable as ours. */
export function createSqliteRival(folder: string, lanes: number): CheckoutContender {
  const database = new Sqlite(join(folder, "rival.db"));
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  for (const text of tables) database.exec(text);
  const prepared = new Map([outText, backText, auditText].map((text) => [text, database.prepare(text)]));
  const commit = database.transaction((statements: readonly Statement[]) => {
    for (const [text, values] of statements) prepared.get(text)?.run(...values);
  });
  return {
    run: loop(lanes, (statements) => commit.immediate(statements)),
    stop: async () => void database.close(),
  };
}

/** Makes the loop over mysql2, in tables of its own in the same database. */
export async function createServerRival(databaseUrl: string, lanes: number): Promise<CheckoutContender> {
  const url = new URL(databaseUrl.replace(/^mariadb:/, "mysql:"));
  const pool = createPool({ uri: url.href, connectionLimit: lanes });
  for (const text of tables) await pool.query<ResultSetHeader>(text.replace(/TABLE (\w+)/, "TABLE rival_$1"));
  const commit = async (statements: readonly Statement[]) => {
    const connection = await pool.getConnection();
    try {
      await connection.beginTransaction();
      for (const [text, values] of statements)
        await connection.execute(text.replace(/(INTO|UPDATE) (\w+)/, "$1 rival_$2"), [...values]);
      await connection.commit();
    } finally {
      connection.release();
    }
  };
  return { run: loop(lanes, commit), stop: () => pool.end() };
}
