import { ScheduleNotFoundError } from "@temporalio/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { ensureSchedules, scheduleId } from "#activities/hub/schedules.ts";
import { sweepWork } from "#activities/hub/sweep.ts";
import { orderAnswerMs } from "#domain/engine-limits.ts";
import { confirmDiscovery } from "#operations/discovery/decide-discovery.ts";
import { discoverTargetSystem } from "#operations/discovery/discover-target-system.ts";
import type { Discovery } from "#operations/discovery/engine/discovery-of.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { wakeWorkflow } from "#platform/temporal/outbox-dispatch.ts";

import { changeDirectory, faultActions, faultObjects, fillDirectory, planFaults } from "../support/fault-directory.ts";
import { eventually, type Journey, openJourney } from "../support/journey.ts";
import { type Rogue, startRogue } from "../support/rogue.ts";
import { callerOf } from "../support/service.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

const operator = callerOf({ key: "operator", id: "operator", superuser: true });
const create = { code: "ACUA", targetSystemKey: "T1" };
let temporal: TestTemporal;
let rogue: Rogue;
let journey: Journey;

beforeAll(async () => {
  temporal = await startTestTemporal();
  rogue = await startRogue(temporal.address);
});
afterAll(async () => {
  await rogue.close();
  await temporal.stop();
});
beforeEach(async () => {
  journey = await openJourney({ temporal: temporal.address });
});
afterEach(async () => {
  await rogue.release();
  await journey.close();
});

/** Advances the clock, marks the proxy as seen, and runs the sweep that a hub runs every few seconds. */
async function sweepAfter(ms = 0): Promise<Awaited<ReturnType<typeof sweepWork>>> {
  const { context, store, engine } = journey;
  journey.advance(ms);
  await store.transaction(() => store.save("proxyServers", { id: "local", lastSeenAt: context.clock.now() }));
  return sweepWork({ context, client: engine.client, signal: new AbortController().signal });
}

/**
 * Does the same, but time passes only while every workflow has answered its wake-up. On a busy machine it would otherwise pass faster than
 * they can work, and each sweep would treat them as broken and start them again.
 */
async function sweepWhenAnswered(ms: number): Promise<Awaited<ReturnType<typeof sweepWork>>> {
  const { outbox } = journey.store;
  const owed = (await outbox.unsent()) + (await outbox.unanswered(journey.context.clock.now())).length;
  return sweepAfter(owed === 0 ? ms : 0);
}

async function discovery(key: string): Promise<Discovery> {
  return (await journey.store.get("requestOperations", key)) as Discovery;
}
const beginDiscovery = async () => (await invoke(discoverTargetSystem, journey.context, operator, { key: "T1" })).key;
const isIn = (key: string, phase: string) =>
  eventually(`discovery in ${phase}`, async () => (await discovery(key)).discovery.phase === phase);
const accounts = () => journey.store.count("accounts", { targetSystemKey: "T1" });

