import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";

import { Sequelize, type Transaction } from "sequelize";

import { ServiceError } from "#domain/errors.ts";

import { isDeadlock, translateDatabaseError } from "./database-errors.ts";

/** The transaction that the current asynchronous call chain is in. */
interface OpenTransaction {
  transaction: Transaction | null;
  open: boolean;
  readonly afterCommit: (() => void)[];
}

const scope = new AsyncLocalStorage<OpenTransaction>();

// Sequelize asks this for the current transaction, so none of its own statements can forget it either.
Sequelize.useCLS({
  bind: (run: unknown) => run,
  run: (run: (context: unknown) => unknown) => run({}),
  get: (name: string) => (name === "transaction" ? (scope.getStore()?.transaction ?? undefined) : undefined),
  set: () => undefined,
});

const deadlockTries = 5;
const deadlockPauseMs = 5;

/** Runs transactions of one database; see `Store.transaction`. */
export interface Transactions {
  run<T>(run: () => Promise<T>): Promise<T>;
  afterCommit(run: () => void): void;
  /** The driver's connection of the current transaction, or undefined outside of one. */
  connection(): unknown;
}

/**
 * Makes the one function through which all writes of a process go. `serial` queues transactions within the process,
 * because a database with a single writer would only make them wait for each other outside.
 */
export function createTransactions(sequelize: Sequelize, options: { readonly serial: boolean }): Transactions {
  let tail: Promise<unknown> = Promise.resolve();

  function current(): OpenTransaction | undefined {
    const found = scope.getStore();
    if (found && !found.open) {
      throw new ServiceError("WRITE_OUTSIDE_TRANSACTION", { detail: "the transaction of this call has ended" });
    }
    return found;
  }

  async function once<T>(run: () => Promise<T>): Promise<T> {
    const state: OpenTransaction = { transaction: null, open: true, afterCommit: [] };
    const value = await scope.run(state, async () => {
      const transaction = await sequelize.transaction();
      state.transaction = transaction;
      try {
        const result = await run();
        await transaction.commit();
        return result;
      } catch (error) {
        if (!("finished" in transaction && transaction.finished)) await transaction.rollback();
        throw error;
      } finally {
        state.open = false;
      }
    });
    // Outside the scope, so that what they start is not taken for a part of the ended transaction.
    scope.exit(() => {
      for (const hook of state.afterCommit) hook();
    });
    return value;
  }

  async function repeated<T>(run: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      try {
        return await once(run);
      } catch (error) {
        if (!isDeadlock(error) || tried === deadlockTries) throw translateDatabaseError(error);
        await sleep(deadlockPauseMs * tried);
      }
    }
  }

  return {
    run(run) {
      if (current()) return run();
      if (!options.serial) return scope.exit(() => repeated(run));
      const turn = tail.then(() => scope.exit(() => repeated(run)));
      tail = turn.catch(() => undefined);
      return turn;
    },
    afterCommit(run) {
      const open = current();
      if (open) open.afterCommit.push(run);
      else run();
    },
    connection: () => (current()?.transaction as { readonly connection?: unknown } | null | undefined)?.connection,
  };
}
