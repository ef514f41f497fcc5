import { afterAll, beforeAll, expect, test } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { install } from "#operations/setup/install.ts";

import { callCommand } from "../support/commands.ts";
import { foundOrganisation } from "../support/organisation.ts";
import { openTestService, type TestService } from "../support/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const { context, store } = service;
  await foundOrganisation(context, { people: [], targets: { T1: [], T2: [] } });
  await invoke(install, context, engineCaller("cli", "test"), {});
  await store.transaction(async () => {
    for (const name of ["root", "one", "two"]) {
      const names = { stableId: name, longId: name, shortId: name, displayId: name };
      await store.save("accounts", { key: `T1-${name}`, targetSystemKey: "T1", ...names });
    }
  });
});
afterAll(() => service.close());

const managed = async (...command: string[]) => {
  const env = { GATEHOUSE_DATA: service.folder, DATABASE_URL: service.databaseUrl };
  const { code, output } = await callCommand(["managed", ...command], { env });
  return [code, output] as const;
};

test("policies, systems and accounts are added, shown, changed, moved, disabled and removed", async () => {
  const policy = ["--description", "Servers", "--mode", "push", "--interval", "24", "--window", "22:00-05:30"];
  expect(await managed("policy", "add", "P", ...policy)).toEqual([0, "The managed system policy 'P' is added.\n"]);
  expect(await managed("system", "add", "T1", "--policy", "P")).toEqual([0, "T1\n"]);
  expect(await managed("system", "bind", "T1", "DEFAULT")).toEqual([0, "'T1' is under the policy 'DEFAULT'.\n"]);
  expect(await managed("system", "list")).toEqual([0, "T1  push  T1  DEFAULT P\n"]);
  expect((await managed("policy", "set", "P", "--unverified", "yes"))[0]).toBe(0);
  const unverified = "(counts unverified where its target cannot verify)";
  expect(await managed("system", "list")).toEqual([0, `T1  push  T1  DEFAULT P  ${unverified}\n`]);
  expect(JSON.parse((await managed("system", "show", "T1"))[1])).toMatchObject({
    id: "T1",
    policies: ["DEFAULT", "P"],
    confirmWithoutVerify: true,
  });
  expect((await managed("policy", "set", "P", "--unverified", "no"))[0]).toBe(0);
  expect((await managed("account", "add", "T1", "root", "--policy", "P"))[0]).toBe(0);
  expect((await managed("account", "disable", "T1", "root", "--reason", "audit"))[0]).toBe(0);
  const [, list] = await managed("account", "list", "--policy", "P");
  expect(list).toMatch(/^T1 {2}root {2}P {2}U {2}\S+Z {2}\(disabled: audit\)\n$/);
  expect((await managed("account", "enable", "T1", "root"))[0]).toBe(0);
  expect((await managed("account", "move", "T1", "root", "DEFAULT"))[0]).toBe(0);
  expect(JSON.parse((await managed("account", "show", "T1", "root"))[1])).toMatchObject({
    name: "root",
    policyId: "DEFAULT",
    disabledReason: null,
  });
  expect((await managed("system", "unbind", "T1", "P"))[0]).toBe(0);
  expect((await managed("policy", "set", "P", "--interval", "0", "--window", ""))[0]).toBe(0);
  expect(JSON.parse((await managed("policy", "show", "P"))[1])).toMatchObject({
    changeIntervalHours: 0,
    changeWindow: null,
    managedSystems: 0,
    managedAccounts: 0,
  });
  expect(await managed("policy", "remove", "P")).toEqual([0, "The managed system policy 'P' is removed.\n"]);
}, 180_000);

test("runs are asked for, listed, paused, resumed and stopped, and a slip is told", async () => {
  expect((await managed("policy", "add", "R", "--description", "r", "--mode", "push"))[0]).toBe(0);
  expect((await managed("system", "bind", "T1", "R"))[0]).toBe(0);
  expect((await managed("account", "move", "T1", "root", "R"))[0]).toBe(0);
  expect(await managed("conflicts")).toEqual([0, "No managed account is in conflict.\n"]);
  expect(await managed("randomize", "T1")).toEqual([2, expect.stringContaining("--policy <id> or --all")]);
  expect(await managed("verify", "T1", "root")).toEqual([
    1,
    expect.stringContaining("The vault has no password of it"),
  ]);
  const [code, printed] = await managed("randomize", "--policy", "R");
  expect([code, printed]).toEqual([0, expect.stringMatching(/^[0-9a-f-]{36}\n$/)]);
  const key = printed.trim();
  const [, list] = await managed("runs");
  expect(list).toBe(`${key}  randomize  asked  queued  0 of 0 changed, 0 not changed, 0 to do\n`);
  const state = async (...options: string[]) => JSON.parse((await managed("run", key, ...options))[1]).state;
  expect([await state("--pause"), await state("--resume"), await state("--stop")]).toEqual([
    "paused",
    "queued",
    "stopped",
  ]);
  expect(await managed("run", key, "--pause")).toEqual([1, expect.stringContaining("The run has ended")]);
  expect(await managed("run", key, "--pause", "--stop")).toEqual([2, expect.stringContaining("exclude each other")]);
}, 180_000);

