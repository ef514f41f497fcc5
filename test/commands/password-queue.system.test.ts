import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { callCommand } from "../support/commands.ts";
import { openRequestApi, type RequestApi } from "../support/request-api.ts";

const accountKey = "77777777-0000-4000-8000-000000000001";
let api: RequestApi;

beforeAll(async () => {
  api = await openRequestApi({
    people: ["ada", "root1"],
    capabilities: ["resetPassword"],
    targets: { T1: [] },
  });
  for (const id of ["ada", "root1"]) writeFileSync(join(api.folder, `${id}.txt`), `password-of-${id}\n`);
  const names = { longId: "ada", shortId: "ada", displayId: "ada", stableId: "1" };
  await api.store.transaction(async () => {
    await api.store.save("users", { key: api.keyOf("root1"), superuser: true });
    await api.store.save("accounts", { key: accountKey, ...names, targetSystemKey: "T1", userKey: api.keyOf("ada") });
    await api.store.save("targetGroups", { id: "DEFAULT", passwordQueueMode: "manual" });
  });
});
afterAll(() => api.close());

const as = async (id: string, ...command: string[]) => {
  const file = join(api.folder, `${id}.txt`);
  const called = ["password-queue", ...command, "--url", api.address, "--user", id, "--password-file", file];
  const { code, output } = await callCommand(called);
  return [code, output] as const;
};

test("the queue is listed, a change of it retried and dropped, by who may", async () => {
  expect(await as("root1", "list")).toEqual([0, "None.\n"]);
  const password = "A new passw0rd here";
  const accepted = await api.call("POST", `/v2/accounts(${accountKey})/resetPassword`, "root1", { password });
  await api.carryOut(accepted, { result: "F", code: "unreachable", message: "connect\nECONNREFUSED" });
  const [entry] = await api.store.select("passwordQueue");
  const key = entry?.key ?? "";
  const line = `${key}  ada on T1  ada  waiting  0 attempts  -`;
  for (const id of ["root1", "ada"]) {
    const [code, output] = await as(id, "list", "--target", "T1");
    expect([code, output]).toEqual([0, expect.stringContaining(line)]);
    expect(output).toContain("connect ECONNREFUSED\n");
  }
  expect(await as("root1", "list", "--target", "T2")).toEqual([0, "None.\n"]);
  expect((await as("ada", "retry", key))[0]).toBe(1);
  expect(await as("root1", "retry", key)).toEqual([0, `Queued password change '${key}' is retried.\n`]);
  expect(await as("root1", "drop", key)).toEqual([0, `Queued password change '${key}' dropped.\n`]);
  expect((await as("root1", "drop", key))[0]).toBe(1);
  expect(await api.store.count("passwordQueue")).toBe(0);
});
