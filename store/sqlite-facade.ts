import { openHandle, prepare, type SqliteHandle } from "./sqlite-handles.ts";
import type { Patiently } from "./sqlite-patience.ts";

type Callback = (this: { lastID: number; changes: number }, error: Error | null, rows?: unknown[]) => void;
type Parameters = readonly unknown[] | Readonly<Record<string, unknown>>;

/** What a connection shows to the store's own statements, past Sequelize. */
export interface FacadeConnection {
  readonly handle: SqliteHandle;
}

/**
 * The part of the module `sqlite3` that Sequelize calls, on better-sqlite3. A lock held by another process is waited for
 * outside the driver, so the event loop goes on meanwhile.
 */
export function createSqliteFacade(patiently: Patiently) {
  class Database implements FacadeConnection {
    readonly filename: string;
    readonly handle: SqliteHandle;

    constructor(filename: string, _mode: number, opened: (error: Error | null) => void) {
      this.filename = filename;
      this.handle = openHandle(filename, { readonly: false });
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
      this.handle.driver.close();
      done?.(null);
    }

    #execute(sql: string, rest: readonly (Parameters | Callback | undefined)[]): void {
      const parameters = rest.find((value) => value !== undefined && typeof value !== "function");
      const done = rest.find((value) => typeof value === "function");
      patiently(() => runStatement(this.handle, sql, parameters)).then(
        ({ rows, lastID, changes }) => done?.call({ lastID, changes }, null, rows),
        (error: unknown) => done?.call({ lastID: 0, changes: 0 }, error as Error),
      );
    }
  }

  return {
    Database,
    OPEN_READWRITE: 2,
    OPEN_CREATE: 4,
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
