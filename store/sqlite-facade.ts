import { setTimeout as sleep } from "node:timers/promises";

import { isBusy, openHandle, prepare, type SqliteHandle } from "./sqlite-handles.ts";

type Callback = (this: { lastID: number; changes: number }, error: Error | null, rows?: unknown[]) => void;
type Parameters = readonly unknown[] | Readonly<Record<string, unknown>>;

/** What a connection shows to the store's own statements, past Sequelize. */
export interface FacadeConnection {
  readonly handle: SqliteHandle;
}

interface FacadeOptions {
  /** How long a lock held by another process is waited for before the statement fails. */
  readonly busyWaitMsMax: number;
  /** A number from 0 to 1, for the length of each wait. */
  readonly random: () => number;
  /** Hears of each commit; never throws, for what was committed stays so. */
  readonly committed: () => void;
}

const commit = /^COMMIT\b/;
const waitMsMin = 1;
const waitMsSpan = 4;

/**
 * The part of the module `sqlite3` that Sequelize calls, on better-sqlite3. A lock held by another process is waited for
 * outside the driver, so the event loop goes on meanwhile; closed connections are kept for the next transaction.
 */
export function createSqliteFacade(options: FacadeOptions) {
  const idle: SqliteHandle[] = [];

  async function patiently<T>(act: () => T): Promise<T> {
    const waitUntilMs = performance.now() + options.busyWaitMsMax;
    for (;;) {
      try {
        return act();
      } catch (error) {
        if (!isBusy(error) || performance.now() > waitUntilMs) throw error;
      }
      await sleep(waitMsMin + options.random() * waitMsSpan);
    }
  }

  class Database implements FacadeConnection {
    readonly filename: string;
    readonly handle: SqliteHandle;

    constructor(filename: string, _mode: number, opened: (error: Error | null) => void) {
      this.filename = filename;
      this.handle = idle.pop() ?? openHandle(filename, { readonly: false });
      queueMicrotask(() => opened(null));
    }

    serialize(run: () => void): void {
      run();
    }

    run(sql: string, ...rest: (Parameters | Callback | undefined)[]): this {
      this.#execute(sql, rest);
      return this;
    }

    all(sql: string, ...rest: (Parameters | Callback | undefined)[]): this {
      this.#execute(sql, rest);
      return this;
    }

    exec(sql: string, done?: Callback): this {
      this.#execute(sql, [done]);
      return this;
    }

    close(done?: (error: Error | null) => void): void {
      // A connection that still is in a transaction is in an unknown state: it is not used again.
      if (this.handle.driver.inTransaction) this.handle.driver.close();
      else idle.push(this.handle);
      done?.(null);
    }

    #perform(sql: string, parameters: Parameters | undefined) {
      const outcome = runStatement(this.handle, sql, parameters);
      if (commit.test(sql)) options.committed();
      return outcome;
    }

    #execute(sql: string, rest: readonly (Parameters | Callback | undefined)[]): void {
      const parameters = rest.find((value) => value !== undefined && typeof value !== "function");
      const done = rest.find((value) => typeof value === "function");
      patiently(() => this.#perform(sql, parameters)).then(
        ({ rows, lastID, changes }) => done?.call({ lastID, changes }, null, rows),
        (error: unknown) => done?.call({ lastID: 0, changes: 0 }, error as Error),
      );
    }
  }

  return {
    Database,
    OPEN_READWRITE: 2,
    OPEN_CREATE: 4,
    /** Closes the connections that wait for the next transaction. */
    closeIdle(): void {
      for (const handle of idle.splice(0)) handle.driver.close();
    },
  };
}

function runStatement(handle: SqliteHandle, sql: string, parameters: Parameters | undefined) {
  const statement = prepare(handle, sql);
  const bound = bindable(parameters);
  if (statement.reader) return { rows: statement.all(...bound), lastID: 0, changes: 0 };
  const outcome = statement.run(...bound);
  return { rows: [], lastID: Number(outcome.lastInsertRowid), changes: outcome.changes };
}

/** Sequelize names bound values `$1`; the driver wants the names without the sign. */
function bindable(parameters: Parameters | undefined): unknown[] {
  if (parameters === undefined) return [];
  if (Array.isArray(parameters)) return [...parameters];
  const entries = Object.entries(parameters);
  return entries.length === 0
    ? []
    : [Object.fromEntries(entries.map(([name, value]) => [name.replace(/^\$/, ""), value]))];
}
