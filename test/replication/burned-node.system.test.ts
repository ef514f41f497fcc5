// @few it starts two whole installations with a proxy each, and waits for them
import { join } from "node:path";

import SqliteFile from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { ComposedService } from "#bin/compose.ts";
import { programCaller } from "#bin/program-caller.ts";
import { type LinkRelay, startLinkRelay } from "#bin/prove/link-relay.ts";
import { enrolProxy } from "#bin/prove/nodes.ts";
import { openSession } from "#connectors/sqlite/session.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { resumeNode } from "#operations/nodes/change-nodes.ts";
import { addWebhook } from "#operations/webhooks/change-webhooks.ts";

import { defineAttributes } from "../support/define-attributes.ts";
import { type GatehouseProcess, startGatehouse } from "../support/gatehouse.ts";
import { eventually } from "../support/journey.ts";
import { type MailReceiver, startMailReceiver } from "../support/mail-receiver.ts";
import { savePhase } from "../support/organisation.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, type RestUser } from "../support/rest.ts";
import { leastAsUsual } from "../support/usual-machine.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";
import { NodeProcesses } from "./node-processes.ts";

const patienceMs = 240_000;
/** Longest time of a take-over, from its command until its requests go on at the other node. */
const takeOverMsMax = 30_000;
const targetSystemKey = "TARGET";
const proxyId = "branch";
const password = "Crane-Lamp-42-Harbour";
const people = ["ada", "bea", "cleo", "dan", "bob"] as const;
type Person = (typeof people)[number];

interface Node {
  readonly processes: NodeProcesses;
  /** Line by which the other node reaches it. */
  readonly line: LinkRelay;
  readonly service: ComposedService;
  proxy?: GatehouseProcess;
}

let first: Node;
let second: Node;
let keys: Readonly<Record<Person, string>>;
let webhooks: WebhookReceiver;
let mails: MailReceiver;
const file = () => join(first.processes.folder, "target.db");

async function openNode(name: string): Promise<Node> {
  const environment = {
    WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(mails.port),
    SMTP_TLS: "unencrypted",
    MAIL_FROM: "gatehouse@example.org",
  };
  const processes = await NodeProcesses.make(name, { isMigrated: true, environment });
  return {
    processes,
    line: await startLinkRelay(Number(new URL(processes.address).port)),
    service: await processes.compose(),
  };
}

/** Enrols the proxy at a node and starts it there. */
async function startProxy(node: Node): Promise<void> {
  const { folder, address, environment } = node.processes;
  const place = join(folder, "proxy");
  await enrolProxy(node.service.context, { proxyId, place, address });
  const env = {
    GATEHOUSE_DATA: place,
    API_ADDRESS: address,
    SQLITE_FOLDER: first.processes.folder,
    TEMPORAL_ADDRESS: environment["TEMPORAL_ADDRESS"] ?? "",
  };
  node.proxy = startGatehouse(["proxy"], { env });
  await node.proxy.until(/The proxy takes orders/);
}

/** Ends all processes of a node but its engine at the same moment. */
async function goDark({ processes, proxy }: Node): Promise<void> {
  proxy?.child.kill("SIGKILL");
  await Promise.all([proxy?.ended(), processes.kill("hub"), processes.kill("api")]);
}

/** Makes the target with a table of every account that was ever added. */
function prepareTarget(): void {
  openSession({ file: file() } as never).database.close();
  const target = new SqliteFile(file());
  target.exec(
    "CREATE TABLE seen (name TEXT); CREATE TRIGGER see AFTER INSERT ON accounts BEGIN INSERT INTO seen VALUES (NEW.name); END",
  );
  target.close();
}

/** Returns the name of each account that was added to the target, each time it was. */
function added(): readonly string[] {
  const target = new SqliteFile(file(), { readonly: true });
  try {
    return target.prepare("SELECT name FROM seen ORDER BY name").pluck().all() as string[];
  } finally {
    target.close();
  }
}

