import { ServiceError } from "#domain/errors.ts";

import { translateDatabaseError } from "./database-errors.ts";
import { type OpenTransaction, transactionScope } from "./transaction-scope.ts";

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
  /** Carries a transaction out. */
  readonly perform: <T>(run: () => Promise<T>) => Promise<T>;
  /** True where each statement is a way to a server. */
  readonly onServer: boolean;
}

/** Makes the one function through which all writes of a process go. */
export function createTransactions({ perform, onServer }: TransactionOptions): Transactions {
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
    ...(onServer ? { beforeCommit: (write) => current()?.beforeCommit.push(write) } : {}),
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
