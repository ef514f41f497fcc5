import { setTimeout as sleep } from "node:timers/promises";

import type { Sequelize, Transaction } from "sequelize";

import { ServiceError } from "#domain/errors.ts";

import { serverCommitInDoubt } from "./commit-outcome.ts";
import { isDeadlock, translateDatabaseError } from "./database-errors.ts";
import { createGroupCommit } from "./group-commit.ts";
import type { OneWriter } from "./sqlite-writer.ts";
import { type OpenTransaction, transactionScope } from "./transaction-scope.ts";

const deadlockTries = 5;
const deadlockPauseMs = 5;

/** Runs transactions of one database; see `Store.transaction`. */
export interface Transactions {
  run<T>(run: () => Promise<T>): Promise<T>;
  afterCommit(run: () => void): void;
  /**
   * Runs something as the last of the current transaction, so that what it collects goes to a database server at once; absent
   * where a statement costs no way to a server.
   */
  readonly beforeCommit?: (run: () => Promise<void>) => void;
  /** The driver's connection of the current transaction, or undefined outside of one. */
  connection(): unknown;
}

/** How a database takes transactions. */
export interface TransactionOptions {
  /** Given for a database with one writer: the transactions of a process wait in a queue and are committed in groups. */
  readonly oneWriter?: OneWriter;
}

/** Makes the one function through which all writes of a process go. */
export function createTransactions(sequelize: Sequelize, { oneWriter }: TransactionOptions): Transactions {
  const perform = oneWriter
    ? createGroupCommit(sequelize, oneWriter)
    : <T>(run: () => Promise<T>) => transactionScope.exit(() => repeated(sequelize, run));
  return {
    async run(run) {
      if (current()) return run();
      try {
        return await perform(run);
      } catch (error) {
        throw translateDatabaseError(error);
      }
    },
    afterCommit(run) {
      const open = current();
      if (open) open.afterCommit.push(run);
      else run();
    },
    ...(oneWriter ? {} : { beforeCommit: (write) => current()?.beforeCommit.push(write) }),
    connection: () => current()?.connection,
  };
}

function current(): OpenTransaction | undefined {
  const found = transactionScope.getStore();
  if (found && !found.open) {
    throw new ServiceError("WRITE_OUTSIDE_TRANSACTION", { detail: "the transaction of this call has ended" });
  }
  return found;
}

async function repeated<T>(sequelize: Sequelize, run: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await once(sequelize, run);
    } catch (error) {
      if (!isDeadlock(error) || tried === deadlockTries) throw error;
      await sleep(deadlockPauseMs * tried);
    }
  }
}

async function once<T>(sequelize: Sequelize, run: () => Promise<T>): Promise<T> {
  let begun: Transaction | undefined;
  const state: OpenTransaction = {
    connection: undefined,
    transaction: () => begun,
    open: true,
    beforeCommit: [],
    afterCommit: [],
  };
  const value = await transactionScope.run(state, async () => {
    const transaction = (begun = await sequelize.transaction());
    state.connection = (transaction as unknown as { readonly connection: unknown }).connection;
    try {
      const result = await run();
      for (const write of state.beforeCommit) await write();
      await commit(transaction);
      return result;
    } catch (error) {
      if (!("finished" in transaction && transaction.finished)) await rollback(transaction);
      throw error;
    } finally {
      state.open = false;
    }
  });
  // Outside the scope, so that what they start is not taken for a part of the ended transaction.
  transactionScope.exit(() => {
    for (const hook of state.afterCommit) hook();
  });
  return value;
}

async function commit(transaction: Transaction): Promise<void> {
  try {
    await transaction.commit();
  } catch (error) {
    throw serverCommitInDoubt(error);
  }
}

async function rollback(transaction: Transaction): Promise<void> {
  try {
    await transaction.rollback();
  } catch {
    // The connection is broken and was given up, so the server undoes the transaction; the caller hears what came first.
  }
}
