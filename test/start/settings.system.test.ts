import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { openTestApi, type TestApi } from "../support/api.ts";
import { callCommand } from "../support/commands.ts";
import { type GatehouseProcess, startGatehouse } from "../support/gatehouse.ts";
import { createHttpClient } from "../support/http-client.ts";
import { createRestClient } from "../support/rest.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

const withinMs = 2_000;
let temporal: TestTemporal;
let api: TestApi;
let env: Record<string, string> = {};
const processes: GatehouseProcess[] = [];

beforeAll(async () => {
  [temporal, api] = await Promise.all([startTestTemporal(), openTestApi()]);
  await api.addUser("ada");
  writeFileSync(join(api.folder, "gatehouse.env"), "WEBHOOK_DELIVERIES_KEPT_DAYS=3\n", { mode: 0o600 });
  env = {
    GATEHOUSE_DATA: api.folder,
    DATABASE_URL: api.databaseUrl,
    HTTP_PORT: "0",
    TEMPORAL_ADDRESS: temporal.address,
    REQUEST_LIFE_DAYS: "9",
    PUBLIC_ADDRESS: "https://gatehouse.example",
  };
  for (const name of ["api", "hub"]) {
    processes.push(startGatehouse([name, "--setting", "DISCOVERY_CHUNK_OBJECTS=50"], { env }));
  }
  const [first, second] = processes;
  await Promise.all([first?.until(/The API listens/), second?.until(/The hub runs/)]);
});
afterAll(async () => {
  for (const { child } of processes) {
    if (child.exitCode === null && child.signalCode === null && child.kill("SIGTERM")) await once(child, "close");
  }
  await Promise.all([api.close(), temporal.stop()]);
});

const settings = (...words: string[]) => callCommand(["settings", ...words], { env });

test("a change reaches api, hub and the command line within two seconds", async () => {
  const { code, output } = await settings("set", "MAX USERAUTH FAILURE", "7");
  expect([code, output]).toEqual([
    0,
    expect.stringContaining("MAX USERAUTH FAILURE  7 (stored; a stored value acts at once)"),
  ]);
  await Promise.all(processes.map((one) => one.until(/Settings have changed/, withinMs)));
  for (const one of processes) expect(one.output()).toMatch(/"settings":\{"MAX USERAUTH FAILURE":7\}/);
  expect(await settings("get", "max_userauth_failure")).toEqual({ code: 0, output: "7\n" });
});

// @specification 8.variables
test("what is stored by REST reaches the hub and the command line, and is for superusers alone", async () => {
  const [first, hub] = processes;
  const [, address = ""] = (await first?.until(/"address":"(http:[^"]+)"/)) ?? [];
  const client = createRestClient(address, 2);
  const stranger = createHttpClient(address, 1);
  try {
    const [root, ada] = [
      await client.signIn("root", "password-of-root"),
      await client.signIn("ada", "password-of-ada"),
    ];
    const path = "/v2/settings('LOCKOUT_DURATION')";
    expect((await stranger.call("GET", path)).status).toBe(401);
    expect([(await ada.get(path)).status, (await ada.patch(path, { value: 45 })).status]).toEqual([403, 403]);
    const wrong = await root.patch(path, { value: "soon" });
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([
      400,
      expect.stringContaining("must be a whole number"),
    ]);
    expect((await root.patch(path, { value: 45 })).status).toBe(204);
    await hub?.until(/"settings":\{"LOCKOUT_DURATION":45\}/, withinMs);
    expect(await settings("get", "LOCKOUT_DURATION")).toEqual({ code: 0, output: "45\n" });
    const { body } = await root.get("/v2/settings?$select=name,value,origin&$top=1000");
    for (const [name, value, origin] of [
      ["DISCOVERY_CHUNK_OBJECTS", 50, "flag"],
      ["REQUEST_LIFE_DAYS", 9, "environment"],
      ["WEBHOOK_DELIVERIES_KEPT_DAYS", 3, "file"],
      ["LOCKOUT_DURATION", 45, "stored"],
      ["WEBHOOK_DISABLE_AFTER_HOURS", 72, "default"],
    ]) {
      expect((body as { value: unknown[] }).value).toContainEqual(expect.objectContaining({ name, value, origin }));
    }
    expect((await root.patch(path, { value: null })).status).toBe(204);
    await hub?.until(/"settings":\{"LOCKOUT_DURATION":30\}/, withinMs);
  } finally {
    client.close();
    stranger.close();
  }
});

test("each value is told with where it comes from: flag, environment, its file, stored, default", async () => {
  for (const name of ["DISCOVERY_CHUNK_OBJECTS", "REQUEST_LIFE_DAYS", "WEBHOOK_DELIVERIES_KEPT_DAYS"]) {
    expect((await settings("set", name, "6")).output).toMatch(/^Stored/);
  }
  const { output } = await settings("list", "--origin", "--setting", "DISCOVERY_CHUNK_OBJECTS=40");
  const lines = output.split("\n").map((line) => line.replaceAll(/ +/g, " "));
  for (const [name, value, origin] of [
    ["DISCOVERY_CHUNK_OBJECTS", 40, "flag"],
    ["REQUEST_LIFE_DAYS", 9, "environment"],
    ["WEBHOOK_DELIVERIES_KEPT_DAYS", 3, "gatehouse.env"],
    ["MAX USERAUTH FAILURE", 7, "stored"],
    ["LOCKOUT_DURATION", 30, "default"],
  ]) {
    expect(lines).toContain(`${name} ${value} (${origin}; a stored value acts at once)`);
  }
  expect((await settings("set", "REQUEST_LIFE_DAYS", "5")).output).toContain(
    "here the environment goes before what is stored",
  );
  expect((await settings("unset", "MAX USERAUTH FAILURE")).output).toContain("5 (default;");
});

test.each([
  [["set", "LOCKOUT_DURATION", "soon"], 1, "LOCKOUT_DURATION must be a whole number."],
  [["set", "LWS SAVE QUEUE SPACE", "1"], 1, "LWS SAVE QUEUE SPACE must be true or false."],
  [["set", "DATABASE_URL", "sqlite:x"], 1, "Set DATABASE_URL in the environment, in gatehouse.env, or by --setting."],
  [["get", "LOKOUT_DURATION"], 2, "There is no setting 'LOKOUT_DURATION'. Was 'LOCKOUT_DURATION' meant?"],
  [["list", "--setting", "HTTP_PORT=x"], 2, "HTTP_PORT must be a whole number."],
])("%j is refused in words", async (words, code, said) => {
  expect(await settings(...words)).toEqual({ code, output: expect.stringContaining(said) });
});

test("without a database what is given and the defaults are listed, and none is made", async () => {
  const { code, output } = await callCommand(["settings"], { env: { GATEHOUSE_DATA: join(api.folder, "nowhere") } });
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^What is stored is left out: there is no database yet\.$/m),
  ]);
  expect(output).toMatch(/^LOCKOUT_DURATION +30$/m);
});
