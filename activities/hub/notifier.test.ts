import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { momentLeaseMs } from "#domain/engine-limits.ts";
import { pluginDeliveryAttemptMs, pluginDeliveryGiveUpHours } from "#domain/plugin-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { attemptDelivery } from "#operations/plug-ins/attempt-delivery.ts";
import { claimDelivery } from "#operations/plug-ins/claim-delivery.ts";
import { retryDelivery } from "#operations/plug-ins/retry-delivery.ts";
import type { Settings } from "#platform/settings/settings.ts";
import type { Row } from "#store/tables.ts";
import { writePlugins } from "#test/support/plug-in-files.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { handleMoments } from "./moments.ts";
import { gatherAll } from "./notice-mail.ts";

const create = { code: "ACUA", targetSystemKey: "T1" };
const hourMs = 3_600_000;
const { signal } = new AbortController();
const engine = engineCaller("idwfm", "deliveries");
let room: RequestRoom;

async function open(settings: Partial<Settings> = {}): Promise<void> {
  room = await openRequestRoom(
    { targets: { T1: [{ authorizers: ["bob", "cy"] }] } },
    { notifierPlugins: ["sms.mjs", "pager.mjs"], ...settings },
  );
}
beforeEach(() => open());
afterEach(() => room.close());

async function reopen(settings: Partial<Settings>): Promise<void> {
  await room.close();
  await open(settings);
}

const deliver = () => handleMoments({ context: room.context, signal }, "pluginDelivery");
const deliveries = (where: Partial<Row<"pluginDeliveries">> = {}) => room.store.select("pluginDeliveries", { where });
const gather = () => gatherAll(room.context, signal);
const sent = "export const run = ({ to, subject }, { log }) => { log(`${to.id} ${subject}`); return { sent: true }; };";
const notSent = (reason: string) => `export const run = () => ({ sent: false, reason: "${reason}" });`;
const broken = "export const run = () => { throw new Error('its own secret words'); };";

async function asked(): Promise<void> {
  await room.submit([create]);
  await gather();
}

describe("what cannot be delivered", () => {
  test("is tried again after pauses that grow, and the next plug-in is not asked, as the first may have sent it", async () => {
    writePlugins(room, { "sms.mjs": broken, "pager.mjs": sent });
    await asked();
    expect(await deliver()).toBe(2);
    const waiting = { state: "waiting", tries: 1, plugin: "sms.mjs", nextTryAt: room.clock.now() + 5000 };
    expect(await deliveries()).toMatchObject([waiting, waiting]);
    const [{ lastError } = { lastError: null }] = await deliveries();
    expect(lastError).toContain("The plug-in 'sms.mjs' cannot be used");
    expect(lastError).not.toContain("secret words");
    expect(await deliver()).toBe(0);
    room.clock.advance(5000);
    writePlugins(room, { "sms.mjs": `${sent} // corrected` });
    expect(await deliver()).toBe(2);
    expect(await deliveries({ state: "delivered", tries: 2, plugin: "sms.mjs", lastError: null })).toHaveLength(2);
    room.clock.advance(hourMs);
    expect(await deliver()).toBe(0);
  });

  test("is given up where no plug-in can reach the person, and is ordered again by hand", async () => {
    writePlugins(room, { "sms.mjs": notSent("no number"), "pager.mjs": notSent("no pager") });
    await asked();
    await deliver();
    const [one] = await deliveries({ state: "dead", plugin: "pager.mjs", lastError: "no pager", tries: 1 });
    const retry = () => invoke(retryDelivery, room.context, { ...room.as("dan"), superuser: true }, { key: one?.key });
    writePlugins(room, { "pager.mjs": `${sent} // has a pager` });
    await expect(invoke(retryDelivery, room.context, room.as("ada"), { key: one?.key ?? "" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await retry();
    expect(await deliver()).toBe(1);
    expect(await deliveries({ state: "delivered", plugin: "pager.mjs" })).toHaveLength(1);
    await expect(retry()).rejects.toMatchObject({ code: "PLUGIN_DELIVERY_NOT_DEAD" });
  });

  test("is given up after days, visibly", async () => {
    writePlugins(room, { "sms.mjs": broken });
    await asked();
    await deliver();
    room.clock.advance(pluginDeliveryGiveUpHours * hourMs);
    await deliver();
    expect(await deliveries({ state: "dead", tries: 2, endedAt: room.clock.now() })).toHaveLength(2);
  });

  test("to somebody who is disabled is not delivered at all", async () => {
    writePlugins(room, { "sms.mjs": sent });
    await asked();
    await room.store.transaction(() => room.store.save("users", { key: room.keyOf("bob"), disabled: true }));
    await deliver();
    expect(await deliveries({ state: "dead", plugin: null })).toHaveLength(1);
    expect(await deliveries({ state: "delivered" })).toHaveLength(1);
  });
});

test("a person is reached by the first plug-in that can, once", async () => {
  writePlugins(room, { "sms.mjs": notSent("no number"), "pager.mjs": sent });
  await asked();
  await gather();
  expect(await deliveries()).toHaveLength(2);
  expect(await deliver()).toBe(2);
  expect(await deliveries({ state: "delivered", plugin: "pager.mjs" })).toHaveLength(2);
  expect(await room.store.count("notices", { notifier: "queued", mail: "off" })).toBe(2);
});

describe("a process that ends in an attempt", () => {
  test("has counted it, and it is made again; its late outcome no longer counts", async () => {
    writePlugins(room, { "sms.mjs": sent });
    await asked();
    const [{ key } = { key: "" }] = await room.store.moments.lease(1, "pluginDelivery");
    const { tries } = await invoke(claimDelivery, room.context, engine, { key });
    expect(tries).toBe(1);
    expect(await invoke(claimDelivery, room.context, engine, { key })).toEqual({ handled: false, tries: null });
    room.clock.advance(Math.max(pluginDeliveryAttemptMs, momentLeaseMs));
    await deliver();
    expect(await deliveries({ key })).toMatchObject([{ state: "delivered", tries: 2 }]);
    writePlugins(room, { "sms.mjs": broken });
    await invoke(attemptDelivery, room.context, engine, { key, tries: 1 });
    expect(await deliveries({ key })).toMatchObject([{ state: "delivered", tries: 2 }]);
  });
});

describe("notices of kinds", () => {
  test("that are not subscribed to are not queued", async () => {
    await reopen({ notifierEvents: ["escalated"] });
    await asked();
    expect(await deliveries()).toEqual([]);
    expect(await room.store.count("notices", { notifier: "off" })).toBe(2);
  });

  test("that are subscribed to are, and a plug-in that nobody names any more gets nothing", async () => {
    await reopen({ notifierEvents: ["asked"] });
    await asked();
    expect(await deliveries()).toHaveLength(2);
    await deliver();
    // There are no such files, so they wait.
    expect(await deliveries({ state: "waiting", tries: 1 })).toHaveLength(2);
  });

  test("are not queued where no plug-in is named", async () => {
    await reopen({ notifierPlugins: [] });
    await asked();
    expect(await room.store.count("notices", { notifier: "off" })).toBe(2);
  });
});
