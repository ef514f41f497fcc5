import { readFile } from "node:fs/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createRecordMetrics } from "#bin/record-metrics.ts";
import { type MetricKey, metricTable } from "#domain/metrics/metric-table.ts";
import { ManualClock } from "#platform/clock.ts";
import { createJoinedMetrics } from "#platform/metrics/joined-metrics.ts";
import { createRecordedMetrics } from "#platform/metrics/recorded-metrics.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { createSearch } from "#test/support/canaries.ts";
import { makeCertificate } from "#test/support/certificate.ts";
import { valueIn } from "#test/support/metric-values.ts";
import { queueCallsIn, unreachable } from "#test/support/password-queue-room.ts";
import { furnishRoom, type RequestRoom, roomSettings } from "#test/support/request-room.ts";

type Room = TestApi & RequestRoom;

/** Metrics that follow from calls and from the record; those of processes have causes in management.system.test.ts. */
type CausedKey = {
  [Key in MetricKey]: (typeof metricTable)[Key]["source"] extends "calls" | "record" ? Key : never;
}[MetricKey];

interface Cause {
  readonly act: (room: Room) => Promise<unknown>;
  /** Labels of the series that moves. */
  readonly labels?: string;
}

const hourMs = 3_600_000;
const operation = { code: "ACUA", targetSystemKey: "T1" };
const signIn = (room: Room) => room.signIn("ada");
const wrongSignIn = (room: Room) => room.signIn("bob", { password: "wrong" });

/** Submits a request that needs no approver and sends its operation to the proxy; returns the key of the operation. */
async function handOut(room: Room): Promise<string> {
  const request = await room.submit([operation]);
  await room.step(request);
  const [sent] = await room.operations(request);
  return sent?.key ?? "";
}

async function queuePassword(room: Room): Promise<void> {
  const queue = queueCallsIn(() => room);
  await queue.setMode("automatic");
  await queue.carryOut(await queue.reset("A new passw0rt here"), unreachable);
}

const managed = (room: Room, part: object) =>
  room.store.transaction(() =>
    room.store.add("managedAccounts", {
      key: room.context.ids.guid(),
      accountKey: room.context.ids.guid(),
      managedSystemKey: "s",
      policyId: "DEFAULT",
      status: "C",
      ...part,
    }),
  );

const proxy = (room: Room, id: string, clockSkewMs: number) => {
  const now = room.clock.now();
  const instance = {
    id: "i",
    startedAt: now,
    lastSeenAt: now,
    stoppedAt: null,
    softwareVersion: "1.0.0",
    connectors: [],
    failedConnectors: [],
    ordersUnderWay: 0,
    clockSkewMs,
  };
  return room.store.transaction(() =>
    room.store.save("proxyServers", { id, status: "enrolled", connectors: [], lastSeenAt: now, instances: [instance] }),
  );
};

const causes: { readonly [Key in CausedKey]: Cause } = {
  httpRequests: { act: (room) => room.send("GET", "/health"), labels: 'route="/health",method="GET",class="2xx"' },
  httpSeconds: { act: (room) => room.send("GET", "/health"), labels: 'interface="health"' },
  operations: { act: wrongSignIn, labels: 'operation="identity.signIn",result="refused"' },
  operationSeconds: { act: signIn, labels: 'kind="write"' },
  signIns: { act: async (room) => (await signIn(room), await wrongSignIn(room)), labels: 'result="refused"' },
  tokens: { act: signIn, labels: 'kind="access"' },
  targetOperations: {
    act: async (room) => room.answer(await handOut(room), unreachable),
    labels: 'target="T1",result="retry"',
  },
  targetLastSuccess: {
    act: async (room) =>
      room.answer(await handOut(room), { result: "S", object: { id: "7", name: "ada", attributes: {} } }),
    labels: 'target="T1"',
  },
  targetQueue: { act: handOut, labels: 'target="T1"' },
  proxyQueue: { act: handOut, labels: 'proxy="local"' },
  requestsOpen: { act: (room) => room.submit([{ ...operation, targetSystemKey: "T2" }]) },
  outboxWaiting: { act: outbox },
  outboxOldest: { act: async (room) => (await outbox(room), room.clock.advance(1_000)) },
  momentsWaiting: { act: (room) => moment(room, hourMs) },
  momentsOverdue: { act: (room) => moment(room, -hourMs) },
  passwordQueue: { act: queuePassword },
  passwordQueueOldest: { act: async (room) => room.clock.advance(60_000) },
  vaultAccounts: { act: (room) => managed(room, { status: "U" }), labels: 'status="uncertain"' },
  vaultOverdue: { act: (room) => managed(room, { nextRandomized: room.clock.now() - 2 * hourMs }) },
  proxyOnline: { act: (room) => proxy(room, "branch", 0), labels: 'proxy="branch"' },
  proxyLastSeen: { act: (room) => (room.clock.advance(1_000), proxy(room, "branch", 0)), labels: 'proxy="branch"' },
  proxyClockOffset: { act: (room) => proxy(room, "branch", -90_000), labels: 'proxy="branch"' },
  certificateEnd: {
    async act(room) {
      const { certificate } = await makeCertificate(room.folder, "provider.example", "rsa");
      const certificates = [await readFile(certificate, "utf8")];
      const provider = { id: "corp", entryPoint: "https://provider.example", issuer: "corp", certificates };
      await room.store.transaction(() => room.store.add("samlProviders", provider));
    },
    labels: 'provider="corp"',
  },
  auditPending: { act: wrongSignIn },
  auditBehind: {
    async act({ store }) {
      await store.auditChain.extend();
      const delivery = await store.auditDeliveries.take("syslog");
      if (delivery) await store.auditDeliveries.failed(delivery, "away");
    },
    labels: 'sink="syslog"',
  },
};

