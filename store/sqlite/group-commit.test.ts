import { setImmediate as immediate, setTimeout as sleep } from "node:timers/promises";

import { beforeEach, describe, expect, it } from "vitest";

import { currentModule, withModule } from "../module-scope.ts";
import { transactionScope } from "../transaction-scope.ts";
import { createGroupCommit } from "./group-commit.ts";
import type { SqliteHandle } from "./sqlite-handles.ts";
import type { OneWriter } from "./sqlite-writer.ts";

let done: string[] = [];
let failing: string | undefined;
let disk: Promise<void> | undefined;

const step = (name: string) => async () => {
  done.push(name);
  if (name === failing) throw new Error(name);
};
const connection = {} as SqliteHandle;
const writer: OneWriter = {
  begin: () => step("begin")().then(() => connection),
  run: (statement) => void done.push(statement),
  inTransaction: () => true,
  commit: step("commit"),
  rollback: () => void done.push("rollback"),
  durable: async () => {
    await step("durable")();
    await disk;
  },
  sound: async () => true,
  doubt: () => undefined,
  close: async () => undefined,
};
const commits = () => done.filter((name) => name === "commit").length;
/** Its clock goes on only where a test says so: on a busy machine a group may take any time. */
const perform = (nowMs = () => 0) => createGroupCommit(writer, nowMs).run;

beforeEach(() => {
  done = [];
  failing = undefined;
  disk = undefined;
});

describe("the group commit", () => {
  it("commits what waits on its socket together with what is in the queue", async () => {
    const run = perform();
    const late = immediate().then(() => run(step("late")));
    await Promise.all([run(step("early")), late]);
    expect([commits(), done.indexOf("early") < done.indexOf("late")]).toEqual([1, true]);
  });

  it("does the work of each in the scope of its own caller, whoever began the group", async () => {
    const run = perform();
    const module = async () => currentModule();
    const modules = [withModule("rest", () => run(module)), withModule("cli", () => run(module)), run(module)];
    expect(await Promise.all(modules)).toEqual(["rest", "cli", "load"]);
  });

  it("lets timers have their turn between two groups", async () => {
    const run = perform();
    const turned = new AbortController();
    const timer = sleep(1).then(() => turned.abort());
    for (let writes = 0; writes < 50_000 && !turned.signal.aborted; writes++) await run(async () => undefined);
    expect(turned.signal.aborted).toBe(true);
    await timer;
  });

  it("ends a group that has worked for 25 ms, and commits the others in the next one", async () => {
    let nowMs = 0;
    const run = perform(() => nowMs);
    const long = (name: string, ms: number) => async () => {
      await step(name)();
      nowMs += ms;
    };
    await Promise.all([run(long("one", 24)), run(long("two", 1)), run(long("three", 24))]);
    expect(done.filter((name) => ["one", "two", "three", "commit"].includes(name))).toEqual([
      "one",
      "two",
      "commit",
      "three",
      "commit",
    ]);
  });

  it("undoes only the one that fails", async () => {
    const run = perform();
    failing = "wrong";
    const answers = await Promise.allSettled([run(step("right")), run(step("wrong")), run(step("also right"))]);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(done.filter((name) => name.startsWith("ROLLBACK"))).toEqual(["ROLLBACK TO `job`"]);
    expect(commits()).toBe(1);
  });

  it.each(["begin", "commit", "durable"])(
    "tells all of a group where the database fails at its %s, and goes on",
    async (at) => {
      const run = perform();
      failing = at;
      const answers = await Promise.allSettled([run(step("one")), run(step("two"))]);
      expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
      failing = undefined;
      expect(await run(async () => "three")).toBe("three");
    },
  );

  it("answers nobody before the disk has what was committed, and commits the next group meanwhile", async () => {
    const run = perform();
    const writing = Promise.withResolvers<void>();
    disk = writing.promise;
    const answered: string[] = [];
    const one = run(step("one")).then(() => answered.push("one"));
    while (!done.includes("durable")) await immediate();
    const two = run(step("two")).then(() => answered.push("two"));
    while (commits() < 2) await immediate();
    expect(answered).toEqual([]);
    writing.resolve();
    await Promise.all([one, two]);
    expect(answered).toEqual(["one", "two"]);
  });

  it("runs what follows a commit as soon as others see it, also where the disk fails", async () => {
    const run = perform();
    failing = "durable";
    const answer = run(async () => {
      transactionScope.getStore()?.afterCommit.push(() => void done.push("told"));
    });
    await expect(answer).rejects.toThrow("durable");
    expect(done.indexOf("told")).toBeGreaterThan(done.indexOf("commit"));
    expect(done.indexOf("told")).toBeLessThan(done.indexOf("durable"));
  });

  it("shows its connection to what runs in it", async () => {
    expect(await perform()(async () => transactionScope.getStore()?.connection)).toBe(connection);
  });
});
