// @few it starts all processes of an installation, and kills its hub
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { eq } from "#domain/query/condition.ts";
import { batchRecipientsMax } from "#domain/template-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addTemplate, setTemplatePhases } from "#operations/templates/change-templates.ts";

import { type Cluster, clusterTarget, startCluster } from "../support/cluster.ts";
import { eventually } from "../support/journey.ts";
import { peakMemoryMB } from "../support/peak-memory.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, type RestClient, type RestUser } from "../support/rest.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";

const password = "a-password-of-the-test";
const peopleCount = testSize(30, batchRecipientsMax);
const recipients = Array.from({ length: peopleCount }, (_, index) => `person${index}`);
const timeout = 300_000;

let temporal: TestTemporal;
let folder: string;
let cluster: Cluster;
let rest: RestClient;
let requester: RestUser;
let boss: RestUser;
let templateKey: string;
let keys: Readonly<Record<string, string>>;

beforeAll(async () => {
  temporal = await startTestTemporal();
  folder = mkdtempSync(join(tmpdir(), "gatehouse-batch-"));
  const preload = new URL("../support/kill-at-point.ts", import.meta.url).href;
  cluster = await startCluster(temporal.address, {
    NODE_OPTIONS: `--import=${preload}`,
    GATEHOUSE_TEST_POINTS: folder,
    REQUESTS_OPEN_PER_PERSON: "5000",
  });
  const { context } = cluster.service;
  keys = await addPeople(context, ["requester", "boss", ...recipients], password);
  await context.store.transaction(async () => {
    for (const id of recipients) await context.store.save("users", { key: key(id), managerKey: key("requester") });
  });
  const engine = engineCaller("cli", "test");
  const template = await invoke(addTemplate, context, engine, {
    name: "Starter",
    operations: [{ code: "ACUA", targetSystemKey: clusterTarget, attributes: { shortId: "{profile.id}" } }],
  });
  templateKey = template.key;
  const authorizationPhases = [{ sequence: 1, authorizers: [{ userKey: key("boss") }] }];
  await invoke(setTemplatePhases, context, engine, { key: templateKey, authorizationPhases });
  rest = createRestClient(cluster.address);
  requester = await rest.signIn("requester", password);
  boss = await rest.signIn("boss", password);
}, timeout);
afterAll(async () => {
  rest?.close();
  await cluster?.stop();
  await temporal.stop();
  rmSync(folder, { recursive: true, force: true });
});

const key = (id: string) => keys[id] ?? "";
const store = () => cluster.service.context.store;

async function submit(ids: readonly string[]): Promise<string> {
  const body = { recipientKeys: ids.map(key) };
  const { status, body: batch } = await requester.post(`/v2/templates(${templateKey})/request`, body);
  expect(status).toBe(202);
  return (batch as { key: string }).key;
}

const isFinished = (batchKey: string) =>
  eventually("the batch submitted", async () => (await store().get("requestBatches", batchKey))?.finishedAt !== null);

/** Calls an action of a batch as an approver until it has been through all requests; returns how many were done. */
async function throughBatch(batchKey: string, body: object): Promise<number> {
  let [done, after] = [0, null as string | null];
  do {
    const answer = await boss.post(`/v2/requestBatches(${batchKey})/decide`, { ...body, after });
    expect(answer.status).toBe(200);
    const part = answer.body as { done: number; next: string | null };
    done += part.done;
    after = part.next;
  } while (after !== null);
  return done;
}

test(
  "a template is submitted for many people at once, each gets one request, and all are decided by some calls",
  async () => {
    const begun = performance.now();
    const batchKey = await submit(recipients);
    const answered = performance.now();
    await isFinished(batchKey);
    const submitted = performance.now();
    expect(await store().get("requestBatches", batchKey)).toMatchObject({ submitted: peopleCount, refused: 0 });
    const requests = await store().select("reqbatch", { where: { batchKey } });
    expect(new Set(requests.map(({ recipientKey }) => recipientKey)).size).toBe(peopleCount);
    expect(requests.filter(({ status }) => status !== "W")).toEqual([]);
    const [excepted] = requests;
    const deciding = performance.now();
    const body = { phase: 1, decision: "deny", except: [excepted?.key] };
    expect(await throughBatch(batchKey, body)).toBe(peopleCount - 1);
    const decided = performance.now();
    expect(await store().count("reqbatch", eq("status", "D"))).toBe(peopleCount - 1);
    const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
    console.log(
      `${peopleCount} people: accepted in ${seconds(begun, answered)} s, all requests after ${seconds(begun, submitted)} s, ` +
        `decided in ${seconds(deciding, decided)} s; peak memory api ${peakMemoryMB(cluster.pidOf("api"))} MB, ` +
        `hub ${peakMemoryMB(cluster.pidOf("hub"))} MB`,
    );
  },
  timeout,
);

test.each(["written", "committed"])(
  "a hub that is killed when a request is %s leaves each recipient with one request",
  async (moment) => {
    const some = recipients.slice(0, 12);
    const before = await store().count("reqbatch");
    const armed = join(folder, "armed");
    writeFileSync(armed, `hub requestBatches.submitMember ${moment}`);
    const batchKey = await submit(some);
    await eventually("the hub killed", async () => !existsSync(armed));
    await cluster.kill("hub");
    expect((await store().get("requestBatches", batchKey))?.finishedAt).toBeNull();
    await cluster.start("hub");
    // As it is half a minute later, when the lease of the killed hub has run out.
    await store().transaction(() => store().moments.set({ key: batchKey, kind: "requestBatch", at: 0 }));
    await isFinished(batchKey);
    const requests = await store().select("reqbatch", { where: { batchKey } });
    const members = await store().select("requestBatchMembers", { where: { batchKey, state: "submitted" } });
    expect(requests.map((one) => one.key).toSorted()).toEqual(members.map(({ requestKey }) => requestKey).toSorted());
    expect(await store().get("requestBatches", batchKey)).toMatchObject({ waiting: 0, recipients: some.length });
    expect((await store().count("reqbatch")) - before).toBe(requests.length);
    // One was excepted from the decision and is open; it is not requested twice.
    expect(requests.length).toBeGreaterThanOrEqual(some.length - 1);
    await requester.post(`/v2/requestBatches(${batchKey})/cancel`, {});
  },
  timeout,
);
