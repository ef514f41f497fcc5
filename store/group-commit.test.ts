import { setImmediate as immediate, setTimeout as sleep } from "node:timers/promises";

import type { Sequelize } from "sequelize";
import { beforeEach, describe, expect, it } from "vitest";

import { createGroupCommit } from "./group-commit.ts";

let done: string[] = [];
let failing: string | undefined;

const step = (name: string) => async () => {
  done.push(name);
  if (name === failing) throw new Error(name);
};
const sequelize = {
  transaction: async () => {
    await step("begin")();
    return { connection: {}, commit: step("commit"), rollback: step("rollback") };
  },
} as unknown as Sequelize;
const commits = () => done.filter((name) => name === "commit").length;
const perform = () => createGroupCommit(sequelize, (_connection, statement) => done.push(statement));

beforeEach(() => {
  done = [];
  failing = undefined;
});

describe("the group commit", () => {
  it("commits what waits on its socket together with what is in the queue", async () => {
    const run = perform();
    const late = immediate().then(() => run(step("late")));
    await Promise.all([run(step("early")), late]);
    expect([commits(), done.indexOf("early") < done.indexOf("late")]).toEqual([1, true]);
  });

  it("lets timers have their turn between two groups", async () => {
    const run = perform();
    const turned = new AbortController();
    const timer = sleep(1).then(() => turned.abort());
    for (let writes = 0; writes < 50_000 && !turned.signal.aborted; writes++) await run(async () => undefined);
    expect(turned.signal.aborted).toBe(true);
    await timer;
  });

  it("undoes only the one that fails", async () => {
    const run = perform();
    failing = "wrong";
    const answers = await Promise.allSettled([run(step("right")), run(step("wrong")), run(step("also right"))]);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(done.filter((name) => name.startsWith("ROLLBACK"))).toEqual(["ROLLBACK TO `job`"]);
    expect(commits()).toBe(1);
  });

  it.each(["begin", "commit"])("tells all of a group where the database fails at its %s, and goes on", async (at) => {
    const run = perform();
    failing = at;
    const answers = await Promise.allSettled([run(step("one")), run(step("two"))]);
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    failing = undefined;
    expect(await run(async () => "three")).toBe("three");
  });
});