test("dependants are added, listed, moved and removed, and a slip is told", async () => {
  const dependant = (...command: string[]) => managed("dependant", ...command);
  const root = ["T1", "root"];
  for (const name of ["one", "two"]) expect((await dependant("add", ...root, "--account", "T1", name))[0]).toBe(0);
  expect(await dependant("list", ...root)).toEqual([0, "T1 root  1  T1 one  new\nT1 root  2  T1 two  new\n"]);
  expect((await dependant("move", ...root, "2", "1"))[0]).toBe(0);
  expect(await dependant("remove", ...root, "2")).toEqual([0, "'root' of 'T1' has that dependant no more.\n"]);
  expect(await dependant("list")).toEqual([0, "T1 root  1  T1 two  new\n"]);
  expect(await dependant("list", "--failing")).toEqual([0, ""]);
  expect(await dependant("remove", ...root, "7")).toEqual([1, expect.stringContaining("dependant list")]);
  expect(await dependant("add", ...root)).toEqual([1, expect.stringContaining("either --account or --plugin")]);
  expect(await dependant("add", ...root, "--plugin", "none.mjs")).toEqual([
    1,
    expect.stringContaining("PLUGIN_FOLDER"),
  ]);
  expect(await managed("account", "add", "T1", "two", "--policy", "R")).toEqual([
    1,
    expect.stringContaining("Remove it from the dependants"),
  ]);
}, 180_000);

test("managed hosts are invited, listed and shut out", async () => {
  await service.store.transaction(() =>
    service.store.save("accounts", {
      key: "T2-root",
      targetSystemKey: "T2",
      stableId: "root",
      longId: "root",
      shortId: "root",
      displayId: "root",
    }),
  );
  expect((await managed("policy", "add", "HOSTS", "--description", "h", "--mode", "pull"))[0]).toBe(0);
  expect((await managed("system", "add", "T2", "--policy", "HOSTS"))[0]).toBe(0);
  expect((await managed("account", "add", "T2", "root", "--policy", "HOSTS"))[0]).toBe(0);
  expect(await managed("randomize", "T2", "root")).toEqual([1, expect.stringContaining("managed host invite")]);
  const [code, invitation] = await managed("host", "invite", "T2", "root", "--name", "web7");
  expect(code).toBe(0);
  const [, key = ""] = /gatehouse host enrol (\S+)/.exec(invitation) ?? [];
  expect(await managed("host", "list")).toEqual([0, `${key}  web7  T2 root  invited  never asked\n`]);
  expect(await managed("host", "revoke", key)).toEqual([0, expect.stringContaining("'web7' is shut out")]);
  expect(JSON.parse((await managed("host", "list", "--json"))[1])).toMatchObject([{ key, status: "revoked" }]);
  expect(await managed("randomize", "--policy", "HOSTS")).toEqual([1, expect.stringContaining("Ask for each account")]);
  expect(await managed("dependant", "add", "T2", "root", "--account", "T1", "two")).toEqual([
    1,
    expect.stringContaining("has the mode pull"),
  ]);
}, 180_000);

test("a slip is told with the way out", async () => {
  expect(await managed("host", "invite", "T1", "nobody")).toEqual([1, expect.stringContaining("'nobody'")]);
  expect(await managed("host", "revoke", "nobody")).toEqual([1, expect.stringContaining("managed host list")]);
  expect(await managed("policy", "set", "DEFAULT")).toEqual([2, expect.stringContaining("what is to be changed")]);
  expect(await managed("policy", "show", "DEFALT")).toEqual([1, expect.stringContaining("Do you mean 'DEFAULT'?")]);
  expect(await managed("policy", "set", "HISTORICAL", "--enabled", "yes")).toEqual([
    1,
    expect.stringContaining("managed no more"),
  ]);
  expect(await managed("system", "show", "none")).toEqual([1, expect.stringContaining("managed system list")]);
  expect(await managed("account", "show", "T1", "nobody")).toEqual([1, expect.stringContaining("/v2/accounts")]);
  expect((await managed("system", "disable", "T1"))[0]).toBe(2);
}, 120_000);
