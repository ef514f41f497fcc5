import { setTimeout as sleep } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { changesPollMsMax, changesStaleMs } from "#domain/limits.ts";
import { ManualClock } from "#platform/clock.ts";
import { createLogger } from "#platform/logs/log.ts";

import type { TableName } from "../tables.ts";
import { type ChangeFollower, type CommittedChange, createChangeFeed } from "./change-feed.ts";
import type { FollowedChanges } from "./change-log.ts";
import type { Change, NewChange } from "./change.ts";

const change = (key: string, table: TableName = "users"): NewChange => ({
  table,
  key,
  operation: "update",
  version: 2,
  stamp: "",
  data: {},
});

/** A change log in memory that can fail, hang and be slow. */
function fakeLog() {
  const written: Change[] = [];
  const committed = new Set<(change: NewChange) => void>();
  const state = { broken: false, hangs: false, looks: 0, beforeAnswer: () => undefined as unknown };
  return {
    state,
    /** Another process commits. */
    commit(key: string, table: TableName = "users") {
      const position = written.length + 1;
      written.push({ ...change(key, table), position, origin: "other", seq: position });
    },
    /** This process commits. */
    commitHere(key: string, table: TableName = "users") {
      for (const listener of committed) listener(change(key, table));
    },
    changeLog: {
      onCommit(listener: (committed: NewChange) => void) {
        committed.add(listener);
        return () => committed.delete(listener);
      },
      position: async () => written.length,
      async follow(after: number, tables: readonly TableName[], max: number): Promise<FollowedChanges> {
        state.looks += 1;
        if (state.hangs) await new Promise(() => undefined);
        if (state.broken) throw new Error("the database is away");
        const found = written.filter(({ position, table }) => position > after && tables.includes(table));
        const changes = found.slice(0, max);
        const more = changes.length === max;
        const position = more ? (changes.at(-1)?.position ?? after) : written.length;
        await state.beforeAnswer();
        return { changes, more, position };
      },
    },
  };
}

const log = createLogger({ module: "test", level: "silent" });
let clock: ManualClock;
let fake: ReturnType<typeof fakeLog>;
let feed: ChangeFollower;
let heard: CommittedChange[];

beforeEach(() => {
  clock = new ManualClock();
  fake = fakeLog();
  // The tests poll themselves.
  feed = createChangeFeed({ changeLog: fake.changeLog, clock, log, pollMs: 3_600_000 });
  heard = [];
});
afterEach(() => feed.stop());

const listen = (...tables: TableName[]) =>
  feed.subscribe({ tables, mayWait: true, onChange: (one) => heard.push(one) });
const keys = () => heard.map(({ key }) => key);

describe("the feed of changes", () => {
  it("tells own commits at once and those of others when it has looked, of the tables asked for", async () => {
    listen("users");
    await feed.start();
    fake.commitHere("own");
    fake.commitHere("another table", "clients");
    fake.commit("foreign");
    fake.commit("another table", "clients");
    expect(heard.map(({ key, source }) => [key, source])).toEqual([["own", "commit"]]);
    await feed.poll();
    expect(heard.map(({ key, source }) => [key, source]).slice(1)).toEqual([["foreign", "log"]]);
    expect(feed.position()).toBe(2);
  });

  it("begins where the log ends at its start", async () => {
    fake.commit("before");
    listen("users");
    await feed.start();
    fake.commit("after");
    await feed.poll();
    expect(keys()).toEqual(["after"]);
  });

  it("takes more changes than fit into one look", async () => {
    listen("users");
    await feed.start();
    for (let count = 0; count < 2_500; count++) fake.commit(String(count));
    await feed.poll();
    expect(keys()).toEqual(Array.from({ length: 2_500 }, (_, count) => String(count)));
  });

  it("keeps from a new subscriber nothing that is committed while a look is under way", async () => {
    await feed.start();
    fake.commit("client", "clients");
    fake.state.beforeAnswer = () => {
      fake.state.beforeAnswer = () => undefined;
      listen("clients");
    };
    await feed.poll();
    expect(keys()).toEqual(["client"]);
  });

  it("tells the others when one subscriber fails, and nobody who has left", async () => {
    feed.subscribe({
      tables: ["users"],
      onChange() {
        throw new Error("broken");
      },
    });
    const leave = listen("users");
    fake.commitHere("first");
    leave();
    fake.commitHere("second");
    expect(keys()).toEqual(["first"]);
  });

  it("looks once more for whoever asks while it looks", async () => {
    listen("users");
    await feed.start();
    const first = feed.poll();
    fake.commit("late");
    await Promise.all([first, feed.poll(), feed.poll()]);
    expect(keys()).toEqual(["late"]);
    expect(fake.state.looks).toBe(2);
  });
});

describe("its health", () => {
  it("is good where no other process is followed", () => {
    clock.advance(10 * changesStaleMs);
    expect(feed.healthy()).toBe(true);
  });

  it("ends when the log could not be read for ten seconds, and comes back with it", async () => {
    await feed.start();
    fake.state.broken = true;
    clock.advance(changesStaleMs - 1);
    await feed.poll();
    expect(feed.healthy()).toBe(true);
    clock.advance(1);
    expect(feed.healthy()).toBe(false);
    await feed.poll();
    expect(feed.healthy()).toBe(false);
    fake.state.broken = false;
    await feed.poll();
    expect(feed.healthy()).toBe(true);
  });

  it("counts from the beginning of a look, not from its end", async () => {
    await feed.start();
    fake.state.beforeAnswer = () => clock.advance(changesStaleMs);
    await feed.poll();
    expect(feed.healthy()).toBe(false);
  });

  it("is not known while the clock stands before the last look", async () => {
    await feed.start();
    clock.advance(-1);
    expect(feed.healthy()).toBe(false);
    await feed.poll();
    expect(feed.healthy()).toBe(true);
  });

  it("ends with following", async () => {
    await feed.start();
    await feed.stop();
    expect(feed.healthy()).toBe(false);
  });
});

describe("a database that never answers", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is asked a few times only, and again after it has come back", async () => {
    await feed.start();
    fake.state.hangs = true;
    for (let looks = 0; looks < 5; looks++) {
      const look = feed.poll();
      await vi.advanceTimersByTimeAsync(changesPollMsMax);
      await look;
    }
    expect(fake.state.looks).toBe(3);
  });
});

it("polls by itself, each time a little earlier or later", async () => {
  let asked = 0;
  const random = () => asked++ % 2;
  const polling = createChangeFeed({ changeLog: fake.changeLog, clock, log, pollMs: 10, random });
  await polling.start();
  while (fake.state.looks < 3) await sleep(5);
  await polling.stop();
  expect(asked).toBeGreaterThanOrEqual(3);
});
