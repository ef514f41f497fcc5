import { readFileSync } from "node:fs";

import { Client, Connection } from "@temporalio/client";
import { afterAll, beforeAll, expect, test } from "vitest";

import { scheduleId } from "#activities/hub/schedules.ts";
import { programCaller } from "#bin/program-caller.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addRole } from "#operations/roles/change-roles.ts";
import { putRoleInForce } from "#operations/roles/put-in-force.ts";
import { addUserClass } from "#operations/user-classes/change-user-classes.ts";
import { addWebhook } from "#operations/webhooks/change-webhooks.ts";

import { type Cluster, clusterTarget, startCluster } from "../support/cluster.ts";
import { parseModule, type SyntaxNode, walk } from "../support/imports.ts";
import { eventually } from "../support/journey.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

let temporal: TestTemporal;
let cluster: Cluster;
let client: Client;

beforeAll(async () => {
  temporal = await startTestTemporal();
  client = new Client({ connection: await Connection.connect({ address: temporal.address }) });
  cluster = await startCluster(temporal.address, { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8" });
});
afterAll(async () => {
  await cluster?.stop();
  await client?.connection.close();
  await temporal.stop();
});

const context = () => cluster.service.context;
const caller = programCaller("test");

const schedule = (id: string) => client.schedule.getHandle(id);
const isThere = (id: string) =>
  schedule(id)
    .describe()
    .then(
      () => true,
      () => false,
    );
const maintenance = scheduleId("cleanGrants");

/** Checks that the work of a hub's process runs, seen from outside, by the name of the function that begins it. */
const works: Readonly<Record<string, () => Promise<boolean>>> = {
  async beginStandingWork() {
    return eventually("a schedule of maintenance", () => isThere(maintenance));
  },
  async keepSweeping() {
    await eventually("a schedule of maintenance", () => isThere(maintenance));
    await schedule(maintenance).delete();
    return eventually("the deleted schedule is made again", () => isThere(maintenance));
  },
  async keepSchedules() {
    const { store } = context();
    await store.transaction(() => store.save("targetSystems", { id: clusterTarget, listSchedule: "0 3 * * *" }));
    return eventually("a schedule of the target", () => isThere(`discovery-of-${clusterTarget}`));
  },
  async runMonitor() {
    await cluster.kill("hub");
    await cluster.start("hub", { wait: /The monitor has looked at all/ });
    return true;
  },
  async runCleanup() {
    const { store, ids } = context();
    const jti = ids.guid();
    await cluster.kill("hub");
    await store.transaction(() => store.save("revokedTokens", { jti, expiresAt: 1 }));
    await cluster.start("hub");
    return eventually(
      "an expired revocation is dropped",
      async () => (await store.get("revokedTokens", jti)) === undefined,
    );
  },
  async keepMoments() {
    const { store, ids, clock } = context();
    const key = ids.guid();
    await store.transaction(() => store.moments.set({ key, kind: "delegation", at: clock.now() }));
    return eventually("a moment is handled", async () => !(await store.moments.waiting([key])).has(key));
  },
  async keepGathering() {
    const { store, ids, clock } = context();
    const one = { kind: "asked", userKey: ids.guid(), requestKey: ids.guid(), facts: { phase: 1 } } as const;
    await store.transaction(async () => store.notices.note([{ ...one, mail: "waiting", createdAt: clock.now() }]));
    return eventually("a notice is gathered", async () => (await store.count("notices", { mail: "waiting" })) === 0);
  },
  async createWebhookFeeder() {
    const { store, ids } = context();
    const webhook = { url: "http://127.0.0.1:9/hook", eventTypes: ["gatehouse.user.created"] };
    await invoke(addWebhook, context(), caller, webhook);
    await store.transaction(() => store.save("users", { key: ids.guid(), id: "fed" }));
    return eventually("an event is collected", async () => (await store.count("webhookDeliveries")) > 0);
  },
  async createClassKeeper() {
    const { store, ids } = context();
    const wanted = { id: "KEPT", description: "K", condition: "startswith(displayName,'kept')" };
    await invoke(addUserClass, context(), caller, wanted);
    await store.transaction(() => store.save("users", { key: ids.guid(), id: "kept", displayName: "kept up" }));
    return eventually("a member", async () => (await store.count("userClassMembers", { userClassId: "KEPT" })) === 1);
  },
  async createRoleKeeper() {
    const { store, ids } = context();
    const { key } = await invoke(addRole, context(), caller, {
      id: "KEPT",
      draft: { condition: "id eq 'role keeper'" },
    });
    await invoke(putRoleInForce, context(), caller, { key, force: true });
    await store.transaction(() => store.save("users", { key: ids.guid(), id: "role keeper" }));
    return eventually("a member", async () => (await store.count("roleMembers", { roleKey: key })) === 1);
  },
  async createViolationKeeper() {
    const { store, ids } = context();
    const userKey = ids.guid();
    await store.transaction(async () => {
      await store.save("users", { key: userKey, id: "apart" });
      await store.save("sodRules", { key: "rule", id: "KEPT-APART", createdAt: 1 });
      for (const [index, itemKey] of ["kept-one", "kept-two"].entries()) {
        const item = { ruleKey: "rule", part: index + 1, itemType: "targetSystem", itemKey } as const;
        await store.save("sodRuleItems", { key: itemKey, ...item });
        const grant = { kind: "account", userKey, targetSystemKey: itemKey, because: "direct", from: 1 } as const;
        await store.save("grants", { key: itemKey, ...grant });
      }
    });
    return eventually("a violation", async () => (await store.count("violations", { userKey })) === 1);
  },
  async keepTakingDecisions() {
    const { store, ids, clock } = context();
    const [key, requestKey] = [ids.guid(), ids.guid()];
    const now = clock.now();
    const of = {
      number: "R-1",
      status: "W",
      origin: "api",
      requesterKey: ids.guid(),
      recipientKey: ids.guid(),
      createdAt: now,
      expiresAt: now + 3_600_000,
    } as const;
    // Another node asks for changes: from then on this one shares its requests.
    await store.replication.asking("other", 1);
    await store.transaction(async () => {
      await store.add("reqbatch", { key: requestKey, requestId: "call", ...of });
      const decision = { requestKey, phase: 1, userKey: ids.guid(), decision: "approve", sentAt: now } as const;
      await store.save("sentDecisions", { key, ...decision });
    });
    return eventually(
      "a decision of nobody is refused",
      async () => (await store.get("sentDecisions", key))?.state === "refused",
    );
  },
  async createAuditKeeper() {
    const { store } = context();
    expect(await store.count("sesslog_full")).toBeGreaterThan(0);
    return eventually("all rows are on the chain", async () => (await store.auditChain.pending()) === 0);
  },
  async createHubWorker() {
    await client.schedule.getHandle(maintenance).trigger();
    const query = `WorkflowId STARTS_WITH '${maintenance}' AND ExecutionStatus = 'Completed'`;
    return eventually("a round of maintenance", async () => (await client.workflow.count(query)).count > 0);
  },
};

/** Returns the names of the functions that the hub's process imports from elsewhere and begins. */
function begun(): readonly string[] {
  const path = "bin/children/hub.ts";
  const { program } = parseModule(path, readFileSync(path, "utf8"));
  const found: string[] = [];
  walk(program, (node) => {
    if (node.type !== "ImportDeclaration") return;
    const { value } = node["source"] as { readonly value: string };
    if (!value.startsWith("#activities/hub/") && value !== "../cleanup.ts") return;
    for (const one of node["specifiers"] as readonly SyntaxNode[])
      if (one["importKind"] !== "type") found.push((one["imported"] as { readonly name: string }).name);
  });
  return found;
}

test("all that the process of a hub begins is looked at", () => {
  expect(begun().toSorted()).toEqual(Object.keys(works).toSorted());
});

test.each(Object.entries(works))("the process of a hub runs %s", async (_, look) => {
  expect(await look()).toBe(true);
});
