import { setTimeout as sleep } from "node:timers/promises";

import type mysql from "mysql2";

import { ServiceError } from "#domain/errors.ts";

import { serverCommitInDoubt } from "../commit-outcome.ts";
import { isDeadlock } from "../database-errors.ts";
import { OpenTransaction, runWhole, transactionScope } from "../transaction-scope.ts";
import type { Engine } from "../transaction.ts";
import { ask, say } from "./server-statement.ts";

const deadlockTries = 5;
const deadlockPauseMs = 5;
/** Milliseconds for which a server's answer about its durability is trusted: its administrator can change that at any time. */
const durableMsMax = 60_000;

/**
 * First statements on each connection for transactions. A step that has waited for its lock must see what another transaction has
 * committed. A transaction begins with its first statement, which saves a round trip to the server.
 */
export const transactionSessionTexts = [
  "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
  "SET SESSION autocommit = 0",
] as const;

const durableText = "SELECT @@innodb_flush_log_at_trx_commit = 1 AND (@@log_bin = 0 OR @@sync_binlog = 1) AS `durable`";

/**
 * Makes the engine of a database server, on connections of a pool; a transaction that the server undid because of a deadlock runs again.
 * Nothing is written on a connection whose server may lose commits: each connection asks the server when it is made, and once a minute from
 * then on. After a negative answer all of them ask again.
 */
export function createServerEngine(pool: () => mysql.Pool, durableMs: number = durableMsMax): Engine {
  const askedMs = new WeakMap<mysql.PoolConnection, number>();
  let doubtSinceMs = 0;
  const connect = async () => {
    const connection = await connectionOf(pool());
    const nowMs = performance.now();
    const isOld = (lastMs: number) => lastMs < doubtSinceMs || nowMs - lastMs >= durableMs;
    if (!isOld(askedMs.get(connection) ?? -Infinity)) return connection;
    try {
      await requireDurable(connection);
    } catch (error) {
      doubtSinceMs = performance.now();
      throw error;
    }
    askedMs.set(connection, nowMs);
    return connection;
  };
  return { run: (work) => transactionScope.exit(() => repeated(connect, work)), onServer: true };
}

async function requireDurable(connection: mysql.PoolConnection): Promise<void> {
  try {
    const [row] = await ask(connection, durableText);
    if (Number(row?.["durable"]) !== 1) throw new ServiceError("DATABASE_NOT_DURABLE");
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

async function repeated<T>(connect: () => Promise<mysql.PoolConnection>, work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await once(await connect(), work);
    } catch (error) {
      if (!isDeadlock(error) || tried === deadlockTries) throw error;
      await sleep(deadlockPauseMs * tried);
    }
  }
}

async function once<T>(connection: mysql.PoolConnection, work: () => Promise<T>): Promise<T> {
  const open = new OpenTransaction(connection);
  let value: T;
  try {
    value = await runWhole(open, work);
    open.isOpen = false;
    await commit(connection);
  } catch (error) {
    open.isOpen = false;
    await rollback(connection);
    throw error;
  }
  connection.release();
  // Runs after the end of the transaction, because someone else may use the connection by now.
  for (const hook of open.afterCommit) hook();
  return value;
}

function connectionOf(pool: mysql.Pool): Promise<mysql.PoolConnection> {
  return new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
  });
}

async function commit(connection: mysql.PoolConnection): Promise<void> {
  try {
    await say(connection, "COMMIT");
  } catch (error) {
    throw serverCommitInDoubt(error);
  }
}

async function rollback(connection: mysql.PoolConnection): Promise<void> {
  try {
    await say(connection, "ROLLBACK");
    connection.release();
  } catch {
    // The connection is broken and given up, so the server undoes the transaction; the caller gets the first error.
    connection.destroy();
  }
}
