import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";

import type mysql from "mysql2";

import { ServiceError } from "#domain/errors.ts";
import {
  longReadsEach,
  quickReadsEach,
  quickReadsMax,
  readMsMax,
  readsWaitingEach,
  readsWaitMs,
  serverReadsMax,
  socketKeepAliveSeconds,
  sqliteReadsMax,
  transactionWaitMs,
} from "#domain/limits.ts";
import { giveWay, isTurnOver } from "#platform/loop-turns.ts";

import { parseDatabaseUrl, type DatabaseAddress } from "./database-url.ts";
import { createFairQueue } from "./fair-queue.ts";
import { createServerEngine, transactionSessionTexts } from "./mariadb/server-engine.ts";
import { createServerReads } from "./mariadb/server-reads.ts";
import { execute, say } from "./mariadb/server-statement.ts";
import { requireScalars } from "./scalars.ts";
import type { Dialect } from "./sql/dialect.ts";
import { mariadb } from "./sql/mariadb.ts";
import type { SqlRow, SqlValue } from "./sql/sql.ts";
import { sqlite } from "./sql/sqlite.ts";
import { createCheckpoints } from "./sqlite/checkpoints.ts";
import { createGroupCommit } from "./sqlite/group-commit.ts";
import { createReadProcesses } from "./sqlite/read-processes.ts";
import { openHandle, prepare, type SqliteHandle } from "./sqlite/sqlite-handles.ts";
import { createPatience } from "./sqlite/sqlite-patience.ts";
import { createSqliteReads } from "./sqlite/sqlite-reads.ts";
import { createOneWriter } from "./sqlite/sqlite-writer.ts";
import { transactionUndone } from "./transaction-scope.ts";
import { createTransactions, type Transactions } from "./transaction.ts";

