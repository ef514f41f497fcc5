import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { pauseRun, resumeRun } from "#operations/runs/change-runs.ts";
import { startRun } from "#operations/runs/engine/run-life.ts";
import { showRun } from "#operations/runs/read-runs.ts";

import { eventually, type Journey, openJourney } from "../support/journey.ts";
import { greetingRun, withGreeting } from "../support/made-up-run.ts";
import { callContext, runEnded } from "../support/managed-room.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

const engine = engineCaller("cli", "test");
const people = ["ada", "bea", "bob", "cy", "dan", "eve", "flo", "guy"];
let temporal: TestTemporal;
let journey: Journey;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
afterEach(() => journey.close());

test("the workflow of runs carries out a kind that only a table hands in, pauses it and goes on with it", async () => {
  const greeted: string[] = [];
  const early: string[] = [];
  let isPaused = true;
  const tables = withGreeting((id) => void (isPaused ? early : greeted).push(id));
  journey = await openJourney({ temporal: temporal.address, people, tables });
  const { context, store } = journey;
  const { key } = await store.transaction(() => startRun(callContext(journey), greetingRun));
  await invoke(pauseRun, context, engine, { key });
  journey.engine.dispatch.nudge();
  await eventually("it was told", async () => (await store.outbox.unsent()) === 0);
  expect(await store.get("runs", key)).toMatchObject({ state: "paused", startedAt: null });
  isPaused = false;
  await invoke(resumeRun, context, engine, { key });
  journey.engine.dispatch.nudge();
  expect(await runEnded(journey, key)).toMatchObject({ kind: "greet", state: "ended" });
  expect(early).toEqual([]);
  expect(greeted.toSorted()).toEqual(people.filter((id) => id !== "dan"));
  const progress = { accounts: people.length, done: people.length - 1, failed: 1, leftOut: 0, open: 0 };
  const failures = [{ person: journey.keyOf("dan"), words: "dan wants no greeting." }];
  expect(await invoke(showRun, context, engine, { key })).toMatchObject({ progress, failures });
  expect(await store.outbox.open()).toEqual([]);
});
