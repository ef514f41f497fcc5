import { setTimeout as sleep } from "node:timers/promises";

import { reloadRetryMs } from "#domain/limits.ts";
import type { Logger } from "#platform/logs/log.ts";
import type { ChangeFeed } from "#store/changes/change-feed.ts";
import type { ToldTable } from "#store/changes/told-tables.ts";

/** What a process keeps in memory, and how. */
export interface FollowTableOptions {
  readonly table: ToldTable;
  /** Takes in what the table holds now. */
  load(): Promise<void>;
  /** Tells when somebody has changed it. */
  readonly changes: Pick<ChangeFeed, "subscribe">;
  readonly log: Pick<Logger, "error">;
  /** What the log says of a change that cannot be loaded yet. */
  readonly failure: string;
  readonly retryMs?: number;
}

/** Memory that follows a table. */
export interface FollowedTable {
  /**
   * Loads now; calls that come together are answered by one load that begins after the last of them.
   * @throws what the load throws; what is in memory then stays
   */
  reload(): Promise<void>;
  /** Ends following. */
  stop(): void;
}

/** Loads a table again after each change of it, whoever makes it; a load that fails is tried again until it is done. */
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
  // What a load that runs has read may be older than this call.
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
