import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { webhookDeadKeptDays, webhookIdleChangesMax, webhooksMax } from "#domain/limits.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Row } from "#store/tables.ts";
import { callerOf, openTestService, type TestService } from "#test/support/service.ts";

import { invoke } from "../kernel/invoke.ts";
import { addWebhook, removeWebhook, rotateWebhookSecret, updateWebhook } from "./change-webhooks.ts";
import { collectEvents } from "./collect-events.ts";
import { dropDeliveries } from "./drop-deliveries.ts";
import { laggingWebhooks } from "./lagging-webhooks.ts";
import { nextDelivery } from "./next-delivery.ts";
import { nextWebhookStep } from "./next-webhook-step.ts";
import { listDeliveries, listWebhooks } from "./read-webhooks.ts";
import { recordDelivery } from "./record-delivery.ts";
import { redeliver } from "./redeliver.ts";

const engine = callerOf({ key: "", id: "cli:op", superuser: false }, { kind: "engine", key: null, module: "cli" });
const url = "https://portal.example/events";
const nobody = "00000000-0000-4000-8000-000000000000";
let clock: ManualClock;
let opened: TestService;

beforeEach(async () => {
  clock = new ManualClock();
  opened = await openTestService({ clock, settings: { webhookRetryIntervalsSeconds: [10, 60] } });
});
afterEach(() => opened.close());

const run = <I, O, P>(operation: Parameters<typeof invoke<I, O, P>>[0], input: unknown) =>
  invoke(operation, opened.context, engine, input);
const add = async (part: object = {}) => (await run(addWebhook, { url, ...part })).key;
const collect = (key: string) => run(collectEvents, { key });
const step = (key: string) => run(nextWebhookStep, { key });
const rows = (where: Partial<Row<"webhookDeliveries">> = {}) =>
  opened.store.select("webhookDeliveries", { where, orderBy: [["position", "asc"]] });
const wakes = async () => (await opened.store.outbox.open()).filter(({ workflowType }) => workflowType !== "request");

async function addUsers(...ids: string[]): Promise<void> {
  for (const id of ids) await opened.store.transaction(() => opened.store.save("users", { key: `key-${id}`, id }));
}

/** Makes the delivery that is due, with an outcome. */
async function deliver(key: string, status: number | null, error: string | null = null) {
  const due = await run(nextDelivery, { key });
  if (due === null) throw new Error("nothing is due");
  return run(recordDelivery, { key, deliveryKey: due.deliveryKey, status, error });
}