/** One open database: an engine for its transactions, and the plain driver for statements. */
export interface Database {
  readonly dialect: Dialect;
  readonly transactions: Transactions;
  /** Runs a reading statement: inside a transaction on its connection, otherwise on one that cannot write. */
  read(sql: string, values?: readonly SqlValue[]): Promise<SqlRow[]>;
  /**
   * Runs a reading statement for a caller, with a time limit and fair turns among the owners of such reads; inside a transaction it runs
   * like any other statement.
   * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
   */
  readFor(owner: string, sql: string, values?: readonly SqlValue[]): Promise<SqlRow[]>;
  /**
   * Runs a writing statement in the current transaction; returns the number of changed rows.
   * @throws WRITE_OUTSIDE_TRANSACTION
   */
  write(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /**
   * Runs a writing statement in the current transaction; returns the number that the database has assigned to the new row, or the one that
   * the statement itself returns: by RETURNING on SQLite, by LAST_INSERT_ID elsewhere.
   * @throws WRITE_OUTSIDE_TRANSACTION
   */
  writeCounted(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /**
   * Runs a writing statement by itself, outside the current transaction, and returns LAST_INSERT_ID; absent if the database has one writer.
   */
  readonly writeCountedApart?: (sql: string, values: readonly SqlValue[]) => Promise<number>;
  /**
   * Runs a statement as it is written in the current transaction, such as one that changes the schema.
   * @throws WRITE_OUTSIDE_TRANSACTION
   */
  run(statement: string): Promise<void>;
  close(): Promise<void>;
}

/** Options for opening a database. */
export interface DatabaseOptions {
  readonly databaseUrl: string;
  /** Keep-alive of the connections to a database server, in seconds. */
  readonly keepAliveSeconds?: number;
  /** Time limit in milliseconds for one statement of a caller's read; 10 s by default. */
  readonly readMsMax?: number;
  /** Size in bytes of SQLite's log beyond which it is checkpointed into the database; 16 MiB by default. */
  readonly logBytesMax?: number;
  /** Milliseconds for which a server's answer that it is durable remains valid; a minute by default. */
  readonly durableMsMax?: number;
}

const connectionsMax = 10;
// All connections together must stay far below the server's limit, 16,382 by default.
const maxPreparedStatements = 300;
const millisecondsPerSecond = 1000;
const readsWaiting = { waitingEach: readsWaitingEach, waitMsMax: readsWaitMs };

/** Opens the database that a URL names; creates nothing but an SQLite file and its folder. */
export function openDatabase(options: DatabaseOptions): Database {
  const address = parseDatabaseUrl(options.databaseUrl);
  return address.dialect === "sqlite" ? openSqlite(address, options) : openMariaDb(address, options);
}

/** Opens a database, runs a function with it, and closes it. */
export async function withDatabase<T>(options: DatabaseOptions, run: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(options);
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}

function outside(): never {
  throw new ServiceError("WRITE_OUTSIDE_TRANSACTION", { detail: "a write needs store.transaction around it" });
}

function openSqlite(address: DatabaseAddress & { dialect: "sqlite" }, options: DatabaseOptions): Database {
  mkdirSync(dirname(address.file), { recursive: true });
  const patiently = createPatience({ busyWaitMsMax: transactionWaitMs, random: Math.random });
  const writer = createOneWriter({
    file: address.file,
    patiently,
    committed: () => checkpoints.committed(),
  });
  const checkpoints = createCheckpoints({
    file: address.file,
    sound: () => writer.sound(),
    failed: () => writer.doubt(),
    ...(options.logBytesMax === undefined ? {} : { fullBytes: options.logBytesMax }),
  });
  const transactions = createTransactions(createGroupCommit(writer));
  const reader = lazy(() => openHandle(address.file, { readonly: true }));
  const processes = createReadProcesses(address.file, options.readMsMax ?? readMsMax);
  const turns = createFairQueue({ ...readsWaiting, places: sqliteReadsMax, placesEach: longReadsEach });
  const callersRead = lazy(() => createSqliteReads(reader.get(), processes, turns));
  const inTransaction = () => {
    const handle = transactions.connection() as SqliteHandle | undefined;
    if (handle?.driver.inTransaction === false) throw transactionUndone();
    return handle;
  };

  return {
    dialect: sqlite,
    transactions,
    async read(sql, values = []) {
      const handle = inTransaction();
      // Many short reads in a row block the event loop as long as one long read does.
      if (handle === undefined && isTurnOver()) await giveWay();
      return prepare(handle ?? reader.get(), sql).all(...requireScalars(values)) as SqlRow[];
    },
    async readFor(owner, sql, values = []) {
      const handle = inTransaction();
      const scalars = requireScalars(values);
      if (handle === undefined && isTurnOver()) await giveWay();
      return handle === undefined
        ? await callersRead.get()(sql, scalars, owner)
        : (prepare(handle, sql).all(...scalars) as SqlRow[]);
    },
    async write(sql, values = []) {
      return prepare(inTransaction() ?? outside(), sql).run(...requireScalars(values)).changes;
    },
    async writeCounted(sql, values = []) {
      const statement = prepare(inTransaction() ?? outside(), sql);
      const bound = requireScalars(values);
      if (!statement.reader) return Number(statement.run(...bound).lastInsertRowid);
      const [returned] = Object.values(statement.get(...bound) as SqlRow);
      return Number(returned);
    },
    async run(statement) {
      (inTransaction() ?? outside()).driver.exec(statement);
    },
    async close() {
      await checkpoints.close();
      await processes.close();
      reader.made()?.driver.close();
      await writer.close();
    },
  };
}

function openMariaDb(address: DatabaseAddress & { dialect: "mariadb" }, options: DatabaseOptions): Database {
  const keepAlive = {
    enableKeepAlive: true,
    keepAliveInitialDelay: (options.keepAliveSeconds ?? socketKeepAliveSeconds) * millisecondsPerSecond,
  };
  const { host, port, database, user, password } = address;
  // SQLite does not need it, and loading it takes every command a tenth of a second.
  const driver = createRequire(import.meta.url)("mysql2") as typeof mysql;
  const connect = (connectionLimit: number) =>
    driver.createPool({ host, port, database, user, password, connectionLimit, maxPreparedStatements, ...keepAlive });
  const pool = lazy(() => connect(connectionsMax));
  const writers = lazy(() => sayingFirst(connect(connectionsMax), transactionSessionTexts));
  const transactions = createTransactions(createServerEngine(() => writers.get(), options.durableMsMax));
  const callersPool = lazy(() => withinTime(connect(quickReadsMax + serverReadsMax), options.readMsMax ?? readMsMax));
  const callersRead = createServerReads(() => callersPool.get(), {
    quick: createFairQueue({ ...readsWaiting, places: quickReadsMax, placesEach: quickReadsEach }),
    other: createFairQueue({ ...readsWaiting, places: serverReadsMax, placesEach: longReadsEach }),
  });
  const inTransaction = () => transactions.connection() as mysql.Connection | undefined;
  const change = (sql: string, values: readonly SqlValue[]) =>
    execute<mysql.ResultSetHeader>(inTransaction() ?? outside(), sql, requireScalars(values));

  return {
    dialect: mariadb,
    transactions,
    async read(sql, values = []) {
      return execute<mysql.RowDataPacket[]>(inTransaction() ?? pool.get(), sql, requireScalars(values));
    },
    async readFor(owner, sql, values = []) {
      const connection = inTransaction();
      const scalars = requireScalars(values);
      return connection === undefined
        ? callersRead(sql, scalars, owner)
        : execute<mysql.RowDataPacket[]>(connection, sql, scalars);
    },
    async write(sql, values = []) {
      return (await change(sql, values)).affectedRows;
    },
    async writeCounted(sql, values = []) {
      return (await change(sql, values)).insertId;
    },
    async writeCountedApart(sql, values) {
      return (await execute<mysql.ResultSetHeader>(pool.get(), sql, requireScalars(values))).insertId;
    },
    run: (statement) => say(inTransaction() ?? outside(), statement),
    async close() {
      await pool.made()?.promise().end();
      await writers.made()?.promise().end();
      await callersPool.made()?.promise().end();
    },
  };
}

/** Makes the server end every statement of these connections that takes longer. */
function withinTime(pool: mysql.Pool, msMax: number): mysql.Pool {
  // Each kind of server reads its own comment as part of the statement.
  const text =
    `SET @readMsMax = ${msMax} /*M!, SESSION max_statement_time = ${msMax / millisecondsPerSecond} */` +
    ` /*!50708 , SESSION max_execution_time = ${msMax} */`;
  return sayingFirst(pool, [text]);
}

/** Runs these statements first on each new connection; a connection on which one fails is destroyed. */
function sayingFirst(pool: mysql.Pool, texts: readonly string[]): mysql.Pool {
  pool.on("connection", (connection) => {
    for (const text of texts) {
      connection.query(text, (error) => {
        if (error) connection.destroy();
      });
    }
  });
  return pool;
}

/** Makes a value at its first use. */
function lazy<T>(make: () => T): { get(): T; made(): T | undefined } {
  let value: T | undefined;
  return { get: () => (value ??= make()), made: () => value };
}
