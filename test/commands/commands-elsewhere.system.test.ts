import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { defaultChains } from "#domain/chains/default-chains.ts";

import { openTestApi, testPublicAddress, type TestApi } from "../support/api.ts";
import { callCommand } from "../support/commands.ts";
import { saveProxy } from "../support/organisation.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ settings: { webhookAllowedNetworks: ["127.0.0.0/8"] } });
  await api.addUser("boss", { superuser: true, classes: ["_EXPLICIT_REST_API_USERS_", "_EXPLICIT_API_USERS_"] });
  await api.addUser("ada", { displayName: "Ada" });
  const { store, context } = api;
  await store.transaction(async () => {
    await saveProxy(context, "local");
    await store.save("targetSystems", { id: "T1", type: "fault", description: "", address: {}, proxyServers: [] });
    const names = { stableId: "root", longId: "root", shortId: "root", displayId: "root" };
    await store.add("accounts", { key: context.ids.guid(), targetSystemKey: "T1", ...names });
  });
});
afterAll(() => api.close());

/** Calls a command at the remote service as the boss, on a machine without an installation. */
async function there(...command: string[]): Promise<string> {
  const passwordFile = join(api.folder, "boss.txt");
  writeFileSync(passwordFile, "password-of-boss\n");
  const nowhere = join(api.folder, "nowhere");
  const env = { GATEHOUSE_DATA: nowhere, GATEHOUSE_USER: "boss", GATEHOUSE_PASSWORD_FILE: passwordFile };
  const url = command[0] === "webhook" && command[1] === "update" ? "--service" : "--url";
  const { code, output } = await callCommand([...command, url, api.address], { env });
  expect([command, existsSync(nowhere)]).toEqual([command, false]);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}: ${output}`);
  return output;
}

test("people are unlocked, imported and removed from classes", async () => {
  const file = join(api.folder, "people.csv");
  writeFileSync(file, "id,displayName\nzed,Zed\nada,Ada Abel\n");
  expect(await there("user", "import", file, "--trial")).toContain("line 2: add zed (displayName)");
  expect(await there("user", "import", file)).toBe("add 1, change 1, leave 0, refuse 0.\n");
  expect(await there("user", "link", "zed")).toMatch(/^https:\S+link=[\w-]{43}$/m);
  expect(await there("user", "disable", "zed")).toBe("zed is disabled.\n");
  const [user] = await api.store.select("users", { where: { id: "ada" } });
  await api.store.transaction(() =>
    api.store.save("users", { key: user?.key ?? "", locked: true, lockedBy: "administrator" }),
  );
  expect(await there("userunlock", "-all")).toBe("1 user(s) unlocked.\n");
  expect(await there("userunlock", "ada")).toBe("ada was not locked.\n");
  expect(await there("user", "class", "trial", "startswith(id,'ad')")).toContain("ada  Ada Abel\n1 user(s)");
});

test("catalog items are edited, filled in and set, each of many after a dry run", async () => {
  expect(await there("catalogue", "edit", "T1", "--owner", "ada", "--risk", "20", "--tags", "it base")).toBe(
    "Catalog item 'T1' changed.\n",
  );
  await expect(there("catalogue", "edit", "T1", "--risk", "high")).rejects.toThrow("must be a whole number");
  const file = join(api.folder, "details.csv");
  writeFileSync(file, "key,risk,tags\nT1,30,\n");
  const told = await there("catalogue", "fill", "--csv", file, "--try");
  expect(told).toContain("T1  T1  risk 20 -> 30  tags it base -> none\n");
  expect(told).toContain("1 items selected, 1 to change. Nothing was saved.");
  expect((await api.store.select("catalogueDetails"))[0]).toMatchObject({ risk: 20 });
  expect(await there("catalogue", "fill", "--csv", file)).toContain("1 items selected, 1 changed.");
  writeFileSync(file, "key,risk\nT1,high\n");
  await expect(there("catalogue", "fill", "--csv", file)).rejects.toThrow("line 2, column risk");
  expect(await there("catalogue", "set", "--where", "risk eq 30", "--longest-hours", "24", "--owner", "")).toContain(
    "1 items selected, 1 changed.",
  );
  const found = (await api.store.select("catalogueDetails"))[0];
  expect(found).toMatchObject({ risk: 30, tags: [], longestHours: 24, ownerKey: null });
  const shown = await there("catalogue", "show", "T1");
  for (const line of ["Risk: 30", "Longest time: 24 h", "Held: no"]) expect(shown).toContain(`${line}\n`);
});

test("policies and chains are set, tried and put back", async () => {
  const expression = ["--expression", "IsSuperuser()", "--comment", "CR-17"];
  expect(await there("policy", "set", "users_get_list", ...expression)).toContain("is at version 1: it is in force.");
  expect(await there("policy", "diff")).toContain("+ IsSuperuser()");
  expect(await there("policy", "versions", "users_get_list")).toMatch(
    /^1 {2}\S+Z {2}.*set {2}CR-17\n {3}IsSuperuser\(\)\n$/,
  );
  expect(await there("policy", "reset", "users_get_list")).toContain("is at version 2: the default is in force.");
  expect(await there("policy", "explain", "users_get_list", "--user", "ada")).toMatch(/^users_get_list for ada: /);
  const file = join(api.folder, "own.json");
  const [chain] = defaultChains;
  writeFileSync(file, JSON.stringify({ ...chain, name: "own", position: 50, selectors: [] }));
  expect(await there("chain", "set", file, "--disabled")).toContain("own is at version 1: it is kept, not in force.");
  expect(await there("chain", "list")).toMatch(/^default .* sign-in /m);
  expect(await there("chain", "try", "--outcome", "password=passed")).toContain("taken: sign-in");
  expect(await there("chain", "reset", "own")).toBe("own is at version 2: nothing is stored any more.\n");
});

test("clients, webhooks, identity providers, import rules and settings are changed", async () => {
  const grants = ["--grant", "authorization_code", "--redirect-uri", "https://portal.example/in"];
  expect(await there("client", "add", "portal", ...grants)).toMatch(/^[\w-]{43}$/m);
  expect(await there("client", "list")).toContain("portal  confidential  authorization_code\n");
  expect(await there("client", "revoke-tokens", "portal")).toBe("0 sessions of the client 'portal' are ended.\n");
  expect(await there("client", "remove", "portal")).toBe("The client 'portal' is removed.\n");
  const key = /added: (\S+)/.exec(await there("webhook", "add", "http://127.0.0.1:9/x"))?.[1] ?? "";
  expect(await there("webhook", "update", key, "--url", "http://127.0.0.1:9/y", "--disable")).toContain("is changed");
  expect(await there("webhook", "list")).toBe(`${key}  disabled  0 waiting  0 dead  http://127.0.0.1:9/y\n`);
  await api.store.transaction(() =>
    api.store.add("samlProviders", { id: "corp", entryPoint: "https://a.example", issuer: "urn:a", certificates: [] }),
  );
  const entryPoint = ["--entry-point", "https://idp.example/sso"];
  expect(await there("saml", "provider", "update", "corp", ...entryPoint)).toContain("is changed");
  expect(JSON.parse(await there("saml", "provider", "show", "corp"))).toMatchObject({
    entryPoint: "https://idp.example/sso",
    ours: { answers: `${testPublicAddress}/identity/saml/corp/acs` },
  });
  const rule = ["import-rule", "add", "managedSystem", "10", "true", "bind", "--policy", "DEFAULT"];
  const ruleKey = (await there(...rule)).trim();
  expect(await there("import-rule", "list")).toBe(`${ruleKey}  managedSystem  10  bind DEFAULT  true\n`);
  expect(await there("import-rule", "trial")).toContain("managedSystem 10: bind DEFAULT: 1 matched");
  expect(await there("settings", "set", "LOCKOUT_DURATION", "60")).toBe(
    "Stored.\nLOCKOUT_DURATION  60 (stored; a stored value acts at once)\n",
  );
  expect(await there("settings", "unset", "LOCKOUT_DURATION")).toMatch(/^Nothing is stored any more\.\n.*\(default;/);
});