beforeAll(async () => {
  [webhooks, mails] = await Promise.all([startWebhookReceiver(), startMailReceiver()]);
  [first, second] = await Promise.all([openNode("n1"), openNode("n2")]);
  await first.processes.run("install");
  const { context } = first.service;
  keys = await addPeople(context, people, password);
  prepareTarget();
  await context.store.transaction(async () => {
    for (const id of people) await context.store.save("users", { key: keys[id], mail: `${id}@example.org` });
    await context.store.save("targetSystems", {
      id: targetSystemKey,
      type: "sqlite",
      description: "The target of the test",
      address: { file: file() },
      targetGroup: "DEFAULT",
      mode: "automatic",
      proxyServers: [proxyId],
    });
    await defineAttributes(context, targetSystemKey, ["mail"]);
    const resource = { resourceType: "targetSystem", resourceKey: targetSystemKey } as const;
    await savePhase(context, { resource, sequence: 1, phase: { authorizers: ["bob"] }, keyOf: () => keys.bob });
  });
  await invoke(addWebhook, context, programCaller("test"), { url: webhooks.url, eventTypes: null });
  await first.processes.run("nodes", "address", "n1", first.line.address);
  await first.processes.start("api");
  await startProxy(first);
  const token = (await first.processes.run("nodes", "invite", "n2")).trim().split("\n").at(-1) ?? "";
  const way = ["nodes", "join", first.line.address, "--token-file", "-", "--address", second.line.address];
  await second.processes.runWith(token, ...way);
  await Promise.all([first.processes.start("hub"), second.processes.start("api"), second.processes.start("hub")]);
}, patienceMs);
afterAll(async () => {
  for (const node of [second, first]) {
    await goDark(node);
    await node.line.stop();
    await node.service.close();
    await node.processes.stop();
  }
  await webhooks.close();
  await mails.leave();
});

const signIn = (node: Node, id: Person): Promise<RestUser> =>
  createRestClient(node.processes.address).signIn(id, password);

/** Requests an account for its owner at a node; returns the key of the request. */
async function submit(node: Node, id: Person): Promise<string> {
  const user = await signIn(node, id);
  const operations = [{ code: "ACUA", targetSystemKey, attributes: { mail: `${id}@example.org` } }];
  const { status, body } = await user.post("/v2/requests", { recipientKey: keys[id], operations });
  expect([status, body]).toMatchObject([202, { key: expect.any(String) as string }]);
  return (body as { readonly key: string }).key;
}

async function decide(node: Node, key: string, decision: string): Promise<unknown> {
  const user = await signIn(node, "bob");
  const { status, body } = await user.post(`/v2/requests(${key})/decide`, { phase: 1, decision });
  expect([status, body]).toMatchObject([200, {}]);
  return body;
}

const rowAt = ({ service }: Node, key: string) => service.context.store.get("reqbatch", key);
const statusAt = (node: Node, key: string, status: string) =>
  eventually(`${key} is ${status} at ${node.processes.name}`, async () => (await rowAt(node, key))?.status === status);
const keyOfFirst = async () => {
  const [row] = await second.service.context.store.select("nodes", { where: { id: "n1" } });
  return row?.key ?? "";
};

/** Returns what an endpoint was told, as the type of the event and its data. */
const told = () => webhooks.received.map(({ event: { type, data } }) => `${type} ${JSON.stringify(data)}`);
const toldOf = (type: string, requestKey: string) =>
  eventually(`the endpoint knows ${type} of ${requestKey}`, async () =>
    Promise.resolve(told().some((one) => one.startsWith(`gatehouse.${type} `) && one.includes(requestKey))),
  );
/** Waits until a node has marked all that it has sent. */
const allSent = ({ service: { context } }: Node) =>
  eventually("all is sent", async () => {
    const [open, waiting] = [
      await context.store.count("webhookDeliveries", { state: "waiting" }),
      await context.store.count("noticeMails", { state: "waiting" }),
    ];
    return open + waiting === 0;
  });
const mailed = () => mails.taken.map(({ to, subject }) => `${to.join()} ${subject}`);
const repeated = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index);

