import { changesFollowedMax, changesPollMsMax, changesStaleMs } from "#domain/limits.ts";
import type { Clock } from "#platform/clock.ts";
import type { Logger } from "#platform/logs/log.ts";
import { withinTime } from "#platform/processes/within-time.ts";

import type { TableName } from "../tables.ts";
import type { ChangeLog, FollowedChanges } from "./change-log.ts";
import type { NewChange } from "./change.ts";
import type { ToldTable } from "./told-tables.ts";

/** A committed change, as a subscriber receives it. */
export interface CommittedChange extends Pick<NewChange, "table" | "key" | "operation" | "version" | "data"> {
  /** `commit`: made by this process just now; `log`: read from the change log, possibly for the second time. */
  readonly source: "commit" | "log";
}

/**
 * Tables whose changes a subscriber receives: at once for tables that decide calls, or, with `mayWait`, when its process reads the change
 * log.
 */
export type ChangeSubscription = ChangeListener &
  ({ readonly tables: readonly ToldTable[] } | { readonly tables: readonly TableName[]; readonly mayWait: true });

interface ChangeListener {
  /** Receives each change at least once, in no order across the two sources; must be quick and must not throw. */
  onChange(change: CommittedChange): void;
}

/** Feed of the committed changes of the database, whoever makes them. */
export interface ChangeFeed {
  /** Subscribes to changes that are committed from now on; returns the function that ends the subscription. */
  subscribe(subscription: ChangeSubscription): () => void;
  /** Returns false if other processes may have changed something that subscribers have not received for too long. */
  healthy(): boolean;
  /** Returns the position up to which the change log has been read. */
  position(): number;
}

/** A feed that follows the change log. */
export interface ChangeFollower extends ChangeFeed {
  /**
   * Starts to follow: finds the newest position, then polls.
   * @throws DATABASE_UNAVAILABLE
   */
  start(): Promise<void>;
  /** Reads the change log now instead of at the next turn; never fails, and `healthy` shows whether it succeeded. */
  poll(): Promise<void>;
  /** Stops following; nothing is read afterwards. */
  stop(): Promise<void>;
}

/** Dependencies of a feed. */
export interface ChangeFeedParts {
  readonly changeLog: Pick<ChangeLog, "onCommit" | "follow" | "position">;
  readonly clock: Clock;
  readonly log: Pick<Logger, "warn" | "info" | "error">;
  /** Milliseconds between two reads of the change log, give or take a tenth. */
  readonly pollMs: number;
  readonly random?: () => number;
}

/** Most reads of the change log that wait for a database that has stopped answering. */
const looksHangingMax = 3;
const jitter = 0.2;

/**
 * Makes the feed of a process. Own commits arrive at once; those of other processes arrive after `start`. A feed that was not started knows
 * of no other process and is always healthy.
 */
export function createChangeFeed(parts: ChangeFeedParts): ChangeFollower {
  const { changeLog, clock, log, pollMs, random = Math.random } = parts;
  const subscribers = createSubscribers(log);
  const look = createLook(changeLog);
  const unsubscribe = changeLog.onCommit((change) => subscribers.deliver({ ...change, source: "commit" }));
  let state: "alone" | "following" | "stopped" = "alone";
  let position = 0;
  let confirmedAt = 0;
  let failed = false;
  let timer: NodeJS.Timeout | undefined;

  async function follow(): Promise<void> {
    for (let more = true; more;) {
      const atMs = clock.now();
      const asked = subscribers.tables();
      const found = await look(position, asked);
      // A subscriber that was added meanwhile must not miss later commits: the same stretch is read again.
      const widened = asked !== subscribers.tables();
      more = widened || found.more;
      if (widened) continue;
      for (const change of found.changes) subscribers.deliver({ ...change, source: "log" });
      position = found.position;
      if (!more) confirmedAt = atMs;
    }
  }

  const poll = oneAtATime(async () => {
    if (state !== "following") return;
    try {
      await follow();
      if (failed) log.info({ position }, "The change log answers again.");
      failed = false;
    } catch (error) {
      if (!failed) log.warn({ err: error }, "The change log does not answer.");
      failed = true;
    }
  });

  function schedule(): void {
    if (state !== "following") return;
    timer = setTimeout(() => void poll().then(schedule), pollMs * (1 + jitter * (random() - 0.5)));
    timer.unref();
  }

  return {
    subscribe: (subscription) => subscribers.add(subscription),
    healthy() {
      if (state !== "following") return state === "alone";
      const ageMs = clock.now() - confirmedAt;
      // After the clock was set back, the age is unknown until the next read.
      return ageMs >= 0 && ageMs < changesStaleMs;
    },
    position: () => position,
    async start() {
      const atMs = clock.now();
      position = await changeLog.position();
      confirmedAt = atMs;
      state = "following";
      schedule();
    },
    poll,
    async stop() {
      unsubscribe();
      state = "stopped";
      clearTimeout(timer);
      await poll();
    },
  };
}

function createSubscribers(log: ChangeFeedParts["log"]) {
  const subscriptions = new Set<ChangeSubscription>();
  let tables: readonly TableName[] = [];
  const count = (): void => {
    tables = [...new Set([...subscriptions].flatMap((subscription) => subscription.tables))];
  };
  return {
    /** Returns the same array until a subscription is added or removed. */
    tables: () => tables,
    add(subscription: ChangeSubscription): () => void {
      subscriptions.add(subscription);
      count();
      return () => {
        subscriptions.delete(subscription);
        count();
      };
    },
    deliver(change: CommittedChange): void {
      for (const subscription of subscriptions) {
        const asked: readonly TableName[] = subscription.tables;
        if (!asked.includes(change.table)) continue;
        try {
          subscription.onChange(change);
        } catch (error) {
          log.error({ err: error, table: change.table }, "A subscriber of changes has failed.");
        }
      }
    },
  };
}

/**
 * Makes a bounded read of the change log. A read that a hung connection never answers is abandoned, so that a later one can succeed on
 * another connection.
 */
function createLook(changeLog: ChangeFeedParts["changeLog"]) {
  let hanging = 0;
  return async (position: number, tables: readonly TableName[]): Promise<FollowedChanges> => {
    if (hanging >= looksHangingMax) throw new Error("Earlier looks into the change log have not been answered.");
    hanging += 1;
    const answer = changeLog.follow(position, tables, changesFollowedMax).finally(() => (hanging -= 1));
    return withinTime(changesPollMsMax, answer);
  };
}

/** Serializes the runs of a function; calls during a run share one whole run that starts afterwards. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    running = run().finally(() => (running = undefined));
    return running;
  };
  return () => {
    if (next !== undefined) return next;
    if (running === undefined) return begin();
    next = running.then(() => {
      next = undefined;
      return begin();
    });
    return next;
  };
}
