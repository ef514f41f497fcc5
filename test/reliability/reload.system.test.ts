// @few it starts new processes of a service again and again, and waits for them
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { freePort } from "#platform/processes/free-port.ts";
import { isRunning } from "#platform/processes/process.ts";

import { type GatehouseProcess, runGatehouse, startGatehouse } from "../support/gatehouse.ts";
import { childrenOf, untilGone } from "../support/process-tree.ts";
import { requireProgram } from "../support/programs.ts";
import { prepareRestartedApis, type RestartedApis } from "../support/restarted-apis.ts";
import { type RunningLoad, startSteadyLoad } from "../support/steady-load.ts";
import { testSize } from "../support/test-size.ts";

const reloads = testSize(3, 10);
const callsMin = testSize(3_000, 100_000);
/** Without a pause, with one in which a connection is kept, and with one that is longer than an idle connection lives when its process ends. */
const pauses = [0, 0, 10, 100, 700];

let apis: RestartedApis;
let port = 0;
let api: GatehouseProcess | undefined;
let load: RunningLoad | undefined;

beforeAll(async () => {
  apis = await prepareRestartedApis();
});
afterAll(() => apis.stop());
afterEach(async () => {
  await load?.stop();
  api?.child.kill("SIGKILL");
  await api?.ended();
  [api, load] = [undefined, undefined];
  writeFileSync(join(apis.folder, "gatehouse.env"), "", { mode: 0o600 });
});

async function start(more: Readonly<Record<string, string>> = {}): Promise<GatehouseProcess> {
  port = await freePort();
  api = await apis.start(port, more);
  return api;
}

async function startLoad(prefix: string): Promise<RunningLoad> {
  const token = await apis.signIn(port);
  load = startSteadyLoad({ address: `http://127.0.0.1:${port}`, token, prefix, pauses });
  return load;
}

async function expectNothingLost(prefix: string): Promise<void> {
  const { outcomes, made } = (await load?.stop()) ?? { outcomes: {}, made: [] };
  console.log(`${prefix}: ${JSON.stringify(outcomes)}`);
  expect(Object.keys(outcomes).toSorted()).toEqual(["GET 200", "POST 201"]);
  const there = (await apis.targetGroups()).filter((id) => id.startsWith(prefix));
  expect(there.toSorted()).toEqual(made.toSorted());
}

const reload = () => runGatehouse(["reload"], { env: apis.environment });
const ready = () =>
  fetch(`http://127.0.0.1:${port}/ready`).then(
    ({ status }) => status,
    () => 0,
  );
const workersOf = ({ pid }: GatehouseProcess) => childrenOf(pid);
const listens = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    }).once("error", () => resolve(false));
  });

test(`${reloads} reloads under load lose no call`, { timeout: testSize(180_000, 900_000) }, async () => {
  const running = await start();
  const calling = await startLoad("r");
  for (let count = 0; count < reloads; count += 1) {
    const [before] = workersOf(running);
    if (count % 2 === 0) {
      const { code, output } = await reload();
      expect(code, output).toBe(0);
      expect(output).toContain(`The API runs in a new process (held by process ${running.pid}).`);
    } else {
      running.child.kill("SIGHUP");
      await expect.poll(() => workersOf(running).length).toBe(2);
    }
    await expect.poll(() => workersOf(running).length).toBe(1);
    expect(workersOf(running)[0]).not.toBe(before);
  }
  while (calling.calls() < callsMin) await sleep(100);
  await expectNothingLost("r");
});

test("a new process that does not become ready leaves the former one as it is, and the reload says why", async () => {
  const running = await start();
  await startLoad("f");
  const before = workersOf(running);
  const file = join(apis.folder, "gatehouse.env");
  writeFileSync(file, "START_UP_RETRY_SECONDS=soon\n", { mode: 0o600 });
  const refused = await reload();
  expect(refused.code, refused.output).toBe(1);
  expect(refused.output).toContain("START_UP_RETRY_SECONDS must be");
  writeFileSync(file, "BREACHED_PASSWORDS_FILE=/nowhere\n", { mode: 0o600 });
  const killed = reload();
  await expect.poll(() => workersOf(running).length).toBe(2);
  process.kill(workersOf(running).find((pid) => !before.includes(pid)) ?? 0, "SIGKILL");
  const { code, output } = await killed;
  expect([code, output]).toEqual([
    1,
    "gatehouse: The new process was ended by SIGKILL before it was ready; the log says more.\n",
  ]);
  expect(workersOf(running)).toEqual(before);
  writeFileSync(file, "CORS_ORIGINS=https://portal.example\n", { mode: 0o600 });
  expect((await reload()).code).toBe(0);
  expect(workersOf(running)).not.toEqual(before);
  const answer = await fetch(`http://127.0.0.1:${port}/health`, { headers: { origin: "https://portal.example" } });
  expect(answer.headers.get("access-control-allow-origin")).toBe("https://portal.example");
  await expectNothingLost("f");
});