function outbox({ store, context }: Room) {
  const entry = { workflowType: "request", workflowId: context.ids.guid() };
  return store.transaction(() => store.outbox.add(entry));
}

function moment({ store, context, clock }: Room, inMs: number) {
  const one = { key: context.ids.guid(), kind: "delegation", at: clock.now() + inMs } as const;
  return store.transaction(() => store.moments.set(one));
}

const metrics = createRecordedMetrics();
let room: Room;

beforeAll(async () => {
  const clock = new ManualClock();
  const capabilities = ["create", "get", "update", "resetPassword", "changePassword", "verify"];
  const api = await openTestApi({ clock, metrics, settings: roomSettings });
  room = await furnishRoom(api, clock, { capabilities, targets: { T1: [], T2: [{ authorizers: ["bob"] }] } });
  for (const id of ["ada", "bob"]) await room.letIn({ key: room.keyOf(id), id });
  const names = { longId: "ada", shortId: "ada", displayId: "ada" };
  await room.store.transaction(async () => {
    const account = { targetSystemKey: "T1", ...names, key: "mine", stableId: "1", userKey: room.keyOf("ada") };
    await room.store.save("accounts", account);
  });
});
afterAll(() => room.close());

async function scrape(): Promise<string> {
  await createRecordMetrics(room.context, metrics).take();
  return createJoinedMetrics().text([{ snapshot: await metrics.snapshot(), isFresh: true }]);
}

test.each(Object.entries(causes) as [CausedKey, Cause][])("%s moves by its cause", async (key, { act, labels }) => {
  const before = valueIn(await scrape(), key, labels) ?? 0;
  await act(room);
  expect(valueIn(await scrape(), key, labels)).toBeGreaterThan(before);
});

test("no path, method or header of a caller becomes a label, and no secret is in the text", async () => {
  const secrets = { path: "canary-in-a-path-8c1d", host: "canary-in-a-host-77aa", header: "canary-in-a-header-0b2f" };
  const before = (await scrape()).split("\n").length;
  for (let turn = 0; turn < 50; turn += 1) {
    const headers = { host: `${secrets.host}${turn}.example`, "x-request-id": secrets.header };
    await room.send("GET", `/v2/${secrets.path}${turn}`, { headers });
    await room.send("GET", `/v2/users('${secrets.path}${turn}')`, { headers });
    await room.send(["PROPFIND", "PUT", "REPORT"][turn % 3] ?? "PUT", `/${secrets.path}/%0a%22${turn}`, { headers });
  }
  await room.signIn(secrets.path, { password: secrets.header });
  const text = await scrape();
  expect(createSearch({ ...secrets, password: "password-of-ada", target: "ECONNREFUSED" })(Buffer.from(text))).toEqual(
    [],
  );
  expect(text.split("\n").length - before).toBeLessThan(20);
  expect(valueIn(text, "httpRequests", 'route="other"')).toBeGreaterThanOrEqual(50);
});

test("thousands of target systems and proxies have a hundred and fifty series and two for the others", async () => {
  await room.store.transaction(async () => {
    for (let number = 0; number < 2_500; number += 1) {
      const id = `many-${number}`;
      if (number < 300) await room.store.add("proxyServers", { id, status: "enrolled", connectors: [] });
      await room.store.add("targetSystems", { id, type: "fault", description: id });
    }
  });
  const lines = (await scrape()).split("\n");
  const count = (key: MetricKey) => lines.filter((line) => line.startsWith(`${metricTable[key].name}{`)).length;
  expect([count("targetQueue"), count("proxyOnline"), count("proxyQueue")]).toEqual([101, 51, 51]);
});
