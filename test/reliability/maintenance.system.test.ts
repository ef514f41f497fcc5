import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";

import { ensureSchedules, scheduleId } from "#activities/hub/schedules.ts";
import { type MaintenanceTaskName, maintenanceTasks } from "#domain/maintenance-tasks.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { install } from "#operations/setup/install.ts";
import { addWebhook } from "#operations/webhooks/change-webhooks.ts";
import { ManualClock } from "#platform/clock.ts";
import { callerOf, openTestService, type TestService } from "#test/support/service.ts";

import { startTestEngine, type TestEngine } from "../support/engine.ts";
import { eventually } from "../support/journey.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

const daySeconds = 86_400;
const operator = callerOf({ key: "", id: "test", superuser: false }, { kind: "engine", key: null, module: "cli" });
let temporal: TestTemporal;
let service: TestService;
let engine: TestEngine;
let clock: ManualClock;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
beforeEach(async () => {
  clock = new ManualClock();
  service = await openTestService({ clock });
  engine = await startTestEngine({
    context: service.context,
    address: temporal.address,
    folder: service.folder,
    proxies: [],
  });
  await ensureSchedules(engine.client);
});
afterEach(async () => {
  await engine.stop();
  await service.close();
});

const handleOf = (task: MaintenanceTaskName) => engine.client.schedule.getHandle(scheduleId(task));

/** Starts the work of a schedule now, and waits until that has ended. */
async function trigger(task: MaintenanceTaskName): Promise<void> {
  const handle = handleOf(task);
  const before = (await handle.describe()).info.numActionsTaken;
  await handle.trigger();
  const workflowId = await eventually(`${task} begun`, async () => {
    const { info } = await handle.describe();
    return info.numActionsTaken > before && info.recentActions.at(-1)?.action.workflow.workflowId;
  });
  await engine.client.workflow.getHandle(workflowId).result();
}

/** Adds a grant that expired a number of seconds ago. */
async function addGrant(key: string, expiredSeconds: number): Promise<void> {
  const { store } = service;
  const parts = { family: key, userKey: "u", clientId: "c", tokenHash: key, scope: "api", createdAt: 0 };
  const expiresAt = clock.now() - expiredSeconds * 1000;
  await store.transaction(() => store.save("persistedGrants", { ...parts, key, expiresAt }));
}

// @specification 5.grant-cleanup
it("the schedule deletes grants that have been expired for 24:00:01, and keeps those of 23:59:59", async () => {
  await addGrant("kept", daySeconds - 1);
  await addGrant("deleted", daySeconds + 1);
  await trigger("cleanGrants");
  expect((await service.store.select("persistedGrants")).map(({ key }) => key)).toEqual(["kept"]);
  clock.advance(2000);
  await trigger("cleanGrants");
  expect(await service.store.count("persistedGrants")).toBe(0);
});

it("a beginning goes on round by round while something is left", async () => {
  const { store } = service;
  const parts = { userKey: "u", clientId: "c", scope: "api", createdAt: 0, expiresAt: 1 };
  await store.transaction(async () => {
    for (let index = 0; index < 300; index++) {
      const key = `grant${index}`;
      await store.save("persistedGrants", { ...parts, key, family: key, tokenHash: key });
    }
  });
  await trigger("cleanGrants");
  expect(await store.count("persistedGrants")).toBe(0);
});

it("the schedule rotates signing keys when they are due, and not before", async () => {
  await invoke(install, service.context, operator, {});
  // The first run makes the signing key, the second one publishes its successor.
  await trigger("rotateKeys");
  await trigger("rotateKeys");
  const states = async () => {
    const rows = await service.store.select("signingKeys", { orderBy: [["createdAt", "asc"]] });
    return rows.map(({ kid, state }) => ({ kid, state }));
  };
  const first = await states();
  const active = first.find(({ state }) => state === "active");
  clock.advance(60_000);
  await trigger("rotateKeys");
  expect(await states()).toEqual(first);
  clock.advance(91 * daySeconds * 1000);
  await trigger("rotateKeys");
  expect((await states()).find(({ state }) => state === "active")?.kid).not.toBe(active?.kid);
});

it("the schedule drops deliveries that were made more than seven days ago", async () => {
  const { store, context } = service;
  const { key: webhookKey } = await invoke(addWebhook, context, operator, { url: "https://a.example/" });
  const event = {} as never;
  const row = { webhookKey, type: "gatehouse.user.created", event, nextTryAt: 0, createdAt: 0 } as const;
  await store.transaction(async () => {
    const ends = [7 * daySeconds - 1, 7 * daySeconds + 1].map((seconds) => clock.now() - seconds * 1000);
    for (const [index, endedAt] of ends.entries()) {
      const position = index + 1;
      await store.add("webhookDeliveries", { ...row, key: `done${position}`, position, state: "delivered", endedAt });
      await store.add("webhookDeliveries", {
        ...row,
        key: `dead${position}`,
        position: position + 10,
        state: "dead",
        endedAt,
      });
    }
  });
  await trigger("dropDeliveries");
  const left = (await store.select("webhookDeliveries")).map(({ key }) => key);
  expect(left.toSorted()).toEqual(["dead1", "dead2", "done1"]);
});

it("the schedules survive a restart of the engine, and are the same however often they are looked at", async () => {
  const described = async () => {
    const { spec, action, policies, state } = await handleOf("cleanGrants").describe();
    return { spec, action: { ...action }, policies, paused: state.paused };
  };
  const before = await described();
  expect(before.policies.overlap).toBe("SKIP");
  expect(before.spec.intervals).toMatchObject([{ every: 3_600_000 }]);
  await handleOf("cleanGrants").pause("an operator");
  await temporal.interrupt();
  await temporal.resume();
  await ensureSchedules(engine.client);
  await ensureSchedules(engine.client);
  expect(await described()).toEqual({ ...before, paused: true });
  await handleOf("cleanGrants").unpause();
  const names: string[] = [];
  await eventually("the list of schedules", async () => {
    names.length = 0;
    for await (const { scheduleId: id } of engine.client.schedule.list()) names.push(id);
    return names.length === Object.keys(maintenanceTasks).length;
  });
  expect(names.toSorted()).toEqual(
    Object.keys(maintenanceTasks)
      .map((task) => `maintenance-${task}`)
      .toSorted(),
  );
});
