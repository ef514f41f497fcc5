import { ServiceError } from "#domain/errors.ts";

import { translateDatabaseError } from "./database-errors.ts";
import { type OpenTransaction, transactionScope } from "./transaction-scope.ts";

/** Runner of the transactions of one kind of database. */
export interface Engine {
  /** Runs work in a transaction of its own, and again from its start if the database undid it because of a deadlock. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** True if each statement is a round trip to a server. */
  readonly onServer: boolean;
}

/** Transactions of one database; see `Store.transaction`. */
export interface Transactions extends Engine {
  afterCommit(run: () => void): void;
  /** Returns the driver's connection of the current transaction; undefined outside of one. */
  connection(): unknown;
}

/** Makes the one function through which all writes of a process go. */
export function createTransactions(engine: Engine): Transactions {
  return {
    onServer: engine.onServer,
    async run(work) {
      if (current()) return work();
      try {
        return await engine.run(work);
      } catch (error) {
        throw translateDatabaseError(error);
      }
    },
    afterCommit(run) {
      const open = current();
      if (open) open.afterCommit.push(run);
      else run();
    },
    connection: () => current()?.connection,
  };
}

function current(): OpenTransaction | undefined {
  const found = transactionScope.getStore();
  if (found && !found.isOpen) {
    throw new ServiceError("WRITE_OUTSIDE_TRANSACTION", { detail: "the transaction of this call has ended" });
  }
  return found;
}
