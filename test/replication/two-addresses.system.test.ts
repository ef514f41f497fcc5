// @few it starts two whole installations and a proxy, and loses one of them
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { ComposedService } from "#bin/compose.ts";
import { enrolHere } from "#bin/enrol-here.ts";
import { type LinkRelay, startLinkRelay } from "#bin/prove/link-relay.ts";
import { Secret } from "#connectors/contract/index.ts";
import { proxyNodeLookMs } from "#domain/limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { inviteProxy } from "#operations/proxies/invite.ts";
import { submit } from "#operations/requests/submit.ts";

import { faultCounts, faultObjects, planFaults } from "../support/fault-directory.ts";
import { type GatehouseProcess, startGatehouse } from "../support/gatehouse.ts";
import { eventually } from "../support/journey.ts";
import { foundOrganisation } from "../support/organisation.ts";
import { callerOf } from "../support/service.ts";
import { NodeProcesses } from "./node-processes.ts";

const patienceMs = 240_000;
const retries = { REQUEST_RETRY_INTERVALS_SECONDS: "1,1,2,4,8,16,32" };
const connector = fileURLToPath(new URL("../support/versioned-connector.ts", import.meta.url));

interface Node {
  readonly processes: NodeProcesses;
  service: ComposedService;
}

let first: Node;
let second: Node;
/** Ways of the proxy alone to its home: its API and its engine. */
let apiLine: LinkRelay;
let engineLine: LinkRelay;
let rogue: Server;
let directory: string;
let recipientKey: string;
let proxy: GatehouseProcess | undefined;
const calledAtRogue: string[] = [];

const portOf = (address: string): number => Number(address.slice(address.lastIndexOf(":") + 1));
const engineOf = ({ processes }: Node): string => processes.environment["TEMPORAL_ADDRESS"] ?? "";
const hostPort = ({ address }: LinkRelay): string => address.replace("http://", "");

async function openNode(name: string): Promise<NodeProcesses> {
  return NodeProcesses.make(name, { isMigrated: true, environment: retries });
}

beforeAll(async () => {
  const one = await openNode("n1");
  await one.run("install");
  await one.run("nodes", "address", "n1", one.address);
  await one.start("api");
  first = { processes: one, service: await one.compose() };
  directory = join(one.folder, "directory.db");
  const { context } = first.service;
  const { people } = await foundOrganisation(context, {
    people: ["ada"],
    targets: { T1: [] },
    address: { file: directory },
  });
  recipientKey = people["ada"]?.key ?? "";
  const { token } = await invoke(inviteProxy, context, engineCaller("load", "test"), { id: "branch" });
  await context.store.transaction(() => context.store.save("targetSystems", { id: "T1", proxyServers: ["branch"] }));
  apiLine = await startLinkRelay(portOf(one.address));
  engineLine = await startLinkRelay(portOf(engineOf(first)));
  const folder = join(one.folder, "branch");
  await enrolHere({ folder, proxyId: "branch", apiAddress: apiLine.address, token: new Secret(token) });
  const two = await openNode("n2");
  const invitation = (await one.run("nodes", "invite", "n2")).trim().split("\n").at(-1) ?? "";
  await two.runWith(invitation, "nodes", "join", one.address, "--token-file", "-", "--address", two.address);
  await two.start("api");
  await Promise.all([one.start("hub"), two.start("hub")]);
  second = { processes: two, service: await two.compose() };
  rogue = createServer((call, response) => {
    calledAtRogue.push(call.url ?? "");
    call.resume().on("end", () => {
      const nodes = [
        { name: "n1", state: "expelled", signingKey: "A".repeat(43) },
        { name: "n2", state: "active", signingKey: "A".repeat(43) },
      ];
      response.writeHead(200, { "gatehouse-node": "n2", "gatehouse-node-signature": "A".repeat(86) });
      response.end(JSON.stringify({ name: "n2", standsBy: null, isBusy: true, nodes }));
    });
  }).listen(0, "127.0.0.1");
}, patienceMs);
afterEach(async () => {
  proxy?.child.kill("SIGTERM");
  await proxy?.ended();
  proxy = undefined;
  apiLine.turn("passes");
  engineLine.turn("passes");
});
afterAll(async () => {
  for (const { service, processes } of [first, second]) {
    await service.close();
    await processes.stop();
  }
  await apiLine.stop();
  await engineLine.stop();
  rogue.close();
});

