import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { type Cluster, startCluster } from "../support/cluster.ts";
import { eventually } from "../support/journey.ts";
import { type MailReceiver, startMailReceiver } from "../support/mail-receiver.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

let temporal: TestTemporal;
let cluster: Cluster;
let receiver: MailReceiver;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
beforeEach(async () => {
  receiver = await startMailReceiver();
  cluster = await startCluster(temporal.address, {
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(receiver.port),
    SMTP_TLS: "unencrypted",
    MAIL_FROM: "gatehouse@example.org",
  });
});
afterEach(async () => {
  await cluster.stop();
  await receiver.leave();
});

test("a hub that is killed between sending and marking loses no mail, and sends that one again as the same", async () => {
  const { store, ids, clock } = cluster.service.context;
  const userKey = ids.guid();
  const tell = (count: number) =>
    store.transaction(async () => {
      const one = { kind: "asked", userKey, requestKey: ids.guid(), facts: { phase: 1 }, mail: "waiting" } as const;
      store.notices.note(Array.from({ length: count }, () => ({ ...one, createdAt: clock.now() })));
      await Promise.resolve();
    });
  await store.transaction(() => store.save("users", { key: userKey, id: "anna", mail: "anna@example.org" }));
  // The server has received the mail, but its answer never reaches the hub.
  receiver.answer(() => "silence");
  await tell(1);
  await eventually("the mail under way", () => Promise.resolve(receiver.received.length === 1));
  expect(await cluster.kill("hub")).toBe(true);
  await tell(2);
  receiver.answer(() => "taken");
  await cluster.start("hub");
  await eventually("all mails taken", () => Promise.resolve(receiver.taken.length >= 3));
  await eventually("all mails marked", async () => (await store.count("noticeMails", { state: "sent" })) === 3);
  const [first, ...others] = receiver.received.map(({ messageId }) => messageId);
  expect(others).toHaveLength(3);
  expect(others).toContain(first);
  expect(new Set(others).size).toBe(3);
  expect((await store.select("noticeMails")).map(({ tries }) => tries).toSorted()).toEqual([1, 1, 2]);
});