describe("whoever reaches the engine", () => {
  test("loads no discovery that waits for a confirmation, ends none and discards nothing of it", async () => {
    fillDirectory(journey.directory, 200);
    await isIn(await beginDiscovery(), "ended");
    changeDirectory(journey.directory, (database) => void database.exec("DELETE FROM objects WHERE id > 20"));
    const key = await beginDiscovery();
    await isIn(key, "confirming");
    const audits = await journey.store.count("sesslog_full");
    expect(await rogue.invent("loadDiscovery", { key })).toBe("failed: LISTING_REFUSED");
    expect(await rogue.invent("associateDiscovery", { key })).toBe("failed: LISTING_REFUSED");
    expect(await rogue.invent("checkListing", { key, chunks: 1, chain: "x" })).toMatchObject({ do: "wait" });
    for (const failure of [null, "aborted", "permission"])
      expect(await rogue.invent("endDiscovery", { key, failure, warnings: [] })).toEqual({ do: "finished" });
    expect(await rogue.invent("abortDiscovery", { key })).toEqual({ do: "wait" });
    expect(await discovery(key)).toMatchObject({ result: "P", discovery: { phase: "confirming", decision: null } });
    expect([await accounts(), await journey.store.count("sesslog_full")]).toEqual([200, audits]);
    await invoke(confirmDiscovery, journey.context, operator, { key });
    await isIn(key, "ended");
    expect(await discovery(key)).toMatchObject({ result: "S", discovery: { loaded: { removed: 180 } } });
  });

  test("makes a discovery begin anew and nothing else, and cannot say that a listing has ended", async () => {
    fillDirectory(journey.directory, 30);
    const thief = await rogue.steal("proxy-local");
    const key = await beginDiscovery();
    await eventually(
      "the listing is stolen",
      async () => thief.taken.includes(key) || (await discovery(key)).sends > 0,
    );
    await thief.stop();
    await rogue.invent("beginDiscovery", { key, run: "invented" });
    await eventually("it has ended", async () => {
      await sweepAfter();
      return (await discovery(key)).finishedAt !== null;
    });
    expect(await discovery(key)).toMatchObject({ result: "S", errorCode: null, discovery: { warnings: [] } });
    expect(await accounts()).toBe(30);
  });

  test("runs no step of a request or a webhook, no unknown task and no discovery without a schedule", async () => {
    const request = await journey.submit([create], { startAt: Date.now() + 3_600_000 });
    const step = { key: request.key, run: "r", ordinal: 0, wakes: 0, ended: [], held: [] };
    expect(await rogue.invent("nextRequestStep", step)).toBe("failed: FORBIDDEN");
    expect(await rogue.invent("nextWebhookStep", { key: request.key })).toBe("failed: FORBIDDEN");
    expect(await rogue.invent("runMaintenanceRound", { task: "constructor" })).toBe("failed: NOT_FOUND");
    expect(await rogue.invent("startScheduledDiscovery", { targetSystemKey: "T1" })).toEqual({ started: false });
    expect(await journey.store.count("requestOperations", { code: "DISC" })).toBe(0);
  });

  test("takes orders from a proxy's queue and only delays them", async () => {
    const thief = await rogue.steal("proxy-local");
    const requests: { readonly key: string }[] = [];
    // Each order goes to the thief or to the proxy as it happens, so more are made until some were stolen.
    await eventually("some are stolen", async () => {
      const attributes = { shortId: `taken${requests.length}` };
      if (thief.taken.length < 3) requests.push(await journey.submit([{ ...create, attributes }]));
      return thief.taken.length > 2;
    });
    await thief.stop();
    await eventually("all are completed", async () => {
      await sweepWhenAnswered(20_000);
      return (await journey.store.count("reqbatch", { status: "C" })) === requests.length;
    });
    const operations = await journey.store.select("requestOperations");
    expect(operations.map(({ result, retries, sends }) => ({ result, retries, sends }))).toEqual(
      requests.map(() => ({ result: "S", retries: 0, sends: 1 })),
    );
    expect(faultObjects(journey.directory)).toHaveLength(requests.length);
  });

  test("ends a workflow or sits in its place, and the request goes on", async () => {
    const minuteMs = 60_000;
    const request = await journey.submit([create], { startAt: Date.now() + minuteMs });
    await journey.until(request, "S");
    // It needs no workflow before its start; a wake-up starts one.
    await wakeWorkflow(journey.engine.client, { workflowType: "request", workflowId: request.key });
    await rogue.client.workflow.getHandle(request.key).terminate();
    await rogue.squat(request.key);
    journey.advance(minuteMs);
    await eventually("its start has come", async () => (await journey.store.outbox.open()).length === 1);
    await eventually("it is started again", async () => (await sweepWhenAnswered(10_000)).restarted === 1);
    await journey.until(request, "C");
    expect(await journey.operations(request)).toMatchObject([{ result: "S", sends: 1 }]);
  });

  test("deletes schedules or turns them into others, and they are made again", async () => {
    const { client } = journey.engine;
    await ensureSchedules(client);
    const handles = (["cleanGrants", "rotateKeys"] as const).map((task) => client.schedule.getHandle(scheduleId(task)));
    const [deleted, altered] = handles;
    await deleted?.delete();
    await altered?.update(({ action, policies, state }) => ({
      action: {
        ...action,
        args: ["dropDeliveries"],
      },
      policies,
      state,
      spec: { intervals: [{ every: "300 days" }] },
    }));
    await expect(deleted?.describe()).rejects.toThrow(ScheduleNotFoundError);
    await sweepAfter();
    expect(await deleted?.describe()).toMatchObject({ action: { args: ["cleanGrants"] } });
    expect(await altered?.describe()).toMatchObject({
      action: { args: ["rotateKeys"] },
      spec: { intervals: [{ every: 86_400_000 }] },
    });
  });
});

test("what was sent when the engine lost its workflow and the record its answer is sent again, and its proxy looks first", async () => {
  planFaults(journey.directory, [{ capability: "create", nth: 1, fault: { kind: "delay", ms: 1500 } }]);
  const request = await journey.submit([create]);
  await eventually("it is sent", async () => (await journey.operations(request))[0]?.sends === 1);
  await rogue.client.workflow.getHandle(request.key).terminate();
  await eventually("the target has it", async () => faultObjects(journey.directory).length === 1);
  await eventually("the answer is here", async () => (await journey.operations(request))[0]?.result === "S");
  await loseAnswer(request);
  await sweepAfter(orderAnswerMs);
  await journey.until(request, "C");
  expect(await journey.operations(request)).toMatchObject([{ result: "S", sends: 2, retries: 0 }]);
  expect(faultActions(journey.directory).filter(({ capability }) => capability === "create")).toHaveLength(1);
});

/** Leaves the state of a power cut between the target and the database. */
async function loseAnswer(request: { readonly key: string }): Promise<void> {
  const { store } = journey;
  await store.transaction(async () => {
    for (const { key } of await store.select("accountAttributes")) await store.remove("accountAttributes", key);
    for (const { key } of await store.select("accounts")) await store.remove("accounts", key);
    const [operation] = await journey.operations(request);
    const unanswered = { result: "P", outcomeSignature: null, finishedAt: null, accountKey: null } as const;
    await store.save("requestOperations", { key: operation?.key ?? "", ...unanswered });
    await store.save("reqbatch", { key: request.key, status: "X", active: true, finishedAt: null });
    await store.outbox.add({ workflowType: "request", workflowId: request.key });
  });
  journey.engine.dispatch.nudge();
  await eventually("its closed workflow was woken in vain", async () => (await store.outbox.unsent()) === 0);
}