/** Starts the proxy with the address of its home and another one. */
function startProxy(otherApi: string): GatehouseProcess {
  proxy = startGatehouse(["proxy"], {
    env: {
      GATEHOUSE_DATA: join(first.processes.folder, "branch"),
      API_ADDRESS: `${apiLine.address},${otherApi}`,
      TEMPORAL_ADDRESS: `${hostPort(engineLine)},${engineOf(second)}`,
      CONNECTORS: connector,
    },
  });
  return proxy;
}

async function request({ service }: Node, shortId: string): Promise<string> {
  const { context } = service;
  const caller = callerOf({ key: recipientKey, id: "ada", superuser: false });
  const operations = [{ code: "ACUA", targetSystemKey: "T1", attributes: { shortId } }];
  const { key } = (await invoke(submit, context, caller, { recipientKey, operations })) as { key: string };
  return key;
}

const statusAt = async ({ service }: Node, key: string) => (await service.context.store.get("reqbatch", key))?.status;
const completes = (at: Node, key: string) =>
  eventually(`request ${key} is completed`, async () => (await statusAt(at, key)) === "C");
const made = (name: string) => faultCounts(directory, "create").get(name) ?? 0;

test("the proxy works at home, and waits for it when it alone does not reach it: the work is done once", async () => {
  const running = startProxy(second.processes.address);
  await running.until(/The proxy works for this node: it is the home of this proxy/);
  await running.until(/takes orders/);
  await completes(first, await request(first, "at-home"));
  apiLine.turn("cut");
  engineLine.turn("cut");
  await running.until(/The proxy waits for its node: .*no other node that answers has paused or expelled 'n1'/);
  const key = await request(first, "in-the-cut");
  await sleep(2 * proxyNodeLookMs);
  expect(made("in-the-cut")).toBe(0);
  apiLine.turn("passes");
  engineLine.turn("passes");
  await completes(first, key);
  expect([made("at-home"), made("in-the-cut")]).toEqual([1, 1]);
}, 240_000);

test("a second address whose node the home has told nobody of gets no report and no order, and gives none", async () => {
  const { port } = rogue.address() as AddressInfo;
  const running = startProxy(`http://127.0.0.1:${port}`);
  await running.until(/takes orders/);
  apiLine.turn("cut");
  engineLine.turn("cut");
  await running.until(/The proxy waits for its node/);
  await running.until(/is not believed: no node that the home of this proxy has told it of/);
  await sleep(2 * proxyNodeLookMs);
  expect(new Set(calledAtRogue)).toEqual(new Set(["/proxies/v1/node"]));
  expect(running.output()).not.toMatch(/works for this node: (?!it is the home)/);
}, 240_000);

test("the work of a lost home that was taken over is done at the other node by the same proxy, each once", async () => {
  const running = startProxy(second.processes.address);
  await running.until(/takes orders/);
  planFaults(directory, [{ capability: "create", name: "under-way", fault: { kind: "hold" } }]);
  const underWay = await request(first, "under-way");
  const { store } = second.service.context;
  await eventually("the other node knows that it was sent", async () =>
    (await store.select("requestOperations", { where: { requestKey: underWay } })).some(({ sends }) => sends === 1),
  );
  for (const name of ["hub", "api"] as const) await first.processes.kill(name);
  apiLine.turn("cut");
  engineLine.turn("cut");
  planFaults(directory, []);
  await eventually("the target has done it", async () => made("under-way") === 1);
  await running.until(/The proxy waits for its node/);
  await second.processes.run("nodes", "pause", "n1");
  await second.processes.run("nodes", "take-over", "n1", "--yes");
  await running.until(/The proxy works for this node: .*node 'n1' is paused or expelled here/);
  await running.until(/What was done for the former node was reported to this one/);
  await completes(second, underWay);
  await completes(second, await request(second, "at-the-other"));
  expect([made("under-way"), made("at-the-other")]).toEqual([1, 1]);
  expect(faultObjects(directory).filter(({ name }) => name === "under-way")).toHaveLength(1);
}, 240_000);

test("the proxy comes home once that is back and resumed", async () => {
  apiLine.turn("cut");
  engineLine.turn("cut");
  const running = startProxy(second.processes.address);
  await running.until(/The proxy works for this node: .*node 'n1' is paused or expelled here/);
  await completes(second, await request(second, "before-it-comes-home"));
  apiLine.turn("passes");
  engineLine.turn("passes");
  for (const name of ["api", "hub"] as const) await first.processes.start(name);
  await second.processes.run("nodes", "resume", "n1");
  await running.until(/The proxy works for this node: it is the home of this proxy/);
  await completes(first, await request(first, "home-again"));
  expect(made("home-again")).toBe(1);
}, 240_000);
