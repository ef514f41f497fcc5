import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { sweepWork } from "#activities/hub/sweep.ts";
import { runWorkflow } from "#domain/runs/run-step.ts";

import { planFaults } from "../support/fault-directory.ts";
import { eventually, type Journey, type JourneyOptions, openJourney } from "../support/journey.ts";
import { beginRun, given, manage, roomPolicy, runEnded } from "../support/managed-room.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

let temporal: TestTemporal;
let journey: Journey;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
afterEach(() => journey.close());

const open = async (options: Omit<JourneyOptions, "temporal"> = {}) => {
  journey = await openJourney({ temporal: temporal.address, ...options });
};
const names = (count: number, prefix = "root") => Array.from({ length: count }, (_, n) => `${prefix}${n}`);
const orders = (runKey: string) =>
  journey.store.select("vaultOrders", { where: { runKey }, orderBy: [["createdAt", "asc"]] });
async function wake(runKey: string): Promise<void> {
  await journey.store.transaction(() => journey.store.outbox.add({ workflowType: runWorkflow, workflowId: runKey }));
  journey.engine.dispatch.nudge();
}
const told = async (runKey: string) =>
  (await orders(runKey)).map(({ act, result, errorCode, candidates }) => [act, result, errorCode, candidates]);

async function randomized(managed: ReadonlyMap<string, string>): Promise<string> {
  const run = await beginRun(journey, [...managed.values()]);
  await runEnded(journey, run);
  return run;
}

