import { once } from "node:events";

import { afterAll, beforeAll, expect, test } from "vitest";

import { policyOf } from "#domain/policy-name.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { callCommand } from "../support/commands.ts";
import { type GatehouseProcess, startGatehouse } from "../support/gatehouse.ts";
import { answeringPid, signalApi } from "../support/process-tree.ts";
import { createRestClient, type RestUser } from "../support/rest.ts";

let api: TestApi;
const processes: GatehouseProcess[] = [];
const ada: RestUser[] = [];
const clients: ReturnType<typeof createRestClient>[] = [];
let env: Record<string, string> = {};

beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada");
  env = {
    GATEHOUSE_DATA: api.folder,
    DATABASE_URL: api.databaseUrl,
    HTTP_PORT: "0",
    TEMPORAL_ADDRESS: "127.0.0.1:9",
    PUBLIC_ADDRESS: "https://gatehouse.example",
  };
  for (let index = 0; index < 2; index++) {
    const running = startGatehouse(["api"], { env });
    processes.push(running);
    const [, address = ""] = await running.until(/"address":"(http:[^"]+)"/);
    const client = createRestClient(address, 2);
    clients.push(client);
    ada.push(await client.signIn("ada", "password-of-ada"));
  }
});
afterAll(async () => {
  for (const client of clients) client.close();
  for (const { child } of processes) {
    if (child.exitCode === null && child.signalCode === null && child.kill("SIGTERM")) await once(child, "close");
  }
  await api.close();
});

const policy = (...command: string[]) => callCommand(["policy", ...command], { env });
const statuses = async () => Promise.all(ada.map(async (user) => (await user.get("/v2/nodes")).status));

// @specification 5.notices-policies
test("a policy that is set decides the next call of every process of this machine", async () => {
  expect(await statuses()).toEqual([403, 403]);
  const { code, output } = await policy("set", policyOf.list("nodes"), "--expression", "true");
  expect([code, output]).toEqual([0, expect.stringContaining("it is in force")]);
  expect(await statuses()).toEqual([200, 200]);
});

test("a change of which no process was told is taken in from the change log", async () => {
  await api.context.store.transaction(() => api.context.store.remove("policies", policyOf.list("nodes")));
  await expect.poll(statuses).toEqual([403, 403]);
});

// @specification 5.notices-policies
test("an operator has every process load the policies, and one that was killed does not disturb it", async () => {
  const both = await policy("reload");
  const lines = both.output.trimEnd().split("\n").toSorted();
  const wanted = processes.map(({ pid }) => `process ${answeringPid(pid)} has loaded the policies`).toSorted();
  expect(lines.map((line) => line.replace(/ \(version \d+\)$/, ""))).toEqual(wanted);
  const [first, second] = processes;
  if (first) signalApi(first, "SIGKILL");
  await first?.ended();
  const one = await policy("reload");
  expect([one.code, one.output]).toEqual([
    0,
    expect.stringContaining(`process ${answeringPid(second?.pid ?? 0)} has loaded`),
  ]);
  expect(one.output.trimEnd().split("\n")).toHaveLength(1);
});
