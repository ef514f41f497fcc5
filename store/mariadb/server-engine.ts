import { setTimeout as sleep } from "node:timers/promises";

import type mysql from "mysql2";

import { serverCommitInDoubt } from "../commit-outcome.ts";
import { isDeadlock } from "../database-errors.ts";
import { OpenTransaction, runWhole, transactionScope } from "../transaction-scope.ts";
import type { Engine } from "../transaction.ts";
import { say } from "./server-statement.ts";

const deadlockTries = 5;
const deadlockPauseMs = 5;

/**
 * What a connection of transactions is told when it is made. What another transaction has committed must be seen by a step that has
 * waited for its lock; and a transaction begins with its first statement, which saves the way to the server that would say so.
 */
export const transactionSessionTexts = [
  "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
  "SET SESSION autocommit = 0",
] as const;

/** The engine of a database server, on connections of a pool; what the server undid because it met another one runs again. */
export function createServerEngine(pool: () => mysql.Pool): Engine {
  return { run: (work) => transactionScope.exit(() => repeated(pool, work)), onServer: true };
}

async function repeated<T>(pool: () => mysql.Pool, work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await once(await connectionOf(pool()), work);
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
  // Behind the end of the transaction: the connection may be somebody else's by now.
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
    // The connection is broken and is given up, so the server undoes the transaction; the caller hears what came first.
    connection.destroy();
  }
}