const cutBoth = () => [first, second].forEach(({ line }) => line.turn("cut"));
const joinBoth = () => [first, second].forEach(({ line }) => line.turn("passes"));

/** Requests that end as completed, by what happens to them. */
const requests = { decided: "", behind: "", waiting: "", handed: "" };

// @specification 1.replication
test(
  "a request that is decided at another node during a cut is performed once",
  async () => {
    requests.decided = await submit(first, "ada");
    await statusAt(second, requests.decided, "W");
    cutBoth();
    expect(await decide(second, requests.decided, "approve")).toMatchObject({ sentTo: "n1" });
    expect(await rowAt(first, requests.decided)).toMatchObject({ status: "W" });
    joinBoth();
    for (const node of [first, second]) await statusAt(node, requests.decided, "C");
    expect(added()).toEqual(["ada"]);
  },
  patienceMs,
);

test(
  "the requests of a burned node go on at another one: those that wait for people, and those that wait for their performer",
  async () => {
    requests.waiting = await submit(first, "bea");
    requests.handed = await submit(first, "cleo");
    requests.behind = await submit(first, "dan");
    for (const key of [requests.waiting, requests.handed, requests.behind]) await statusAt(second, key, "W");
    cutBoth();
    await decide(first, requests.behind, "approve");
    await statusAt(first, requests.behind, "C");
    first.proxy?.child.kill("SIGKILL");
    await first.proxy?.ended();
    joinBoth();
    await statusAt(second, requests.behind, "C");
    await decide(first, requests.handed, "approve");
    await statusAt(second, requests.handed, "X");
    await toldOf("request.performing", requests.handed);
    await allSent(first);
    await goDark(first);

    const began = Date.now();
    await second.processes.run("nodes", "pause", "n1");
    await second.processes.run("nodes", "take-over", "n1", "--yes");
    expect(await decide(second, requests.waiting, "approve")).not.toMatchObject({ sentTo: "n1" });
    await startProxy(second);
    for (const key of [requests.waiting, requests.handed]) await statusAt(second, key, "C");
    const tookMs = Date.now() - began;
    console.log(`taken over and performed after ${tookMs} ms`);
    expect(await leastAsUsual(takeOverMsMax, 1, () => Promise.resolve(tookMs))).toBeLessThan(takeOverMsMax);
    expect(added()).toEqual(["ada", "bea", "cleo", "dan"]);
  },
  patienceMs,
);

test(
  "what the burned node writes when it is back has no effect and is listed, and nothing was done or told twice",
  async () => {
    // It is started behind a cut, and goes on with what it believes to be its own.
    cutBoth();
    await first.processes.start("api");
    await first.processes.start("hub");
    await decide(first, requests.waiting, "deny");
    await statusAt(first, requests.waiting, "D");
    joinBoth();
    await invoke(resumeNode, second.service.context, programCaller("test"), { key: await keyOfFirst() });
    for (const key of [requests.waiting, requests.handed]) await statusAt(first, key, "C");
    for (const { service } of [first, second])
      await eventually("what it wrote is listed", async () => {
        const tables = (await service.context.store.select("replicationConflicts")).map(({ table }) => table);
        return tables.includes("reqbatch") && tables.includes("decisions");
      });
    const afterwards = await submit(first, "bob");
    await statusAt(second, afterwards, "W");
    await toldOf("request.submitted", afterwards);
    for (const key of Object.values(requests)) await toldOf("request.completed", key);
    for (const node of [first, second]) await allSent(node);

    expect(added()).toEqual(["ada", "bea", "cleo", "dan"]);
    expect(repeated(told())).toEqual([]);
    expect(repeated(webhooks.received.map(({ event }) => event.id))).toEqual([]);
    expect(told().filter((one) => one.startsWith("gatehouse.request.completed"))).toHaveLength(4);
    expect(repeated(mailed())).toEqual([]);
    expect(mailed().filter((one) => one.endsWith("is completed"))).toHaveLength(4);
  },
  patienceMs,
);
