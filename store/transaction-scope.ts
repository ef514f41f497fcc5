import { AsyncLocalStorage } from "node:async_hooks";

import { Sequelize, type Transaction } from "sequelize";

/** The transaction that the current asynchronous call chain is in. */
export interface OpenTransaction {
  /** The driver's connection; undefined until the transaction has begun. */
  connection: unknown;
  /** The same transaction as Sequelize knows it. */
  transaction(): Transaction | undefined;
  open: boolean;
  /** What is still to be written at its end. */
  readonly beforeCommit: (() => Promise<void>)[];
  readonly afterCommit: (() => void)[];
}

/** Carries the open transaction along asynchronous calls, so that no statement can forget it. */
export const transactionScope = new AsyncLocalStorage<OpenTransaction>();

/** What a statement hears that comes after SQLite has undone its transaction: alone it would be committed at once. */
export function transactionUndone(): Error {
  return Object.assign(new Error("The transaction was undone."), { code: "SQLITE_ABORT_ROLLBACK" });
}

// Sequelize asks this for the current transaction, so its own statements are in it too.
Sequelize.useCLS({
  bind: (run: unknown) => run,
  run: (run: (context: unknown) => unknown) => run({}),
  get: (name: string) => (name === "transaction" ? transactionScope.getStore()?.transaction() : undefined),
  set: () => undefined,
});