test("a second reload is refused while one runs; one whose former process dies goes on with the new one", async () => {
  const running = await start();
  const [former = 0] = workersOf(running);
  const first = reload();
  await expect.poll(() => workersOf(running).length).toBe(2);
  const second = await reload();
  expect([second.code, second.output]).toEqual([1, "gatehouse: The API is being reloaded.\n"]);
  process.kill(former, "SIGKILL");
  expect((await first).code).toBe(0);
  expect(await ready()).toBe(200);
  expect(isRunning(running.pid)).toBe(true);
});

test("without a running service a reload says so with 3", async () => {
  const { code, output } = await reload();
  expect([code, output]).toEqual([
    3,
    `gatehouse: No 'gatehouse up' or 'gatehouse api' runs on '${apis.folder}'. Start one, or set GATEHOUSE_DATA.\n`,
  ]);
});

test("neither of the two processes outlives the other", async () => {
  const held = await start();
  const [worker = 0] = workersOf(held);
  held.child.kill("SIGKILL");
  expect(await untilGone([worker])).toEqual([]);
  expect(await listens()).toBe(false);
  const again = await start();
  process.kill(workersOf(again)[0] ?? 0, "SIGKILL");
  expect(await again.ended()).toBe("SIGKILL");
});

test("one that is told to end says so at once, answers as before, and ends after its time; a second signal ends it at once", async () => {
  const running = await start({ LAME_DUCK_SECONDS: "3" });
  const token = await apis.signIn(port);
  const users = () => fetch(`http://127.0.0.1:${port}/v2/users`, { headers: { authorization: `Bearer ${token()}` } });
  expect(await ready()).toBe(200);
  expect((await users()).headers.get("connection")).toBe("keep-alive");
  running.child.kill("SIGTERM");
  await running.until(/about to end/);
  expect(await ready()).toBe(503);
  const answer = await users();
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  expect(await running.ended(), running.output()).toBe(0);
  expect(await listens()).toBe(false);

  const other = await start({ LAME_DUCK_SECONDS: "600" });
  const [worker = 0] = workersOf(other);
  other.child.kill("SIGTERM");
  await other.until(/about to end/);
  expect(await ready()).toBe(503);
  other.child.kill("SIGTERM");
  expect(await other.ended()).toBe(130);
  expect(await untilGone([worker])).toEqual([]);
});

test("a socket of systemd is listened on in place of the settings, and restarts lose no call", async () => {
  port = await freePort();
  const script = new URL("../support/hold-socket.py", import.meta.url).pathname;
  const environment = { ...apis.environment, HTTP_PORT: "1", HTTP_HOST: "0.0.0.0", LOG_LEVEL: "info" };
  const within = [requireProgram("python3", "python3"), script, String(port)];
  const holder = startGatehouse(["api"], { env: environment, within });
  api = holder;
  await holder.until(new RegExp(`"http://127.0.0.1:${port}","msg":"The API listens`));
  const calling = await startLoad("s");
  for (const times of [2, 3]) {
    const before = calling.calls();
    await expect.poll(() => calling.calls()).toBeGreaterThan(before + 100);
    holder.child.kill("SIGUSR1");
    await holder.until(new RegExp(`("The API listens[^]*){${times}}`));
  }
  expect((await reload()).code).toBe(0);
  await expectNothingLost("s");
  holder.child.kill("SIGTERM");
  expect(await holder.ended()).toBe(0);
});

test("a terminal that is closed ends what was started in it; a SIGHUP beside an open one reloads", async () => {
  port = await freePort();
  const script = new URL("../support/open-terminal.py", import.meta.url).pathname;
  const terminal = startGatehouse(["api"], {
    env: { ...apis.environment, HTTP_PORT: String(port), LOG_LEVEL: "info" },
    within: [requireProgram("python3", "python3"), script],
    isOpen: true,
  });
  api = terminal;
  const [, pid = ""] = await terminal.until(/pid (\d+)/);
  await terminal.until(/The API listens/);
  process.kill(Number(pid), "SIGHUP");
  await terminal.until(/The API runs in a new process/);
  terminal.child.stdin?.write("\n");
  await terminal.until(/ended /);
  expect(await untilGone([Number(pid)])).toEqual([]);
  expect(await listens()).toBe(false);
});
