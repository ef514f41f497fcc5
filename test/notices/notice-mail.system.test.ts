import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { gatherAll, wakeMails } from "#activities/hub/notice-mail.ts";

import { eventually, type Journey, openJourney } from "../support/journey.ts";
import { type MailReceiver, startMailReceiver } from "../support/mail-receiver.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

const create = { code: "ACUA", targetSystemKey: "T1" };
const minuteMs = 60_000;
let temporal: TestTemporal;
let receiver: MailReceiver;
let journey: Journey;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
beforeEach(async () => {
  receiver = await startMailReceiver();
  journey = await openJourney({
    temporal: temporal.address,
    targets: { T1: [{ authorizers: ["bob"] }] },
    settings: {
      smtpHost: "127.0.0.1",
      smtpPort: receiver.port,
      smtpTls: "unencrypted",
      mailFrom: "gatehouse@example.org",
      mailRetryIntervalsSeconds: [1, 1, 600],
    },
  });
  await journey.store.transaction(async () => {
    for (const id of ["ada", "bob"])
      await journey.store.save("users", { key: journey.keyOf(id), mail: `${id}@example.org` });
  });
});
afterEach(async () => {
  await journey.engine.client.workflow.getHandle("noticeMail").terminate();
  await journey.close();
  await receiver.leave();
});

const gather = () => gatherAll(journey.context, new AbortController().signal);
const count = (state: "waiting" | "sent" | "dead") => journey.store.count("noticeMails", { state });
const failures = async () => (await journey.store.get("noticeProgress", "noticeMail"))?.failures ?? 0;

test("a mail server that is away for an hour loses no notice, and everybody gets each once", async () => {
  const first = await journey.submit([create]);
  await gather();
  await eventually("the first mail", async () => (await count("sent")) === 1);
  await receiver.leave();
  const later = [first];
  for (let made = 0; made < 5; made += 1) later.push(await journey.submit([create]));
  await journey.decide("bob", first, 1, "deny");
  await journey.until(first, "D");
  await gather();
  await eventually("three failures in a row", async () => (await failures()) >= 3);
  // An hour passes; for half of it the engine is down, too.
  await temporal.interrupt();
  journey.advance(30 * minuteMs);
  await gather();
  await temporal.resume();
  journey.advance(30 * minuteMs);
  await eventually("the engine knows of it", async () => {
    // A server that starts refuses some calls.
    await wakeMails(journey.context, journey.engine.client).catch(() => undefined);
    return (await failures()) >= 4;
  });
  expect(await count("dead")).toBe(0);
  await receiver.comeBack();
  journey.advance(10 * minuteMs);
  await wakeMails(journey.context, journey.engine.client);
  await eventually("all mails sent", async () => (await count("waiting")) === 0);
  const toldOf = (address: string) =>
    receiver.taken
      .filter(({ to }) => to[0] === address)
      .map(({ subject }) => subject)
      .toSorted();
  const named = /^Please decide: create an account \(.+\) for ada \(request (.+)\)$/;
  expect(toldOf("bob@example.org").map((subject) => named.exec(subject)?.[1])).toEqual(
    later.map(({ number }) => number).toSorted(),
  );
  expect(toldOf("ada@example.org")).toEqual(
    [`Request ${first.number}: denied by bob`, `Request ${first.number} is denied`].toSorted(),
  );
  const ids = receiver.received.map(({ messageId }) => messageId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(await failures()).toBe(0);
});

test("leaves nothing personal in the history of its workflow", async () => {
  await journey.submit([create], { reason: "a canary" });
  await gather();
  // The test before has ended the workflow; a wake-up alone does not start it.
  await wakeMails(journey.context, journey.engine.client);
  await eventually("the mail", async () => (await count("sent")) === 1);
  const history = JSON.stringify(await journey.engine.client.workflow.getHandle("noticeMail").fetchHistory());
  const payloads = [...history.matchAll(/"data":"([^"]+)"/g)].map(([, data = ""]) => atob(data));
  expect(payloads).toContain('"noticeMail"');
  expect(payloads.filter((text) => /canary|example\.org|127\.0\.0\.1|bob/.test(text))).toEqual([]);
  const steps = /^\{"do":"deliver"\}$|^\{"do":"wait","waitMs":(null|\d+)\}$/;
  expect(payloads.filter((text) => text.startsWith("{") && !text.includes('"seq"') && !steps.test(text))).toEqual([]);
});
