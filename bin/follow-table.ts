import { setTimeout as sleep } from "node:timers/promises";

import { reloadRetryMs } from "#domain/limits.ts";
import type { Logger } from "#platform/logs/log.ts";
import type { ChangeFeed } from "#store/changes/change-feed.ts";
import type { ToldTable } from "#store/changes/told-tables.ts";

/** Table that a process caches, and the way to load it. */
export interface FollowTableOptions {
  readonly table: ToldTable;
  /** Loads the current rows of the table into memory. */
  load(): Promise<void>;
  /** Feed that reports changes of the table. */
  readonly changes: Pick<ChangeFeed, "subscribe">;
  readonly log: Pick<Logger, "error">;
  /** Log message for a change that cannot be loaded yet. */
  readonly failure: string;
  readonly retryMs?: number;
}

/** A cache that follows a table. */
export interface FollowedTable {
  /**
   * Loads now. Concurrent calls share one load that begins after the last of them.
   * @throws the error of the load; the cache then stays as it is
   */
  reload(): Promise<void>;
  /** Stops following. */
  stop(): void;
}

/** Loads a table again after each change, whoever makes it; a failed load is retried until it succeeds. */
export function followTable(options: FollowTableOptions): FollowedTable {
  const { table, load, changes, log, failure, retryMs = reloadRetryMs } = options;
  const stopped = new AbortController();
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;

  const start = (): Promise<void> => {
    waiting = undefined;
    running = load().finally(() => (running = undefined));
    return running;
  };
  // A load in progress may have read data older than this call.
  const reload = (): Promise<void> => {
    if (running === undefined) return start();
    waiting ??= running.then(start, start);
    return waiting;
  };
  const reloadUntilDone = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        return await reload();
      } catch (err) {
        log.error({ err }, failure);
        await sleep(retryMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
      }
    }
  };
  const unsubscribe = changes.subscribe({ tables: [table], onChange: () => void reloadUntilDone() });
  return {
    reload,
    stop() {
      unsubscribe();
      stopped.abort();
    },
  };
}
