import { setTimeout as sleep } from "node:timers/promises";

import type mysql from "mysql2";
import type { Sequelize } from "sequelize";

import { serverCommitInDoubt } from "./commit-outcome.ts";
import { isDeadlock } from "./database-errors.ts";
import { lazyTransaction } from "./lazy-transaction.ts";
import { type OpenTransaction, transactionScope } from "./transaction-scope.ts";

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

/** Runs transactions on connections of a pool; one that the server undid because it met another one runs again. */
export function createServerTransactions(
  sequelize: Sequelize,
  pool: () => mysql.Pool,
): <T>(run: () => Promise<T>) => Promise<T> {
  return (run) => transactionScope.exit(() => repeated(sequelize, pool, run));
}

async function repeated<T>(sequelize: Sequelize, pool: () => mysql.Pool, run: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await once(sequelize, await connectionOf(pool()), run);
    } catch (error) {
      if (!isDeadlock(error) || tried === deadlockTries) throw error;
      await sleep(deadlockPauseMs * tried);
    }
  }
}

async function once<T>(sequelize: Sequelize, connection: mysql.PoolConnection, run: () => Promise<T>): Promise<T> {
  const state: OpenTransaction = {
    connection,
    transaction: lazyTransaction(sequelize, connection),
    open: true,
    beforeCommit: [],
    afterCommit: [],
  };
  let value: T;
  try {
    value = await transactionScope.run(state, async () => {
      const result = await run();
      for (const write of state.beforeCommit) await write();
      return result;
    });
    state.open = false;
    await commit(connection);
  } catch (error) {
    state.open = false;
    await rollback(connection);
    throw error;
  }
  connection.release();
  // Behind the end of the transaction: the connection may be somebody else's by now.
  for (const hook of state.afterCommit) hook();
  return value;
}

function connectionOf(pool: mysql.Pool): Promise<mysql.PoolConnection> {
  return new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
  });
}

function say(connection: mysql.PoolConnection, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(text, (error) => (error ? reject(error) : resolve()));
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
