import { join } from "node:path";

import { ApplicationFailure } from "@temporalio/activity";
import { NativeConnection, Worker } from "@temporalio/worker";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { createProxyClient, type ProxyClient } from "#activities/proxy/client.ts";
import { openProxyKeys } from "#activities/proxy/keys.ts";
import { createProxyActivities } from "#activities/proxy/perform-operations.ts";
import { reportConnectors } from "#activities/proxy/report.ts";
import { createOrderRunner } from "#activities/proxy/run-order.ts";
import { builtInConnectors } from "#bin/connectors.ts";
import { enrolHere } from "#bin/enrol-here.ts";
import { Secret } from "#connectors/contract/index.ts";
import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { createLogger } from "#platform/logs/log.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { startTestEngine, type TestEngine } from "../support/engine.ts";
import { type GatehouseProcess, runGatehouse, startGatehouse } from "../support/gatehouse.ts";
import { environmentNames, listeningSockets, openFiles } from "../support/sockets.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

const canary = "canary-administrator-password";
const log = createLogger({ module: "test", level: "silent" });
let temporal: TestTemporal;
let api: TestApi;
let engine: TestEngine | undefined;
const processes: GatehouseProcess[] = [];

beforeAll(async () => {
  temporal = await startTestTemporal();
  const nudged = { nudge: () => engine?.dispatch.nudge() };
  api = await openTestApi({
    settings: { retryIntervalsSeconds: [1, 1, 2, 4, 8, 16] },
    ...nudged,
  });
  engine = await startTestEngine({ context: api.context, address: temporal.address, folder: api.folder, proxies: [] });
  for (const proxyId of ["branch", "thief"]) await enrol(proxyId);
  for (const proxyId of ["branch", "thief"]) await clientOf(proxyId).hello(report);
  await api.send("POST", "/v2/targetSystems", {
    as: "root",
    body: {
      id: "T1",
      type: "sqlite",
      description: "target of the branch",
      address: { file: join(api.folder, "t1.db") },
      proxyServers: ["branch"],
      autoApprove: true,
    },
  });
  const credential = { administratorId: "cn=admin", password: canary };
  const { status: saved } = await api.send("POST", "/v2/targetSystems('T1')/credentials", {
    as: "root",
    body: credential,
  });
  if (saved !== 201) throw new Error(`the credential was answered with ${saved}`);
  await api.addUser("ada");
});
afterEach(() => {
  for (const { child } of processes.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => {
  await engine?.stop();
  await api.close();
  await temporal.stop();
});

const report = { softwareVersion: "test", connectors: reportConnectors(builtInConnectors) };
const folderOf = (proxyId: string) => join(api.folder, `proxy-${proxyId}`);

async function invite(proxyId: string, body: object = {}): Promise<string> {
  const answer = await api.send("POST", `/v2/proxyServers('${proxyId}')/invite`, { as: "root", body });
  expect(answer.status, answer.text).toBe(201);
  return String(answer.json.token);
}

async function enrol(proxyId: string): Promise<void> {
  const token = new Secret(await invite(proxyId));
  await enrolHere({ folder: folderOf(proxyId), proxyId, apiAddress: api.address, token });
}

function clientOf(proxyId: string, part: { as?: string; clock?: { now(): number } } = {}): ProxyClient {
  const keys = openProxyKeys(folderOf(proxyId));
  const clock = part.clock ?? systemClock;
  return createProxyClient({
    proxyId: part.as ?? proxyId,
    address: api.address,
    keys,
    clock,
    ids: systemIds,
    keepAliveSeconds: 30,
  });
}

function runBranch(extra: Readonly<Record<string, string>> = {}): GatehouseProcess {
  const where = { GATEHOUSE_DATA: folderOf("branch"), SQLITE_FOLDER: api.folder };
  const env = { ...where, TEMPORAL_ADDRESS: temporal.address, ...extra };
  const running = startGatehouse(["proxy"], { env });
  processes.push(running);
  return running;
}

async function submit(shortId: string): Promise<string> {
  const users = await api.context.store.select("users", { where: { id: "ada" } });
  const answer = await api.send("POST", "/v2/requests", {
    as: "ada",
    body: {
      recipientKey: users[0]?.key,
      operations: [{ code: "ACUA", targetSystemKey: "T1", attributes: { shortId } }],
    },
  });
  expect(answer.status, answer.text).toBe(202);
  return String(answer.json.key);
}

async function operationOf(requestKey: string) {
  const [operation] = await api.context.store.select("requestOperations", { where: { requestKey } });
  if (!operation) throw new Error("no operation");
  return operation;
}

async function handedToBranch(requestKey: string) {
  await expect.poll(async () => (await operationOf(requestKey)).proxyServer).toBe("branch");
  return operationOf(requestKey);
}

async function status(requestKey: string): Promise<string | undefined> {
  return (await api.context.store.get("reqbatch", requestKey))?.status;
}

// @specification 1.proxies
test("a proxy at work listens nowhere, has no database, and performs what it is sent", async () => {
  const proxy = runBranch();
  await proxy.until(/takes orders/);
  const key = await submit("works");
  await expect.poll(() => status(key)).toBe("C");
  expect((await operationOf(key)).result).toBe("S");
  expect(listeningSockets(proxy.pid)).toEqual([]);
  expect(environmentNames(proxy.pid)).not.toContain("DATABASE_URL");
  expect(openFiles(proxy.pid).filter((path) => path.includes("gatehouse.db"))).toEqual([]);
  expect(proxy.output()).not.toContain(canary);
  const [row] = await api.context.store.select("sesslog_full", { where: { operation: "PXHO", batchId: key } });
  expect(row).toMatchObject({ actor: "branch", result: "S", targetSystem: "T1" });
  proxy.child.kill("SIGTERM");
  expect(await proxy.ended()).toBe(0);
});

test("a proxy that is given a database, or has not enrolled, does not start and says what to do", async () => {
  const refused = runBranch({ DATABASE_URL: "sqlite:x.db" });
  expect(await refused.ended()).toBe(2);
  expect(refused.output()).toContain("A proxy has no database. Unset DATABASE_URL");
  const stranger = await runGatehouse(["proxy"], {
    env: { GATEHOUSE_DATA: join(api.folder, "nobody"), TEMPORAL_ADDRESS: temporal.address },
  });
  expect(stranger.code).toBe(1);
  expect(stranger.output).toContain("gatehouse proxy enrol");
});

test("a second proxy on the first one's queue learns no secret and finishes no operation", async () => {
  const client = clientOf("thief");
  const runner = createOrderRunner({ connectors: builtInConnectors, log, clock: systemClock });
  const { performOperations } = createProxyActivities({ client, runner, log });
  // Alternately honest, and lying about success.
  const thief = await pollBranchQueue([performOperations, async () => ({ recorded: 1 })]);
  const key = await submit("stolen");
  const { key: operationKey } = await handedToBranch(key);
  await expect.poll(() => thief.taken()).toBeGreaterThanOrEqual(3);
  await thief.stop();
  await runner.close();

  const operation = await operationOf(key);
  expect(operation).toMatchObject({ result: "P", sends: 0, outcomeSignature: null });
  await expect(client.orders([operationKey])).rejects.toThrow(/not assigned to this proxy/);
  for (const outcome of [{ result: "S" }, { result: "F", code: "permission", message: "no" }] as const) {
    const refused = client.outcomes([{ operationKey, sends: operation.sends + 1, ...outcome }]);
    await expect(refused).rejects.toMatchObject({ status: 409, code: "OUTCOME_REFUSED" });
  }
  const refusals = await api.context.store.select("sesslog_full", { where: { actor: "thief", result: "F" } });
  expect(new Set(refusals.map((row) => row.operation))).toEqual(new Set(["PXHO", "PXOC"]));
  await completesAtBranch(key);
});

type Perform = (input: { operationKeys: string[] }) => Promise<unknown>;

/** Takes the work of the proxy `branch` as anyone with access to the engine could, and gives the answers in turn. */
async function pollBranchQueue(answers: readonly Perform[]): Promise<{ taken(): number; stop(): Promise<void> }> {
  const connection = await NativeConnection.connect({ address: temporal.address });
  let taken = 0;
  const performOperations: Perform = async (input) => answers[taken++ % answers.length]?.(input);
  const worker = await Worker.create({ connection, taskQueue: "proxy-branch", activities: { performOperations } });
  const running = worker.run();
  return {
    taken: () => taken,
    async stop() {
      worker.shutdown();
      await running;
      await connection.close();
    },
  };
}

async function completesAtBranch(key: string): Promise<void> {
  const proxy = runBranch();
  await expect.poll(() => status(key)).toBe("C");
  expect((await operationOf(key)).result).toBe("S");
  proxy.child.kill("SIGTERM");
  expect(await proxy.ended()).toBe(0);
}

test("an outcome counts once, for its own send, and only with the proxy's signature", async () => {
  const key = await submit("outcome");
  const { key: operationKey } = await handedToBranch(key);
  const branch = clientOf("branch");
  const [first] = await branch.orders([operationKey]);
  const [second] = await branch.orders([operationKey]);
  expect([first?.sends, second?.sends]).toEqual([1, 2]);
  const credentials = second?.credentials.map((one) => ({ ...one, secret: one.secret.use((plaintext) => plaintext) }));
  expect(credentials).toEqual([{ role: "admin", login: "cn=admin", secret: canary }]);
  const object = { id: "77", name: "outcome", attributes: {} };
  const late = { operationKey, sends: 1, result: "S", object } as const;
  await expect(branch.outcomes([late])).rejects.toMatchObject({ code: "OUTCOME_REFUSED" });
  const forged = clientOf("thief", { as: "branch" });
  await expect(forged.outcomes([{ ...late, sends: 2 }])).rejects.toMatchObject({
    status: 401,
    code: "PROXY_SIGNATURE_INVALID",
  });
  await branch.outcomes([{ ...late, sends: 2 }]);
  await branch.outcomes([{ ...late, sends: 2 }]);
  await expect(branch.outcomes([{ ...late, sends: 2, object: { ...object, id: "78" } }])).rejects.toMatchObject({
    code: "OUTCOME_REFUSED",
  });
  expect(await operationOf(key)).toMatchObject({ result: "S", stableId: "77", sends: 2 });
  expect(await branch.orders([operationKey])).toEqual([]);
  expect(await api.context.store.count("accounts", { stableId: "77" })).toBe(1);
});

test("a call that is old, repeated, changed on its way or signed by nobody is refused", async () => {
  const old = clientOf("branch", { clock: { now: () => Date.now() - 120_000 } });
  await expect(old.hello(report)).rejects.toMatchObject({ status: 401, code: "PROXY_SIGNATURE_INVALID" });
  await expect(clientOf("thief", { as: "branch" }).orders(["x"])).rejects.toMatchObject({ status: 401 });
  await expect(clientOf("branch", { as: "nobody" }).hello(report)).rejects.toMatchObject({ status: 401 });
  expect((await api.send("POST", "/proxies/v1/orders", { body: { operationKeys: ["x"] } })).status).toBe(401);

  const keys = openProxyKeys(folderOf("branch"));
  const body = JSON.stringify(report);
  const path = "/proxies/v1/hello";
  const { hashBody } = await import("#activities/proxy/keys.ts");
  const call = { proxyId: "branch", method: "POST", path, timeMs: Date.now(), nonce: "once", bodyHash: hashBody(body) };
  const headers = {
    "content-type": "application/json",
    "gatehouse-proxy": "branch",
    "gatehouse-time": String(call.timeMs),
    "gatehouse-nonce": call.nonce,
    "gatehouse-body-hash": call.bodyHash,
    "gatehouse-signature": keys.signCall(call),
  };
  expect((await api.send("POST", path, { headers, body: body.replace("test", "tost") })).status).toBe(401);
  expect((await api.send("POST", "/proxies/v1/orders", { headers, body })).status).toBe(401);
  expect((await api.send("POST", path, { headers, body })).status).toBe(200);
  expect((await api.send("POST", path, { headers, body })).status).toBe(401);
});

test("an enrolment token is good once, for an hour, for its own proxy, and for the key that signs", async () => {
  const token = await invite("fresh");
  const here = (proxyId: string, folder: string, text: string) =>
    enrolHere({ folder: join(api.folder, folder), proxyId, apiAddress: api.address, token: new Secret(text) });
  await expect(here("fresh", "fresh-1", "wrong")).rejects.toThrow(/PROXY_TOKEN_INVALID/);
  await expect(here("other", "fresh-1", token)).rejects.toThrow(/PROXY_TOKEN_INVALID/);
  await here("fresh", "fresh-1", token);
  // The answer may have been lost, so the same keys may be sent again; other keys may not.
  await here("fresh", "fresh-1", token);
  await expect(here("fresh", "fresh-2", token)).rejects.toThrow(/PROXY_TOKEN_INVALID/);
  const again = await api.send("POST", "/v2/proxyServers('fresh')/invite", { as: "root", body: {} });
  expect([again.status, again.json.error.code]).toEqual([409, "PROXY_EXISTS"]);
  const replacing = await invite("fresh", { replace: true });
  await here("fresh", "fresh-2", replacing);
  const { store } = api.context;
  await invite("late");
  const [row] = await store.select("proxyServers", { where: { id: "late" } });
  expect(JSON.stringify(await store.select("proxyServers"))).not.toContain(replacing);
  await store.transaction(() => store.save("proxyServers", { id: "late", enrolmentExpiresAt: Date.now() - 1 }));
  expect(row?.status).toBe("invited");
  const lateToken = await invite("later");
  await store.transaction(() => store.save("proxyServers", { id: "later", enrolmentExpiresAt: Date.now() - 1 }));
  await expect(here("later", "later", lateToken)).rejects.toThrow(/PROXY_TOKEN_INVALID/);
  expect((await api.send("POST", "/v2/proxyServers('x%20y')/invite", { as: "root", body: {} })).status).toBe(400);
  expect((await api.send("POST", "/v2/proxyServers('mine')/invite", { as: "ada", body: {} })).status).toBe(403);
});

test("a proxy that was shut out gets nothing any more, and comes back only by an invitation", async () => {
  const token = await invite("leaver");
  await enrolHere({ folder: folderOf("leaver"), proxyId: "leaver", apiAddress: api.address, token: new Secret(token) });
  await clientOf("leaver").hello(report);
  const open = await invite("leaver", { replace: true });
  const revoke = (as: string, id = "leaver") => api.send("POST", `/v2/proxyServers('${id}')/revoke`, { as, body: {} });
  expect([(await revoke("ada")).status, (await revoke("root", "none")).status]).toEqual([403, 404]);
  await clientOf("leaver").hello(report);
  expect((await revoke("root")).json).toMatchObject({ id: "leaver", status: "revoked" });
  await expect(clientOf("leaver").hello(report)).rejects.toMatchObject({
    status: 401,
    code: "PROXY_SIGNATURE_INVALID",
  });
  const again = (text: string) =>
    enrolHere({ folder: folderOf("leaver"), proxyId: "leaver", apiAddress: api.address, token: new Secret(text) });
  await expect(again(open)).rejects.toThrow(/PROXY_TOKEN_INVALID/);
  const shown = await api.send("GET", "/v2/proxyServers('leaver')/status", { as: "root" });
  expect(shown.json).toMatchObject({ state: "revoked", instances: [] });
  await again(await invite("leaver"));
  await clientOf("leaver").hello(report);
  const audited = await api.context.store.select("sesslog_full", { where: { operation: "PXRV" } });
  expect(audited.map(({ result }) => result).toSorted()).toEqual(["F", "F", "S"]);
});

test("plain http is refused beyond this machine", async () => {
  const refused = await runGatehouse(["proxy", "enrol", "far", "--url", "http://iam.example", "--token-file", "-"], {
    env: { GATEHOUSE_DATA: join(api.folder, "far") },
    input: "token",
  });
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(/^gatehouse: A proxy calls the API over https:\/\/.*Correct API_ADDRESS\.$/m);
});

test("a failure that only the engine reports, signed by nobody, ends no operation", async () => {
  const thief = await pollBranchQueue([() => Promise.reject(ApplicationFailure.nonRetryable("x", "permission"))]);
  const key = await submit("forged-failure");
  try {
    await expect.poll(async () => (await operationOf(key)).nextTryAt).not.toBeNull();
  } finally {
    await thief.stop();
  }
  expect(await operationOf(key)).toMatchObject({ result: "P", sends: 0, retries: 0, errorCode: null });
  await completesAtBranch(key);
});
