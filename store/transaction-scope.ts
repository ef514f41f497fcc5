import { AsyncLocalStorage } from "node:async_hooks";

import type { NewNotice } from "#domain/notices/notice-kinds.ts";
import type { NewEvent } from "#domain/requests/ledger/event.ts";

import type { NewChange, RowChange } from "./changes/change.ts";

/** The transaction of the current asynchronous call chain, with everything that is remembered until its end. */
export class OpenTransaction {
  /** The driver's connection. */
  readonly connection: unknown;
  isOpen = true;
  /** Pending writes that are to be made at its end. */
  readonly beforeCommit: (() => Promise<void>)[] = [];
  readonly afterCommit: (() => void)[] = [];
  /** Changes whose rows of the log are still to be written. */
  readonly unlogged: NewChange[] = [];
  /** Events of requests that are still to be written, by the key of the request. */
  readonly requestEvents = new Map<string, NewEvent[]>();
  /** Notices for users that are still to be written. */
  readonly notices: NewNotice[] = [];
  /** The changes since its last audit row. */
  unaudited: RowChange[] = [];
  /** Changes of tables that decide who reaches a secret, without a notice so far. */
  watched: RowChange[] = [];
  /** Rows that it holds locked, by table and key, as they are now. */
  readonly lockedRows = new Map<string, Readonly<Record<string, unknown>>>();

  constructor(connection: unknown) {
    this.connection = connection;
  }
}

/** Carrier of the open transaction along asynchronous calls, so that no statement can forget it. */
export const transactionScope = new AsyncLocalStorage<OpenTransaction>();

/** Runs the work of a transaction, and then the writes that were postponed to its end. */
export function runWhole<T>(open: OpenTransaction, work: () => Promise<T>): Promise<T> {
  return transactionScope.run(open, async () => {
    const value = await work();
    for (const write of open.beforeCommit) await write();
    return value;
  });
}

/** Returns the error for a statement that comes after SQLite has undone its transaction: alone it would be committed at once. */
export function transactionUndone(): Error {
  return Object.assign(new Error("The transaction was undone."), { code: "SQLITE_ABORT_ROLLBACK" });
}
