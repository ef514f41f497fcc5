import { setImmediate as loopTurn } from "node:timers/promises";

import type { Sequelize } from "sequelize";

import { type OpenTransaction, transactionScope } from "./transaction-scope.ts";

/** Runs a statement at once on the driver's connection of a transaction. */
export type RunStatement = (connection: unknown, statement: string) => void;

interface Job {
  readonly run: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const jobsMax = 32;
const groupMsMax = 25;

/**
 * Queues the transactions of a process for a database with one writer. Those that wait together are committed together,
 * each behind a savepoint of its own, because a durable commit costs more than the work in it; a caller hears of success
 * only after the commit.
 */
export function createGroupCommit(sequelize: Sequelize, runStatement: RunStatement) {
  const waiting: Job[] = [];
  let busy = false;

  async function work(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      // A commit stands still in the driver, and calls wait on their sockets meanwhile: as long as each turn of the loop
      // brings some of them into the queue, they share the next commit; and timers have their turn.
      for (let known = 0; known < waiting.length && known < jobsMax;) {
        known = waiting.length;
        await loopTurn();
      }
      await commitGroup();
    }
    busy = false;
  }

  async function commitGroup(): Promise<void> {
    const done: { job: Job; value: unknown; state: OpenTransaction }[] = [];
    const taken: Job[] = [];
    try {
      const transaction = await sequelize.transaction();
      const { connection } = transaction as unknown as { connection: unknown };
      try {
        const startedMs = performance.now();
        while (taken.length < jobsMax && performance.now() - startedMs < groupMsMax) {
          const job = waiting.shift();
          if (job === undefined) break;
          taken.push(job);
          const state: OpenTransaction = { transaction, open: true, afterCommit: [] };
          await inSavepoint(job, state, (statement) => runStatement(connection, statement)).then(
            (value) => done.push({ job, value, state }),
            (error: unknown) => job.reject(error),
          );
        }
        await transaction.commit();
      } catch (error) {
        if (!("finished" in transaction && transaction.finished)) await transaction.rollback();
        throw error;
      }
    } catch (error) {
      // Nothing was taken where the database did not even begin: then it is the first in the queue that hears of it.
      const failed = taken.length > 0 ? taken : waiting.splice(0, 1);
      for (const job of failed) job.reject(error);
      return;
    }
    for (const { job, value, state } of done) {
      for (const hook of state.afterCommit) hook();
      job.resolve(value);
    }
  }

  return <T>(run: () => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    waiting.push({ run, resolve: resolve as (value: unknown) => void, reject });
    if (!busy) transactionScope.exit(() => void work());
    return promise;
  };
}

async function inSavepoint(job: Job, state: OpenTransaction, statement: (text: string) => void): Promise<unknown> {
  statement("SAVEPOINT `job`");
  try {
    const value = await transactionScope.run(state, job.run);
    state.open = false;
    statement("RELEASE `job`");
    return value;
  } catch (error) {
    state.open = false;
    statement("ROLLBACK TO `job`");
    statement("RELEASE `job`");
    throw error;
  }
}