describe("bad input", () => {
  it.each([
    [{ url: "http://portal.example/" }, /^url: must begin with https/],
    [{}, /^url: must be a text/],
    [{ url, eventTypes: ["gatehouse.user.sings"] }, /^eventTypes\.0: must be a type of event/],
    [{ url, eventTypes: ["gatehouse.user.created", "gatehouse.user.created"] }, /must name each type once/],
    [{ url, secret: "mine" }, /The field 'secret' is not known here/],
  ])("%j is refused and leaves nothing but its audit row", async (input, message) => {
    await expect(run(addWebhook, input)).rejects.toThrow(message);
    expect(await opened.store.count("webhooks")).toBe(0);
    expect(await opened.store.select("sesslog_full")).toMatchObject([{ operation: "WHAD", result: "F" }]);
  });

  it("a webhook that is not there is told", async () => {
    for (const [operation, part] of [
      [updateWebhook, { enabled: false }],
      [removeWebhook, {}],
      [rotateWebhookSecret, {}],
      [redeliver, {}],
      [listDeliveries, {}],
    ] as const) {
      await expect(
        invoke<object, unknown, unknown>(operation as never, opened.context, engine, { key: nobody, ...part }),
      ).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("an overlap beyond a week is refused", async () => {
    const key = await add();
    await expect(run(rotateWebhookSecret, { key, overlapHours: 169 })).rejects.toThrow("at most 168");
    await expect(run(rotateWebhookSecret, { key, overlapHours: -1 })).rejects.toThrow("negative");
  });

  it("one webhook more than an installation may have is refused", async () => {
    for (let count = 0; count < webhooksMax; count++) await add();
    await expect(add()).rejects.toMatchObject({ code: "WEBHOOKS_MAX" });
  });
});

describe("collecting", () => {
  it("makes one delivery of each event after the webhook was added, in order, once", async () => {
    await addUsers("before");
    const key = await add();
    await addUsers("a", "b");
    expect(await run(laggingWebhooks, {})).toEqual([key]);
    expect(await collect(key)).toEqual({ added: 2, left: false });
    expect(await collect(key)).toEqual({ added: 0, left: false });
    expect(await run(laggingWebhooks, {})).toEqual([]);
    expect((await rows()).map(({ event }) => event.subject)).toEqual(["key-a", "key-b"]);
    expect(await wakes()).toEqual([{ workflowType: "webhookDelivery", workflowId: key }]);
  });

  it("happens once where two processes do it at the same time", async () => {
    const key = await add();
    await addUsers("a", "b", "c");
    const found = await Promise.all([collect(key), collect(key), collect(key)]);
    expect(found.map(({ added }) => added).toSorted()).toEqual([0, 0, 3]);
    expect(await rows()).toHaveLength(3);
  });

  it("takes the types that are wanted alone", async () => {
    const key = await add({ eventTypes: ["gatehouse.user.locked"] });
    await addUsers("a");
    await opened.store.transaction(() => opened.store.save("users", { key: "key-a", locked: true }));
    await collect(key);
    expect((await rows()).map(({ type }) => type)).toEqual(["gatehouse.user.locked"]);
  });

  it("adds to an event the keys that its change does not name", async () => {
    const { store } = opened;
    await store.transaction(() =>
      store.save("accounts", {
        key: "acc",
        targetSystemKey: "T1",
        stableId: "1",
        longId: "l",
        shortId: "s",
        displayId: "d",
        userKey: "u1",
        enabled: true,
        locked: false,
        expired: false,
        passwordExpired: false,
      }),
    );
    const key = await add();
    await store.transaction(() => store.save("accounts", { key: "acc", enabled: false }));
    await collect(key);
    await store.transaction(() => store.save("accounts", { key: "acc", enabled: true }));
    await store.transaction(() => store.remove("accounts", "acc"));
    await collect(key);
    const [changed, late, removed] = await rows();
    expect(changed?.event.data).toEqual({ accountKey: "acc", targetSystemKey: "T1", userKey: "u1" });
    // The row was removed before the event was collected, so nothing more can be said of it.
    expect(late?.event.data).toEqual({ accountKey: "acc", targetSystemKey: null, userKey: null });
    expect(removed?.event.data).toEqual({ accountKey: "acc" });
  });

  it("shows no secret: an event holds keys, ids and codes alone", async () => {
    const key = await add();
    await opened.store.transaction(() =>
      opened.store.save("users", { key: "k", id: "canary", displayName: "canary", passwordHash: "canary" }),
    );
    await collect(key);
    expect(JSON.stringify(await rows())).not.toContain("canary");
  });

  it("moves past changes that are no events, when there are many of them", async () => {
    const key = await add();
    await opened.store.transaction(async () => {
      for (let index = 0; index < webhookIdleChangesMax; index++)
        await opened.store.save("settings", { name: `s${index}`, storedValue: index });
    });
    expect(await run(laggingWebhooks, {})).toEqual([key]);
    await collect(key);
    expect(await run(laggingWebhooks, {})).toEqual([]);
  });

  it("stands still while the webhook is disabled, and goes on from there", async () => {
    const key = await add();
    await run(updateWebhook, { key, enabled: false });
    await addUsers("a");
    expect(await run(laggingWebhooks, {})).toEqual([]);
    expect(await collect(key)).toEqual({ added: 0, left: false });
    await run(updateWebhook, { key, enabled: true });
    await collect(key);
    expect((await rows()).map(({ type }) => type)).toEqual(["gatehouse.webhook.disabled", "gatehouse.user.created"]);
  });
});

describe("the step of the workflow", () => {
  it("waits without a time while nothing waits, delivers what is due, and sleeps until the next try", async () => {
    const key = await add();
    expect(await step(key)).toEqual({ do: "wait", waitMs: null });
    await addUsers("a");
    await collect(key);
    expect(await step(key)).toEqual({ do: "deliver" });
    expect(await step(key)).toEqual({ do: "deliver" });
    expect(await wakes()).toEqual([]);
    expect(await deliver(key, 500)).toEqual({ continues: false });
    expect(await step(key)).toEqual({ do: "wait", waitMs: 10_000 });
    clock.advance(10_000);
    expect(await step(key)).toEqual({ do: "deliver" });
    expect(await deliver(key, 200)).toEqual({ continues: true });
    expect(await step(key)).toEqual({ do: "wait", waitMs: null });
  });

  it("lets events wait behind one that fails, and gives that up after its tries", async () => {
    const key = await add();
    await addUsers("a", "b");
    await collect(key);
    for (const seconds of [10, 60]) {
      await deliver(key, null, "no answer within 15000 ms");
      expect(await run(nextDelivery, { key })).toBeNull();
      clock.advance(seconds * 1000);
    }
    expect(await deliver(key, null, "no answer within 15000 ms")).toEqual({ continues: true });
    const [first, second] = await rows();
    expect(first).toMatchObject({ state: "dead", tries: 3, lastError: "no answer within 15000 ms" });
    expect((await run(nextDelivery, { key }))?.deliveryKey).toBe(second?.key);
  });

  it("an outcome that is recorded twice counts once", async () => {
    const key = await add();
    await addUsers("a");
    await collect(key);
    const due = await run(nextDelivery, { key });
    const outcome = { key, deliveryKey: due?.deliveryKey, status: 200, error: null };
    await run(recordDelivery, outcome);
    await run(recordDelivery, { ...outcome, status: 500 });
    expect(await rows()).toMatchObject([{ state: "delivered", tries: 1, lastStatus: 200 }]);
  });

  it("removes what is left of a webhook that was removed, part by part, and ends", async () => {
    const key = await add();
    await addUsers(...Array.from({ length: 300 }, (_, index) => `u${index}`));
    while ((await collect(key)).left);
    await run(removeWebhook, { key });
    expect(await step(key)).toEqual({ do: "wait", waitMs: 1 });
    expect(await step(key)).toEqual({ do: "finished" });
    expect(await step(key)).toEqual({ do: "finished" });
    expect([await rows(), await opened.store.count("webhookProgress"), await wakes()]).toEqual([[], 0, []]);
  });
});

describe("a secret", () => {
  it("is sealed, shown once, and appears in no list, log or audit row", async () => {
    const { key, secret } = await run(addWebhook, { url });
    const text = secret.use((plain) => plain);
    const { store } = opened;
    const everything = JSON.stringify([
      await store.select("webhooks"),
      await store.select("sesslog_full"),
      await store.changeLog.read(0, 1000),
      await run(listWebhooks, {}),
    ]);
    expect(everything).not.toContain(text.slice(6));
    expect(await run(listWebhooks, {})).toMatchObject([{ key, url, waiting: 0, dead: 0, failingSince: null }]);
    expect(JSON.stringify({ secret })).toBe('{"secret":"[secret]"}');
  });

  it("signs beside its successor until the overlap is over", async () => {
    const { key, secret: first } = await run(addWebhook, { url });
    await addUsers("a");
    await collect(key);
    const { secret: second } = await run(rotateWebhookSecret, { key });
    const texts = async () => (await run(nextDelivery, { key }))?.secrets.map((secret) => secret.use((text) => text));
    const [old, current] = [first, second].map((secret) => secret.use((text) => text));
    expect(await texts()).toEqual([current, old]);
    clock.advance(24 * 3_600_000);
    expect(await texts()).toEqual([current]);
    await run(rotateWebhookSecret, { key, overlapHours: 0 });
    expect(await texts()).toHaveLength(1);
  });
});

it("redelivery names a delivery of its own webhook, and an enabled one", async () => {
  const [one, other] = [await add(), await add()];
  await addUsers("a");
  await collect(one);
  await deliver(one, 200);
  const [delivery] = await rows({ webhookKey: one });
  const deliveryKey = delivery?.key;
  await expect(run(redeliver, { key: other, deliveryKey })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await run(redeliver, { key: one })).toEqual({ count: 0, left: false });
  expect(await run(redeliver, { key: one, deliveryKey })).toEqual({ count: 1, left: false });
  expect((await run(nextDelivery, { key: one }))?.eventId).toBe(delivery?.event.id);
  await run(updateWebhook, { key: one, enabled: false });
  await expect(run(redeliver, { key: one })).rejects.toMatchObject({ code: "WEBHOOK_DISABLED" });
  expect(await run(listDeliveries, { key: one, state: "waiting" })).toHaveLength(1);
});

it("old deliveries are dropped: made ones after seven days, given up ones much later", async () => {
  const key = await add();
  await addUsers("a", "b");
  await collect(key);
  await deliver(key, 200);
  for (const seconds of [10, 60, 0]) {
    await deliver(key, 500);
    clock.advance(seconds * 1000);
  }
  const dayMs = 86_400_000;
  clock.advance(7 * dayMs - 71_000);
  expect(await run(dropDeliveries, {})).toEqual({ left: false });
  expect(await rows()).toHaveLength(2);
  clock.advance(2000);
  await run(dropDeliveries, {});
  expect(await rows()).toMatchObject([{ state: "dead" }]);
  clock.advance(webhookDeadKeptDays * dayMs);
  await run(dropDeliveries, {});
  expect(await rows()).toEqual([]);
});