test("privileged passwords are set up", async () => {
  const policy = ["--description", "Servers", "--mode", "push", "--frozen-until", "2030-01-07T06:00:00Z"];
  expect(await there("managed", "policy", "add", "P", ...policy)).toContain("'P' is added");
  expect((await api.store.get("managedSystemPolicies", "P"))?.frozenUntil).toBe(Date.UTC(2030, 0, 7, 6));
  expect(await there("managed", "system", "add", "T1", "--policy", "P")).toBe("T1\n");
  expect(await there("managed", "account", "add", "T1", "root", "--policy", "P")).toContain("is managed under 'P'");
  expect(await there("managed", "account", "disable", "T1", "root", "--reason", "audit")).toContain("is disabled");
  expect(await there("managed", "account", "list", "--policy", "P")).toMatch(
    /^T1 {2}root {2}P .*\(disabled: audit\)\n$/,
  );
  expect(await there("managed", "system", "list")).toBe("T1  push  T1  P\n");
  expect(await there("managed", "policy", "grant", "P", "ask", "_HELP_DESK_")).toContain("have the right 'ask'");
  expect(await there("managed", "policy", "rights", "P")).toMatch(/^ask {2}_HELP_DESK_ {2}\S+Z\n$/);
  const key = (await there("managed", "randomize", "--policy", "P")).trim();
  expect(await there("managed", "runs")).toContain(`${key}  randomize  asked  queued`);
  expect(JSON.parse(await there("managed", "run", key, "--stop"))).toMatchObject({ state: "stopped" });
});
