import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { createWebhookFeeder, wakeWebhooks, type WebhookFeeder } from "#activities/hub/webhook-feeder.ts";
import type { Secret } from "#connectors/contract/index.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addWebhook, removeWebhook, rotateWebhookSecret, updateWebhook } from "#operations/webhooks/change-webhooks.ts";
import { redeliver } from "#operations/webhooks/redeliver.ts";
import type { Row } from "#store/tables.ts";
import { historyEventsMax } from "#workflows/history.ts";

import { eventually, type Journey, openJourney } from "../support/journey.ts";
import { startReplayer } from "../support/replayer.ts";
import { callerOf } from "../support/service.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { type ReceivedEvent, startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

const engine = callerOf({ key: "", id: "cli:test", superuser: false }, { kind: "engine", key: null, module: "cli" });
const create = { code: "ACUA", targetSystemKey: "T1" };
let temporal: TestTemporal;
let journey: Journey;
let receiver: WebhookReceiver;
let feeder: WebhookFeeder;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  journey = await openJourney({
    temporal: temporal.address,
    settings: {
      webhookAllowedNetworks: ["127.0.0.0/8"],
      webhookRetryIntervalsSeconds: [1, 1],
      publicAddress: "https://gatehouse.example",
    },
  });
  feeder = createWebhookFeeder(journey.context);
});
afterEach(async () => {
  for (const { key } of await journey.store.select("webhooks"))
    await invoke(removeWebhook, journey.context, engine, { key });
  await eventually("every webhook gone", async () => (await journey.store.count("webhookProgress")) === 0);
  await feeder.stop();
  await journey.close();
  await receiver.close();
});

const add = (part: object = {}) => invoke(addWebhook, journey.context, engine, { url: receiver.url, ...part });
const received = (count: number): Promise<readonly ReceivedEvent[]> =>
  eventually(`${count} events`, () =>
    Promise.resolve(receiver.received.length >= count ? receiver.received : undefined),
  );
const deliveries = (where: Partial<Row<"webhookDeliveries">> = {}) =>
  journey.store.select("webhookDeliveries", { where, orderBy: [["position", "asc"]] });
const allDelivered = (count: number) =>
  eventually(`${count} delivered`, async () => (await deliveries({ state: "delivered" })).length === count);
const webhook = async (key: string) => (await journey.store.get("webhooks", key)) as Row<"webhooks">;

/** Changes the users one after the other; each is one event. */
async function addUsers(count: number, prefix = "user"): Promise<readonly string[]> {
  const keys = Array.from({ length: count }, () => journey.context.ids.guid());
  for (const [index, key] of keys.entries())
    await journey.store.transaction(() => journey.store.save("users", { key, id: `${prefix}${index}` }));
  return keys;
}

