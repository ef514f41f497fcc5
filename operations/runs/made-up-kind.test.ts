import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { LaneItems, RunStep } from "#domain/runs/run-step.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { greetedAtOnce, greetedPageRows, greetingRun, unkind, withGreeting } from "#test/support/made-up-run.ts";
import { callContext } from "#test/support/managed-room.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { invoke } from "../kernel/invoke.ts";
import { actOnItem, beginActing } from "./act-on-item.ts";
import { pauseRun, resumeRun, stopRun } from "./change-runs.ts";
import { dropRuns } from "./drop-runs.ts";
import { startRun } from "./engine/run-life.ts";
import { nextRunStep } from "./next-run-step.ts";
import { listRuns, showRun, runProgress } from "./read-runs.ts";

const engine = engineCaller("cli", "test");
const dayMs = 86_400_000;
let room: RequestRoom;
let context: ServiceContext;
let greeted: string[];
let run = "";
let ordinal = 0;

beforeEach(async () => {
  room = await openRequestRoom({ people: ["ada", "bea", "bob", "cy", "dan"] });
  greeted = [];
  ordinal = 0;
  context = { ...room.context, tables: withGreeting((id) => greeted.push(id)) };
  run = (await room.store.transaction(() => startRun(callContext({ context }), greetingRun))).key;
});
afterEach(() => room.close());

const call = <I, O, P>(operation: Operation<I, O, P>, input: object) => invoke(operation, context, engine, input);
const step = (busy: readonly string[] = []): Promise<RunStep> =>
  call(nextRunStep, { key: run, run: "run", ordinal: (ordinal += 1), busy });
const progress = () => call(runProgress, { key: run });
const namesOf = (done: RunStep) => (done.do === "perform" ? done.lanes.map(({ name }) => name) : ["over"]);

/** Acts on what the lanes of a step have in their hands, as the hub does for the workflow. */
async function actOn(lanes: readonly LaneItems[]): Promise<void> {
  for (const operationKey of lanes.flatMap(({ operationKeys }) => operationKeys)) {
    const sends = await call(beginActing, { operationKey });
    if (sends !== null) await call(actOnItem, { operationKey, sends });
  }
}

async function walk(steps = 100): Promise<void> {
  for (let taken = 0; taken < steps; taken += 1) {
    const done = await step();
    if (done.do === "finished") return;
    await actOn(done.lanes);
  }
}

describe("a run of a kind that only a table hands in", () => {
  test("is planned page by page and walked through in lanes that have a chunk in hand each", async () => {
    const first = await step();
    expect(first).toMatchObject({ do: "perform", giveUp: [], waitMs: 0 });
    const [lane] = first.do === "perform" ? first.lanes : [];
    expect(lane).toMatchObject({ targetSystemKey: "", proxy: "" });
    expect(lane?.operationKeys.every((key) => key.startsWith("greet:"))).toBe(true);
    expect(lane?.operationKeys.length).toBeLessThanOrEqual(greetedAtOnce);
    await step(["a to b", "c to z"]);
    const second = await step();
    expect(namesOf(second).toSorted()).toEqual(["a to b", "c to z"]);
    expect(namesOf(await step(["a to b"]))).toEqual(["c to z"]);
    await walk();
    expect(greeted.toSorted()).toEqual(["ada", "bea", "bob", "cy"]);
    expect(await room.store.get("runs", run)).toMatchObject({ kind: "greet", state: "ended" });
    expect(await room.store.outbox.open()).toEqual([]);
  });

  test("shows how far it has come, and reports what its kind says", async () => {
    await step();
    const planned = { accounts: greetedPageRows, done: 0, failed: 0, leftOut: 0, open: greetedPageRows };
    expect(await progress()).toEqual(planned);
    await walk();
    const counts = { accounts: 5, done: 4, failed: 1, leftOut: 0, open: 0 };
    expect(await progress()).toEqual(counts);
    const failures = [{ person: room.keyOf(unkind), words: "dan wants no greeting." }];
    expect(await call(showRun, { key: run })).toMatchObject({ progress: counts, failures });
    expect(await call(listRuns, {})).toMatchObject([{ key: run, kind: "greet", progress: counts }]);
  });

  test("is paused, and goes on where it was when it is resumed", async () => {
    const first = await step();
    await call(pauseRun, { key: run });
    if (first.do === "perform") await actOn(first.lanes);
    expect(greeted).toEqual([]);
    expect(await step()).toEqual({ do: "perform", lanes: [], giveUp: [], waitMs: null });
    await call(resumeRun, { key: run });
    await walk();
    expect(await progress()).toMatchObject({ done: 4, open: 0 });
  });

  test("is stopped: what it has not begun is left out", async () => {
    await step();
    await call(stopRun, { key: run });
    await walk();
    expect(greeted).toEqual([]);
    expect(await room.store.get("runs", run)).toMatchObject({ state: "stopped" });
    const { accounts, leftOut, open } = await progress();
    expect([accounts > 0, leftOut, open]).toEqual([true, accounts, 0]);
  });

  test("is dropped with its items when its time is over", async () => {
    await walk();
    room.clock.advance(91 * dayMs);
    expect(await call(dropRuns, {})).toEqual({ left: false });
    expect(await room.store.count("runs")).toBe(0);
    expect(await room.store.count("vaultOrders")).toBe(0);
  });
});

test("a run of a kind that no table hands in goes no step", async () => {
  context = room.context;
  await expect(step()).rejects.toThrow("no runs are of the kind 'greet'");
});
