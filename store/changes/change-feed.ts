import { changesFollowedMax, changesPollMsMax, changesStaleMs } from "#domain/limits.ts";
import type { Clock } from "#platform/clock.ts";
import type { Logger } from "#platform/logs/log.ts";
import { withinTime } from "#platform/processes/within-time.ts";

import type { TableName } from "../tables.ts";
import type { ChangeLog, FollowedChanges } from "./change-log.ts";
import type { NewChange } from "./change.ts";
import type { ToldTable } from "./told-tables.ts";

/** A committed change as a subscriber hears of it. */
export interface CommittedChange extends Pick<NewChange, "table" | "key" | "operation" | "version" | "data"> {
  /** `commit`: made by this process just now; `log`: read from the change log, maybe for the second time. */
  readonly source: "commit" | "log";
}

/** The changes of which a subscriber wants to hear: at once where calls are judged by them, or when its process looks into the change log. */
export type ChangeSubscription = ChangeListener &
  ({ readonly tables: readonly ToldTable[] } | { readonly tables: readonly TableName[]; readonly mayWait: true });

interface ChangeListener {
  /** Called at least once per change, in no order across the two sources; it must be quick and must not throw. */
  onChange(change: CommittedChange): void;
}

/** Tells what changes in the database, whoever changes it. */
export interface ChangeFeed {
  /** Subscribes to changes that are committed from now on; gives the function that ends it. */
  subscribe(subscription: ChangeSubscription): () => void;
  /** False where other processes may have changed something that subscribers have not heard of for too long. */
  healthy(): boolean;
  /** The position up to which the change log has been read. */
  position(): number;
}

/** A feed that follows the change log. */
export interface ChangeFollower extends ChangeFeed {
  /**
   * Begins to follow: finds the newest position, then polls.
   * @throws DATABASE_UNAVAILABLE
   */
  start(): Promise<void>;
  /** Reads the change log now instead of at the next turn; never fails, and `healthy` tells whether it could. */
  poll(): Promise<void>;
  /** Ends following; nothing is read afterwards. */
  stop(): Promise<void>;
}

/** What a feed is made of. */
export interface ChangeFeedParts {
  readonly changeLog: Pick<ChangeLog, "onCommit" | "follow" | "position">;
  readonly clock: Clock;
  readonly log: Pick<Logger, "warn" | "info" | "error">;
  /** Time between two looks into the change log, give or take a tenth. */
  readonly pollMs: number;
  readonly random?: () => number;
}

/** Looks into the change log of a database that has stopped answering, beyond which none is added. */
const looksHangingMax = 3;
const jitter = 0.2;

/**
 * Makes the feed of a process. Own commits arrive at once; what other processes commit arrives once `start` was called. A
 * feed that was not started knows of no other process and is always healthy.
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
      // Whoever subscribed meanwhile must not miss what was committed since: the same stretch is read again.
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
      // A clock that was set back tells nothing until the next look.
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
    /** The same array until somebody comes or goes. */
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

/** Looks that a hung connection never answers are left alone, so that a later one can get through on another. */
function createLook(changeLog: ChangeFeedParts["changeLog"]) {
  let hanging = 0;
  return async (position: number, tables: readonly TableName[]): Promise<FollowedChanges> => {
    if (hanging >= looksHangingMax) throw new Error("Earlier looks into the change log have not been answered.");
    hanging += 1;
    const answer = changeLog.follow(position, tables, changesFollowedMax).finally(() => (hanging -= 1));
    return withinTime(changesPollMsMax, answer);
  };
}

/** Runs something one time after the other; who comes while it runs waits for a whole run that begins later. */
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
