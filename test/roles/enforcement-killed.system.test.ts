// @few it starts all processes of an installation, and kills its hub
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { eq } from "#domain/query/condition.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addRole, setRolePhases } from "#operations/roles/change-roles.ts";
import { putRoleInForce } from "#operations/roles/put-in-force.ts";

import { type Cluster, startCluster } from "../support/cluster.ts";
import { callCommand } from "../support/commands.ts";
import { eventually } from "../support/journey.ts";
import { addPeople } from "../support/people.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";

const peopleCount = testSize(40, 2_000);
const people = Array.from({ length: peopleCount }, (_, index) => `person${index}`);
const timeout = 600_000;
const operator = engineCaller("cli", "operator");

let temporal: TestTemporal;
let folder: string;
let cluster: Cluster;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  temporal = await startTestTemporal();
  folder = mkdtempSync(join(tmpdir(), "gatehouse-enforcement-"));
  const preload = new URL("../support/kill-at-point.ts", import.meta.url).href;
  cluster = await startCluster(temporal.address, {
    NODE_OPTIONS: `--import=${preload}`,
    GATEHOUSE_TEST_POINTS: folder,
  });
  const { context } = cluster.service;
  env = { GATEHOUSE_DATA: cluster.folder, DATABASE_URL: context.settings.databaseUrl };
  await addPeople(context, ["boss", ...people], "a-password-of-the-test");
}, timeout);
afterAll(async () => {
  await cluster?.stop();
  await temporal.stop();
  rmSync(folder, { recursive: true, force: true });
});

const store = () => cluster.service.context.store;

async function newRole(id: string, condition: string): Promise<string> {
  const { context } = cluster.service;
  const { key } = await invoke(addRole, context, operator, { id, draft: { condition, asksPhases: true } });
  const [boss] = await store().select("users", { where: { id: "boss" } });
  const authorizationPhases = [{ sequence: 1, authorizers: [{ userKey: boss?.key ?? "" }] }];
  await invoke(setRolePhases, context, operator, { key, authorizationPhases });
  await invoke(putRoleInForce, context, operator, { key, force: true });
  return key;
}

const recipientsOf = async (roleKey: string) => {
  const operations = await store().select("requestOperations", { where: { roleKey } });
  const requests = await store().select("reqbatch");
  const recipients = new Map(requests.map(({ key, recipientKey }) => [key, recipientKey]));
  return operations.map(({ requestKey }) => recipients.get(requestKey) ?? "").toSorted();
};

const isOver = () =>
  eventually("all runs are over", async () => (await store().count("enforcementRuns", eq("endedAt", null))) === 0);

/** Lets the moments of runs come that the killed hub had leased, as half a minute later. */
async function letMomentsCome(): Promise<void> {
  const open = await store().select("enforcementRuns", { where: eq("endedAt", null) });
  await store().transaction(async () => {
    for (const { key } of open) await store().moments.set({ key, kind: "enforcementRun", at: 0 });
  });
}

test(
  "a hub that is killed in the middle, again and again, leaves each person with one request for each difference",
  async () => {
    const points = [
      "enforcementRuns.writeItems committed",
      "enforcementRuns.submitItem written",
      "enforcementRuns.submitItem committed",
    ];
    const armed = join(folder, "armed");
    writeFileSync(armed, `hub ${points[0]}`);
    const roleKey = await newRole("ALL", "startswith(id,'person')");
    for (const [index] of points.entries()) {
      await eventually(`the hub killed: ${points[index]}`, async () => !existsSync(armed));
      await cluster.kill("hub");
      const next = points[index + 1];
      if (next !== undefined) writeFileSync(armed, `hub ${next}`);
      await cluster.start("hub");
      await letMomentsCome();
    }
    await eventually("everybody asked for", async () => (await recipientsOf(roleKey)).length >= peopleCount);
    await isOver();
    const recipients = await recipientsOf(roleKey);
    expect([recipients.length, new Set(recipients).size]).toEqual([peopleCount, peopleCount]);
  },
  timeout,
);

test(
  "autores runs beside the service, by the word of the specification, and a second run asks for nothing",
  async () => {
    const before = await store().count("reqbatch");
    const { code, output } = await callCommand(["autores", "-threads", "8"], { env });
    expect([code, output]).toEqual([0, expect.stringContaining("no differences")]);
    const report = await callCommand(["autores", "--report-only"], { env });
    expect(report).toMatchObject({ code: 0, output: expect.stringContaining("0 differences of 0 people") });
    const enforced = await callCommand(["rbacenforce", "--threads", "2", "--csv"], { env });
    expect(enforced).toMatchObject({ code: 0, output: expect.stringContaining(`"userKey","kind","resolution"`) });
    expect(enforced.output).toContain(`"problem","user","role","group"`);
    for (const words of [["-threads", "0"], ["-threads", "65"], ["-threads"], ["-trheads", "8"]])
      expect((await callCommand(["autores", ...words], { env })).code).toBe(2);
    expect(await store().count("reqbatch")).toBe(before);
  },
  timeout,
);
