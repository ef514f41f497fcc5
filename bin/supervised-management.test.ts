import { afterEach, expect, test } from "vitest";

import type { MetricKey } from "#domain/metrics/metric-table.ts";
import { createLogger } from "#platform/logs/log.ts";
import { createRecordedMetrics, type MetricSnapshot } from "#platform/metrics/recorded-metrics.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { valueIn } from "#test/support/metric-values.ts";

import { type AskedProcess, createSupervisedManagement, type SupervisedManagement } from "./supervised-management.ts";

const log = createLogger({ module: "test", level: "silent" });
const closing: SupervisedManagement[] = [];
afterEach(async () => {
  for (const management of closing.splice(0)) await management.close();
});

async function open() {
  const port = await freePort();
  const management = createSupervisedManagement();
  closing.push(management);
  await management.open({ address: { host: "127.0.0.1", port }, isConfigured: true }, log);
  const get = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const scrape = async () => (await get("/metrics")).text();
  /** Waits until a metric has a value: an answer is kept for a moment. */
  const becomes = async (value: number, key: MetricKey, labels?: string) => {
    await expect.poll(async () => valueIn(await scrape(), key, labels)).toBe(value);
  };
  return { management, scrape, becomes, get };
}

/** A run of a process that counts sign-ins. */
function runOf(part: Partial<AskedProcess> = {}) {
  const metrics = createRecordedMetrics();
  let last: MetricSnapshot | undefined;
  const run: AskedProcess = {
    parts: () => Promise.resolve({ start: "ok" }),
    async values() {
      last = await metrics.snapshot();
      return last;
    },
    lastCounts: () => last,
    ...part,
  };
  return { run, signIn: (by: number) => metrics.count("signIns", { result: "ok" }, by) };
}

test("a run that ends while it is asked is counted once, and its successor beside it", async () => {
  const { management, scrape, becomes } = await open();
  const answered = Promise.withResolvers<void>();
  const first = runOf();
  first.signIn(5);
  const slow: AskedProcess = {
    ...first.run,
    async values(withinMs) {
      const snapshot = await first.run.values(withinMs);
      // It ends after its answer, before the scrape is put together.
      management.ended("api", slow);
      answered.resolve();
      return snapshot;
    },
  };
  management.begun("api", slow);
  expect(valueIn(await scrape(), "signIns")).toBe(5);
  await answered.promise;
  const second = runOf();
  second.signIn(2);
  management.begun("api", second.run);
  await becomes(7, "signIns");
  management.ended("api", second.run);
  management.ended("api", second.run);
  await becomes(7, "signIns");
});

test("a run whose end was not told is taken up when the next one begins", async () => {
  const { management, becomes, get } = await open();
  const [first, second] = [runOf(), runOf()];
  first.signIn(1);
  management.begun("hub", first.run);
  await becomes(1, "signIns");
  management.begun("hub", second.run);
  second.signIn(1);
  await becomes(2, "signIns");
  expect((await get("/ready")).status).toBe(503);
});

test("a process that does not answer keeps its counts, is down, and is named", async () => {
  const { management, scrape, becomes, get } = await open();
  const hub = runOf();
  hub.signIn(3);
  let isSilent = false;
  const run: AskedProcess = {
    ...hub.run,
    parts: (withinMs) => (isSilent ? Promise.resolve(undefined) : hub.run.parts(withinMs)),
    values: (withinMs) => (isSilent ? Promise.resolve(undefined) : hub.run.values(withinMs)),
  };
  management.begun("hub", run);
  management.started();
  expect((await get("/ready")).status).toBe(200);
  await becomes(1, "processUp", 'process="hub"');
  isSilent = true;
  await becomes(0, "processUp", 'process="hub"');
  expect(valueIn(await scrape(), "signIns")).toBe(3);
  await expect.poll(async () => (await get("/ready")).status).toBe(503);
  const answer = await get("/ready");
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: "unready", parts: { "hub.process": "failed" } },
  ]);
});