function signatureOf({ headers, body }: ReceivedEvent, secret: Secret): string {
  const key = Buffer.from(secret.use((text) => text).replace("whsec_", ""), "base64");
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

describe("a webhook", () => {
  it("is told of a request from its submission to its end, as signed CloudEvents, in order", async () => {
    const { secret } = await add();
    const request = await journey.submit([create]);
    await journey.until(request, "C");
    await eventually("the end of the request", () =>
      Promise.resolve(receiver.received.some(({ event }) => event.type === "gatehouse.request.completed")),
    );
    const events = receiver.received.map(({ event }) => event);
    const types = events.filter(({ subject }) => subject === request.key).map(({ type }) => type);
    expect(types).toEqual([
      "gatehouse.request.submitted",
      "gatehouse.request.performing",
      "gatehouse.request.completed",
    ]);
    expect(events.map(({ type }) => type)).toContain("gatehouse.account.created");
    expect(events.map(({ type }) => type)).toContain("gatehouse.operation.ended");
    const positions = events.map(({ id }) => Number(id));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    const last = events.find(({ type }) => type === "gatehouse.request.completed");
    expect(last).toEqual({
      specversion: "1.0",
      id: expect.stringMatching(/^\d+$/) as string,
      source: "https://gatehouse.example",
      type: "gatehouse.request.completed",
      subject: request.key,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      datacontenttype: "application/json",
      data: {
        requestKey: request.key,
        number: request.number,
        requesterKey: journey.keyOf("ada"),
        recipientKey: journey.keyOf("ada"),
      },
    });
    for (const got of receiver.received) {
      expect(got.headers["content-type"]).toBe("application/cloudevents+json; charset=utf-8");
      expect(got.headers["webhook-id"]).toBe(got.event.id);
      expect(got.headers["webhook-signature"]).toBe(signatureOf(got, secret));
    }
  });

  it("gets the types that it asks for, and nothing from before it was added", async () => {
    await addUsers(2, "before");
    await add({ eventTypes: ["gatehouse.user.created"] });
    const [key = ""] = await addUsers(3);
    await journey.store.transaction(() => journey.store.save("users", { key, locked: true }));
    await add({ eventTypes: ["gatehouse.user.locked"] });
    await received(3);
    await allDelivered(3);
    expect(receiver.received.map(({ event }) => event.type)).toEqual(Array(3).fill("gatehouse.user.created"));
  });

  it("keeps the order while one event is refused, and gives it up after its last try", async () => {
    await add();
    const [bad] = await addUsers(1, "bad");
    receiver.answer(({ event }) => (event.subject === bad ? 500 : 204));
    const later = await addUsers(5, "later");
    await eventually("the others delivered", async () => (await deliveries({ state: "delivered" })).length === 5);
    expect(receiver.received.map(({ event }) => event.subject)).toEqual([bad, bad, bad, ...later]);
    expect(await deliveries({ state: "dead" })).toMatchObject([
      { tries: 3, lastStatus: 500, lastError: "the endpoint answered 500" },
    ]);
    expect(new Set(receiver.received.slice(0, 3).map(({ body }) => body)).size).toBe(1);
  });

  it("gets what was given up again on demand, the same event under the same id", async () => {
    const { key } = await add();
    receiver.answer(() => ({ status: 302, headers: { location: `${receiver.url}/elsewhere` } }));
    await addUsers(2);
    const dead = await eventually("two dead", async () => {
      const rows = await deliveries({ state: "dead" });
      return rows.length === 2 && rows;
    });
    expect(dead[0]?.lastError).toBe("the endpoint answered 302; redirections are not followed");
    receiver.answer(() => 200);
    const before = receiver.received.length;
    expect(await invoke(redeliver, journey.context, engine, { key })).toEqual({ count: 2, left: false });
    await allDelivered(2);
    expect(receiver.received.slice(before).map(({ event }) => event)).toEqual(dead.map(({ event }) => event));
    const [first] = dead;
    await invoke(redeliver, journey.context, engine, { key, deliveryKey: first?.key });
    await received(before + 3);
    expect(receiver.received.at(-1)?.event.id).toBe(first?.event.id);
  });

  it("is disabled with its reason when it has failed for too long, and loses nothing by it", async () => {
    const { key } = await add();
    receiver.answer(() => 503);
    const first = await addUsers(1);
    await eventually("a failure", async () => (await deliveries())[0]?.lastStatus === 503);
    journey.advance(72 * 3_600_000);
    await wakeWebhooks(journey.context, journey.engine.client);
    const disabled = await eventually("disabled", async () => {
      const row = await webhook(key);
      return !row.enabled && row;
    });
    expect(disabled.disabledReason).toMatch(/^Every try since .* has failed\. Last: the endpoint answered 503\.$/);
    const audit = await journey.store.select("sesslog_full", { where: { operation: "WHDX" } });
    expect(audit).toMatchObject([{ ident: key, message: disabled.disabledReason }]);
    const later = await addUsers(3, "later");
    receiver.received.length = 0;
    receiver.answer(() => 204);
    await invoke(updateWebhook, journey.context, engine, { key, enabled: true });
    await received(5);
    expect(await webhook(key)).toMatchObject({ enabled: true, disabledReason: null, disabledAt: null });
    const subjects = receiver.received.map(({ event }) => event.subject);
    expect(subjects).toEqual([...first, key, ...later]);
  });

  it("that answers 410 is disabled at once", async () => {
    const { key } = await add();
    receiver.answer(() => 410);
    await addUsers(1);
    await eventually("disabled", async () => !(await webhook(key)).enabled);
    expect((await webhook(key)).disabledReason).toContain("410 Gone");
  });

  it("is signed by both secrets after a rotation, until the overlap is over", async () => {
    const { key, secret: old } = await add();
    const { secret } = await invoke(rotateWebhookSecret, journey.context, engine, { key, overlapHours: 2 });
    await addUsers(1);
    const [both] = await received(1);
    if (!both) throw new Error("nothing came");
    expect(both.headers["webhook-signature"]).toBe(`${signatureOf(both, secret)} ${signatureOf(both, old)}`);
    journey.advance(2 * 3_600_000);
    await addUsers(1, "later");
    const [, one] = await received(2);
    if (!one) throw new Error("nothing came");
    expect(one.headers["webhook-signature"]).toBe(signatureOf(one, secret));
  });

  it("in a network that is not allowed is not saved, and not called where it came there otherwise", async () => {
    const url = receiver.url.replace("127.0.0.1", "[::1]");
    await expect(add({ url })).rejects.toMatchObject({ code: "INPUT_INVALID", target: "url" });
    const { key } = await add();
    await journey.store.transaction(() => journey.store.save("webhooks", { key, url }));
    await addUsers(1);
    const [dead] = await eventually("given up", async () => {
      const rows = await deliveries({ state: "dead" });
      return rows.length > 0 && rows;
    });
    expect(dead?.lastError).toContain("WEBHOOK_ALLOWED_NETWORKS");
    expect(receiver.received).toEqual([]);
  });

  it("gets everything once the engine is back that happened while it was away", async () => {
    await add();
    await addUsers(1, "first");
    await received(1);
    await temporal.interrupt();
    const keys = await addUsers(10);
    await temporal.resume();
    await received(11);
    await allDelivered(11);
    expect(receiver.received.slice(1).map(({ event }) => event.subject)).toEqual(keys);
  });

  it("goes on in a new run when the history of its workflow is long", async () => {
    const { key } = await add();
    await addUsers(1, "first");
    await received(1);
    const { workflow } = journey.engine.client;
    const now = () => workflow.getHandle(key).describe();
    const { runId: first } = await now();
    const signal = () => workflow.getHandle(key).signal("wake");
    let { runId, historyLength } = await now();
    // Limited by rounds, not by time: a busy machine takes long for so many, and may refuse some of them.
    for (let round = 0; runId === first && historyLength <= historyEventsMax && round < 200; round += 1) {
      await Promise.allSettled(Array.from({ length: 90 }, signal));
      ({ runId, historyLength } = await now());
    }
    // A run cannot close while signals arrive faster than it runs its steps.
    for (let pauseMs = 500; runId === first && pauseMs < 60_000; pauseMs *= 2) {
      await signal();
      await sleep(pauseMs);
      ({ runId, historyLength } = await now());
    }
    expect(runId).not.toBe(first);
    const replayer = startReplayer();
    const long: unknown = await workflow.getHandle(key, first).fetchHistory();
    await replayer.replay(long).finally(() => replayer.stop());
    const [later] = await addUsers(1, "later");
    await received(2);
    await allDelivered(2);
    expect(receiver.received.at(-1)?.event.subject).toBe(later);
  });

  it("leaves keys alone in the history of its workflow", async () => {
    const { key } = await add({ description: "a canary" });
    receiver.answer(() => 500);
    await addUsers(1);
    await eventually("given up", async () => (await deliveries({ state: "dead" })).length === 1);
    const history = JSON.stringify(await journey.engine.client.workflow.getHandle(key).fetchHistory());
    const payloads = [...history.matchAll(/"data":"([^"]+)"/g)].map(([, data = ""]) => atob(data));
    expect(payloads).toEqual(expect.arrayContaining([`"${key}"`, `{"key":"${key}"}`]));
    const steps = /^\{"do":"(deliver|finished)"\}$|^\{"do":"wait","waitMs":(null|\d+)\}$/;
    const known = (text: string) => text === `"${key}"` || text === `{"key":"${key}"}` || steps.test(text);
    expect(payloads.filter((text) => text.includes("canary") || text.includes("127.0.0.1"))).toEqual([]);
    expect(payloads.filter((text) => text.startsWith("{") && !text.includes('"seq"') && !known(text))).toEqual([]);
  });
});