describe("a run that changes passwords", () => {
  // @specification 1.randomization
  test("gives every account a password of its own that opens it, chunk by chunk, with one audit row each", async () => {
    await open();
    const managed = await manage(journey, names(150));
    const run = await randomized(managed);
    for (const key of managed.values())
      expect(await given(journey, key)).toMatchObject({ status: "C", given: [true], entries: { length: 2 } });
    const audited = await journey.store.select("sesslog_full", { where: { operation: "RAND", batchId: run } });
    expect(audited.map(({ result }) => result)).toEqual(names(150).map(() => "S"));
    expect(await journey.store.outbox.open()).toEqual([]);
  });

  test("gives a first one to accounts of which none is known", async () => {
    await open();
    const managed = await manage(journey, names(3), { imported: false });
    await randomized(managed);
    for (const key of managed.values())
      expect(await given(journey, key)).toMatchObject({ status: "C", given: [true], entries: { length: 1 } });
  });

  test("makes another one where the target refuses one, five at most, with its words", async () => {
    await open();
    const managed = await manage(journey, ["root"]);
    const refusal = { kind: "error", code: "strength", message: "too short for us" } as const;
    planFaults(
      journey.directory,
      [1, 2].map((nth) => ({ capability: "resetPassword", nth, fault: refusal })),
    );
    const run = await randomized(managed);
    const key = managed.get("root") ?? "";
    expect(await told(run)).toEqual([
      ["set", "F", "strength", 1],
      ["set", "F", "strength", 2],
      ["set", "S", null, 3],
    ]);
    const { entries, ...rest } = await given(journey, key);
    expect(rest).toMatchObject({ status: "C", given: [true] });
    expect(entries.filter(({ refusal: words }) => words === "too short for us")).toHaveLength(2);
    planFaults(journey.directory, [{ capability: "resetPassword", fault: refusal }]);
    const again = await randomized(managed);
    expect(await told(again)).toHaveLength(5);
    expect(await given(journey, key)).toMatchObject({ status: "C", given: [true] });
  });

  test("loses nothing where answers are lost or the target is away for a while", async () => {
    await open();
    const managed = await manage(journey, names(8));
    planFaults(journey.directory, [
      { capability: "resetPassword", nth: 2, fault: { kind: "lostAnswer" } },
      { capability: "resetPassword", nth: 5, fault: { kind: "lostAnswer" } },
      { capability: "adminVerify", nth: 3, fault: { kind: "error", code: "unreachable", message: "no route" } },
    ]);
    await randomized(managed);
    for (const key of managed.values()) expect(await given(journey, key)).toMatchObject({ status: "C", given: [true] });
  });

  test("holds up no other target while one hangs, pauses and goes on", async () => {
    await open({ targets: { T1: [], T2: [] } });
    const slow = await manage(journey, ["slow"]);
    const directory = `${journey.folder}/other.db`;
    await journey.store.transaction(() =>
      journey.store.save("targetSystems", { id: "T2", address: { file: directory } }),
    );
    const quick = await manage(journey, names(70), { targetSystemKey: "T2", directory });
    planFaults(journey.directory, [{ capability: "resetPassword", fault: { kind: "hold" } }]);
    const run = await beginRun(journey, [...slow.values(), ...quick.values()]);
    await eventually("the quick target is done", async () => {
      const left = (await orders(run)).filter(
        ({ targetSystemKey, result }) => targetSystemKey === "T2" && result === null,
      );
      return (await orders(run)).length === 71 && left.length === 0;
    });
    expect((await journey.store.get("runs", run))?.state).toBe("running");
    planFaults(journey.directory, []);
    await runEnded(journey, run);
    for (const key of quick.values())
      expect(await given(journey, key, directory)).toMatchObject({ status: "C", given: [true] });
    expect(await given(journey, slow.get("slow") ?? "")).toMatchObject({ status: "C", given: [true] });
  });

  test("that is stopped leaves alone what it has not begun", async () => {
    await open();
    const managed = await manage(journey, names(3));
    planFaults(journey.directory, [
      { capability: "resetPassword", fault: { kind: "error", code: "timeout", message: "slow" } },
    ]);
    const run = await beginRun(journey, [...managed.values()]);
    await eventually(
      "all were tried",
      async () => (await orders(run)).filter(({ errorCode }) => errorCode === "timeout").length === 3,
    );
    await journey.store.transaction(() => journey.store.save("runs", { key: run, state: "stopped" }));
    await wake(run);
    await eventually("it has looked", async () => (await journey.store.outbox.unsent()) === 0);
    journey.advance(61_000);
    await wake(run);
    await runEnded(journey, run);
    expect((await journey.store.get("runs", run))?.state).toBe("stopped");
    for (const key of managed.values())
      expect(await given(journey, key)).toMatchObject({ status: "U", given: [false, true], anyOpens: true });
    const settling = await beginRun(journey, [...managed.values()], "verify");
    await runEnded(journey, settling);
    for (const key of managed.values()) expect(await given(journey, key)).toMatchObject({ status: "C", given: [true] });
  });

  test("takes an account when another run is done with it", async () => {
    await open();
    const managed = await manage(journey, ["root"]);
    planFaults(journey.directory, [{ capability: "resetPassword", nth: 1, fault: { kind: "delay", ms: 1_500 } }]);
    const first = await beginRun(journey, [...managed.values()]);
    await eventually("the first has it", async () => (await orders(first))[0]?.sends === 1);
    const second = await beginRun(journey, [...managed.values()]);
    await eventually("the second waits", async () => ((await orders(second))[0]?.nextTryAt ?? 0) > 0);
    await runEnded(journey, first);
    journey.advance(16_000);
    await wake(second);
    await runEnded(journey, second);
    const { entries, ...rest } = await given(journey, managed.get("root") ?? "");
    expect(rest).toMatchObject({ status: "C", given: [true] });
    expect(entries).toHaveLength(3);
  });

  test("goes on where the engine has forgotten it", async () => {
    await open();
    const managed = await manage(journey, ["root"]);
    planFaults(journey.directory, [
      { capability: "resetPassword", nth: 1, fault: { kind: "error", code: "timeout", message: "slow" } },
    ]);
    const run = await beginRun(journey, [...managed.values()]);
    await eventually("it was tried", async () => (await orders(run))[0]?.errorCode === "timeout");
    await journey.engine.client.workflow.getHandle(run).terminate("the engine has lost its memory");
    journey.advance(61_000);
    const signal = new AbortController().signal;
    await eventually("it is swept up", async () => {
      const { restarted } = await sweepWork({ context: journey.context, client: journey.engine.client, signal });
      return restarted > 0;
    });
    await runEnded(journey, run);
    expect(await given(journey, managed.get("root") ?? "")).toMatchObject({ status: "C", given: [true] });
  });

  test("loses nothing when the clock is set back an hour: others go on, and what waits does when its moment has come", async () => {
    await open();
    const managed = await manage(journey, names(4));
    const others = [...managed].filter(([name]) => name !== "root0").map(([, key]) => key);
    planFaults(journey.directory, [
      {
        capability: "resetPassword",
        name: "root0",
        nth: 1,
        fault: {
          kind: "error",
          code: "timeout",
          message: "slow",
        },
      },
    ]);
    const run = await beginRun(journey, [...managed.values()]);
    await eventually("it was tried", async () => (await orders(run)).some(({ errorCode }) => errorCode === "timeout"));
    journey.advance(-3_600_000);
    await randomized(new Map(others.map((key) => [key, key])));
    for (const key of others) expect(await given(journey, key)).toMatchObject({ status: "C", given: [true] });
    const uncertain = managed.get("root0") ?? "";
    expect(await given(journey, uncertain)).toMatchObject({ status: "U", given: [false, true] });
    journey.advance(3_600_000 + 61_000);
    await wake(run);
    await runEnded(journey, run);
    for (const key of managed.values()) expect(await given(journey, key)).toMatchObject({ status: "C", given: [true] });
  });

  test("changes nothing under a policy that is disabled, and says why", async () => {
    await open();
    const managed = await manage(journey, ["root"]);
    const run = journey.context.ids.guid();
    await journey.store.transaction(async () => {
      const account = managed.get("root") ?? "";
      const order = {
        runKey: run,
        managedAccountKey: account,
        targetSystemKey: "T1",
        act: "set",
        createdAt: 1,
      } as const;
      await journey.store.add("vaultOrders", { key: journey.context.ids.guid(), ...order });
      const row = { kind: "randomize", reason: "asked", requestId: "call", state: "running" } as const;
      await journey.store.add("runs", { key: run, ...row, accountKeys: [account], createdAt: 1, startedAt: 1 });
      await journey.store.save("managedSystemPolicies", { id: roomPolicy, enabled: false });
      await journey.store.outbox.add({ workflowType: runWorkflow, workflowId: run });
    });
    journey.engine.dispatch.nudge();
    await runEnded(journey, run);
    expect(await orders(run)).toMatchObject([{ result: "X", message: expect.stringContaining("disabled") }]);
    expect(await given(journey, managed.get("root") ?? "")).toMatchObject({ status: "C", entries: { length: 1 } });
  });
});
