// @databases own
// @few it starts gatehouse up with all its processes, and waits for them
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { seriesMax } from "#domain/metric-limits.ts";
import { allMetrics, type MetricKey, type metricTable, type ProcessName } from "#domain/metrics/metric-table.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { stopProcess } from "#platform/processes/process.ts";

import { prepareMigratedDatabase } from "../support/empty-database.ts";
import { type GatehouseProcess, runGatehouse, startGatehouse } from "../support/gatehouse.ts";
import { startMariaDb, type TestMariaDb } from "../support/mariadb.ts";
import { seriesIn, valueIn } from "../support/metric-values.ts";

/** Time within which the management port answers whatever happens. */
const answerMsMax = 2_000;

let folder = "";
let server: TestMariaDb;
let address = "";
let api = "";
let running: GatehouseProcess;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-management-"));
  server = await startMariaDb();
  await prepareMigratedDatabase(server.url);
  const place = `127.0.0.1:${await freePort()}`;
  address = `http://${place}`;
  environment = {
    GATEHOUSE_DATA: join(folder, "data"),
    DATABASE_URL: server.url,
    HTTP_PORT: "0",
    MANAGEMENT_ADDRESS: place,
  };
  running = startGatehouse(["up"], { env: environment });
});
afterAll(async () => {
  await stopProcess(running.child);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

async function ask(path: string): Promise<Answer> {
  const beganMs = performance.now();
  const answer = await fetch(`${address}${path}`);
  return { status: answer.status, text: await answer.text(), ms: performance.now() - beganMs };
}

/** Calls the API by a connection of its own, which does not outlive a killed process. */
async function callHealth(): Promise<void> {
  const answer = await fetch(`${api}/health`, { headers: { connection: "close" } });
  await answer.text();
}

const scrape = async () => (await ask("/metrics")).text;
const every = { interval: 250 };

/** Returns the children of a process by what their command lines say. */
function childOf(pid: number, command: RegExp): number {
  const all = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  const found = all.find((child) => command.test(readFileSync(`/proc/${child}/cmdline`, "utf8")));
  if (found === undefined) throw new Error(`no child ${command} among ${all.join(", ")}`);
  return found;
}

const processOf = (name: ProcessName) => childOf(running.pid, new RegExp(`\\0${name}\\0$`));

/** Stops a process while something happens. */
async function whileStopped(pid: number, during: () => Promise<void>): Promise<void> {
  process.kill(pid, "SIGSTOP");
  try {
    await during();
  } finally {
    process.kill(pid, "SIGCONT");
  }
}

test("until everything runs it says that the start is under way, and that the process lives", async () => {
  await expect.poll(() => ask("/live").catch(() => undefined), { interval: 20 }).toMatchObject({ status: 200 });
  expect((await ask("/started")).status).toBe(503);
  expect((await ask("/ready")).status).toBe(503);
  [, api = ""] = await running.until(/REST API {3}(http:\S+)\/v2/);
  expect((await ask("/started")).status).toBe(200);
  await expect.poll(() => ask("/ready"), every).toMatchObject({ status: 200 });
});

test("each metric of the table is described, those of every process are there, and there are at most 2,000 series", async () => {
  const text = await scrape();
  for (const [, { name, type, help }] of allMetrics)
    expect(text).toContain(`# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`);
  const names = new Set(allMetrics.map(([, { name }]) => name as string));
  for (const line of seriesIn(text))
    expect(names).toContain(/^[a-z_]+?(?=_bucket\{|_sum\{|_count\{|\{| )/.exec(line)?.[0]);
  for (const process of ["up", "api", "hub", "proxy"])
    expect(valueIn(text, "processMemory", `process="${process}"`)).toBeGreaterThan(1e7);
  expect(seriesIn(text).length).toBeLessThanOrEqual(seriesMax);
  expect(text).not.toContain(new URL(server.url).password);
});

/** Metrics of processes; those of calls and of the record have causes in metric-causes.test.ts. */
type CausedKey = {
  [Key in MetricKey]: (typeof metricTable)[Key]["source"] extends "process" | "supervisor" ? Key : never;
}[MetricKey];

/** Kills the API and waits until the supervisor starts it again; `during` is called meanwhile, again and again. */
async function killApi(during: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  const restarts = async () => valueIn(await scrape(), "processRestarts", 'process="api"') ?? 0;
  const before = await restarts();
  process.kill(processOf("api"), "SIGKILL");
  await expect.poll(async () => (await during(), await restarts()), { interval: 50 }).toBeGreaterThan(before);
}

const above = (before: number) => (now: number) => now > before;
const is = (value: number) => () => (now: number) => now === value;

interface Cause {
  /** Labels of the series that moves. */
  readonly labels?: string;
  /** Moves the metric; it may wait for `moved` itself. */
  act(moved: () => Promise<void>): Promise<unknown>;
  /** Returns the rule for the value afterwards. */
  readonly becomes: (before: number) => (now: number) => boolean;
}

const causes: { readonly [Key in CausedKey]: Cause } = {
  databaseUp: { act: (moved) => whileStopped(server.pid, moved), becomes: is(0) },
  engineUp: {
    act: (moved) => whileStopped(childOf(processOf("temporal"), /temporal/), moved),
    becomes: is(0),
  },
  buildInfo: { act: async () => undefined, becomes: is(1) },
  processStartTime: { labels: 'process="api"', act: () => killApi(), becomes: above },
  processCpu: { labels: 'process="api"', act: callHealth, becomes: above },
  processMemory: { labels: 'process="hub"', act: async () => undefined, becomes: () => (now) => now > 1e7 },
  loopDelay: {
    labels: 'process="api"',
    act: () =>
      whileStopped(childOf(processOf("api"), /api/), () => new Promise((resolve) => void setTimeout(resolve, 500))),
    becomes: () => (now) => now > 0.2,
  },
  processUp: { labels: 'process="hub"', act: (moved) => whileStopped(processOf("hub"), moved), becomes: is(0) },
  processRestarts: { labels: 'process="api"', act: () => killApi(), becomes: above },
};

test.each(Object.entries(causes) as [CausedKey, Cause][])(
  "%s moves by its cause",
  async (key, { act, labels, becomes }) => {
    const rule = becomes(valueIn(await scrape(), key, labels) ?? 0);
    const moved = async () => {
      await expect.poll(async () => rule(valueIn(await scrape(), key, labels) ?? -1), { interval: 100 }).toBe(true);
    };
    await act(moved);
    if (act.length === 0) await moved();
    await expect.poll(() => ask("/ready"), every).toMatchObject({ status: 200 });
  },
);

/** Returns a function that requires that no counter has fallen since it was last called. */
function watchCounters(): () => Promise<void> {
  const counters = allMetrics.filter(([, { type }]) => type === "counter").map(([key]) => key);
  let before = counters.map(() => 0);
  return async () => {
    const text = await scrape();
    const now = counters.map((key) => valueIn(text, key) ?? 0);
    for (const [index, key] of counters.entries()) expect(now[index], key).toBeGreaterThanOrEqual(before[index] ?? 0);
    before = now;
  };
}

const healthCalls = async () => valueIn(await scrape(), "httpRequests", 'route="/health"') ?? 0;

test("no counter falls while processes are killed and start again, and one that is gone is named", async () => {
  const requireNoFall = watchCounters();
  for (let turn = 0; turn < 3; turn += 1) {
    const counted = await healthCalls();
    for (let call = 0; call < 20; call += 1) await callHealth();
    await expect.poll(healthCalls, { interval: 50 }).toBe(counted + 20);
    const said = new Set<string>();
    await killApi(async () => {
      await requireNoFall();
      said.add((await ask("/ready")).text);
      expect((await ask("/live")).status).toBe(200);
    });
    expect([...said].join("")).toContain('"api.process":"failed"');
    await expect.poll(async () => (await requireNoFall(), await ask("/ready")), every).toMatchObject({ status: 200 });
    expect(await healthCalls()).toBe(counted + 20);
  }
});

test("a reload leaves the port answering, no counter falls, and the new processes count on", async () => {
  const requireNoFall = watchCounters();
  for (let call = 0; call < 20; call += 1) await callHealth();
  const counted = await healthCalls();
  const startTime = async (process: string) => valueIn(await scrape(), "processStartTime", `process="${process}"`) ?? 0;
  const began = { api: await startTime("api"), hub: await startTime("hub") };
  const state = { isOver: false };
  const reloading = runGatehouse(["reload"], { env: environment }).finally(() => (state.isOver = true));
  while (!state.isOver) {
    await requireNoFall();
    expect((await ask("/live")).status).toBe(200);
  }
  const { code, output } = await reloading;
  expect([code, output]).toEqual([0, expect.stringContaining("run in new processes")]);
  for (const process of ["api", "hub"] as const) expect(await startTime(process)).toBeGreaterThan(began[process]);
  await callHealth();
  await expect.poll(healthCalls, every).toBeGreaterThanOrEqual(counted + 1);
  await expect.poll(() => ask("/ready"), every).toMatchObject({ status: 200 });
  await requireNoFall();
});

/** Measures the answers while the database does not answer: milliseconds until `/ready` says so, and of the slowest answers. */
async function measureOutage(): Promise<readonly number[]> {
  const beganMs = performance.now();
  await expect.poll(async () => (await ask("/ready")).status, { interval: 50 }).toBe(503);
  const untilUnreadyMs = performance.now() - beganMs;
  const paths = ["/live", "/started", "/metrics", "/ready"];
  const slowest = new Map(paths.map((path) => [path, 0]));
  for (let turn = 0; turn < 5; turn += 1) {
    const answers = await Promise.all(paths.map((path) => ask(path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 503]);
    for (const [index, path] of paths.entries())
      slowest.set(path, Math.max(answers[index]?.ms ?? Number.POSITIVE_INFINITY, slowest.get(path) ?? 0));
  }
  const told = [...slowest].map(([path, ms]) => `${path} ${Math.round(ms)}`).join(", ");
  console.log(`unready after ${Math.round(untilUnreadyMs)} ms; the slowest answers took ${told} ms`);
  return [untilUnreadyMs, ...slowest.values()];
}

async function requireUnknown(): Promise<void> {
  const text = await scrape();
  expect(valueIn(text, "databaseUp")).toBe(0);
  // What nobody knows has no value.
  expect(valueIn(text, "outboxWaiting")).toBeUndefined();
  expect(valueIn(text, "processMemory", 'process="api"')).toBeGreaterThan(0);
  expect(valueIn(text, "operations")).toBeGreaterThan(0);
}

test.each([
  ["hangs", (during: () => Promise<void>) => whileStopped(server.pid, during)],
  [
    "is away",
    async (during: () => Promise<void>) => {
      await server.interrupt();
      try {
        await during();
      } finally {
        await server.resume();
      }
    },
  ],
])("while the database %s the port says so within two seconds, and all is well afterwards", async (_how, without) => {
  const measuredMs: number[] = [];
  // The best of three: machines are shared.
  for (let round = 0; round < 3; round += 1) {
    await without(async () => {
      measuredMs.push(Math.max(...(await measureOutage())));
      await requireUnknown();
    });
    await expect.poll(() => ask("/ready"), every).toMatchObject({ status: 200 });
    await expect.poll(async () => valueIn(await scrape(), "outboxWaiting"), every).toBe(0);
    expect(valueIn(await scrape(), "databaseUp")).toBe(1);
    if (Math.min(...measuredMs) < answerMsMax) break;
  }
  expect(Math.min(...measuredMs)).toBeLessThan(answerMsMax);
});

test("a process alone has a port of its own, which tells that it still waits for its database", async () => {
  const place = `127.0.0.1:${await freePort()}`;
  const env = {
    GATEHOUSE_DATA: join(folder, "alone"),
    DATABASE_URL: `mariadb://root:x@127.0.0.1:${await freePort()}/gatehouse`,
    HTTP_PORT: "0",
    MANAGEMENT_ADDRESS: place,
  };
  const alone = startGatehouse(["api"], { env });
  try {
    await alone.until(/The management port listens/);
    await alone.until(/The API waits/);
    const of = async (path: string) => (await fetch(`http://${place}${path}`)).status;
    expect([await of("/live"), await of("/started"), await of("/ready"), await of("/metrics")]).toEqual([
      200, 503, 503, 200,
    ]);
    const second = await runGatehouse(["api"], { env });
    expect(second.code).not.toBe(0);
    expect(second.output).toContain(
      `The management port ${place} cannot be opened: another program uses it. Set MANAGEMENT_ADDRESS to a free host:port, or to off.`,
    );
  } finally {
    await stopProcess(alone.child);
  }
});

test.each([
  ["hub", () => ({ GATEHOUSE_DATA: join(folder, "data"), DATABASE_URL: server.url })],
  ["proxy", () => ({ GATEHOUSE_DATA: join(folder, "data", "proxies", "local"), API_ADDRESS: api })],
] as const)("a %s alone has a port of its own, and ends in spite of it", async (name, settings) => {
  const place = `127.0.0.1:${await freePort()}`;
  const [, engine = ""] = /Temporal server\s+(\S+)/.exec(running.output()) ?? [];
  const env = { ...settings(), TEMPORAL_ADDRESS: engine, MANAGEMENT_ADDRESS: place };
  const alone = startGatehouse([name], { env });
  try {
    await alone.until(/The management port listens/);
    await expect.poll(async () => (await fetch(`http://${place}/ready`)).status, every).toBe(200);
    const text = await (await fetch(`http://${place}/metrics`)).text();
    expect(valueIn(text, "processMemory", `process="${name}"`)).toBeGreaterThan(1e7);
    expect(valueIn(text, "databaseUp")).toBe(name === "hub" ? 1 : undefined);
  } finally {
    alone.child.kill("SIGTERM");
  }
  expect(await alone.ended()).toBe(0);
});
