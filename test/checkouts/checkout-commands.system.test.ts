import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { ComposedService } from "#bin/compose.ts";
import { programCaller } from "#bin/program-caller.ts";
import { Secret } from "#connectors/contract/index.ts";
import { commandOutputBytesMax, commandWay } from "#domain/checkout-limits.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addEntries, lockTrees, raiseEntries, readTrees, secretOf } from "#operations/vault/engine/entries.ts";
import { addWebhook } from "#operations/webhooks/change-webhooks.ts";

import { createSearch, databaseBytes, filesBelow, serverFiles } from "../support/canaries.ts";
import { giveRight } from "../support/checkout-journey.ts";
import { callCommand } from "../support/commands.ts";
import { testDatabase, type TestDatabase } from "../support/database.ts";
import type { HttpAnswer } from "../support/http-client.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { eventually } from "../support/journey.ts";
import { callContext } from "../support/managed-room.ts";
import { type OpenSsh, startOpenSsh } from "../support/openssh.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, type RestClient, type RestUser } from "../support/rest.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

const login = "web-admin";
const first = "Canary-of-the-host-7261";
const personal = "a-password-for-this-test";
const policyId = "HOSTS";
/** All answers to commands. */
const told: string[] = [];
const lines = {
  whoami: "id -un",
  fails: "echo $((72613579 * 3)); echo no more >&2; exit 3",
  leaks: "cat secret; base64 -w0 secret",
  much: "yes x | head -c 100000",
} as const;

let folder: string;
let host: OpenSsh;
let database: TestDatabase;
let hooks: WebhookReceiver;
let installation: Installation;
let service: ComposedService;
let rest: RestClient;
let ada: RestUser;
let admin: RestUser;
let accountKey: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-commands-"));
  [host, database, hooks] = await Promise.all([startOpenSsh(), testDatabase(folder), startWebhookReceiver()]);
  const shell = (line: string) => host.inside("sh", "-c", line);
  await shell(`useradd -m -s /bin/sh ${login}; echo '${login}:${first}' | chpasswd`);
  await shell(`printf %s '${first}' > /home/${login}/secret`);
  const environment = { LOG_LEVEL: "trace", WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8" };
  installation = await startInstallation({ databaseUrl: database.url, environment });
  service = await installation.compose();
  const people = await addPeople(service.context, ["ada"], personal);
  accountKey = await manageHost();
  await invoke(addWebhook, service.context, programCaller("test"), { url: hooks.url });
  await giveRight(service.context, policyId, "preApproved", [people["ada"] ?? ""]);
  rest = createRestClient(installation.address);
  ada = await rest.signIn("ada", personal);
  admin = await rest.signIn(installation.superuser.id, installation.superuser.password);
});

afterAll(async () => {
  rest?.close();
  await service?.close();
  await installation?.stop();
  await database?.remove();
  await host?.stop();
  await hooks?.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Makes the host a target system, and puts its account under management with a policy of its own; returns the key of the managed account.
 */
async function manageHost(): Promise<string> {
  const { store, ids, clock } = service.context;
  const [id, managedSystemKey, key, credential] = ["HOST", ids.guid(), ids.guid(), ids.guid()];
  const described = { id, description: "A host of the test" };
  await store.transaction(async () => {
    const address = { host: "127.0.0.1", port: host.port, hostKeys: [host.fingerprint], sudo: true, removeHome: true };
    const target = { type: "ssh", address, targetGroup: "DEFAULT", mode: "automatic", proxyServers: [] } as const;
    await store.save("targetSystems", { ...described, ...target });
    const at = { table: "targetSystemCredentials", key: credential, column: "password" } as const;
    const password = store.seal(new Secret(host.operator.password), at);
    const administratorId = host.operator.login;
    await store.save("targetSystemCredentials", {
      key: credential,
      targetSystemId: id,
      administratorId,
      password,
      lastChanged: 0,
    });
    const rules = { changeIntervalHours: 0, checkoutMaxMinutes: 60, disclosurePlugins: [commandWay], enabled: true };
    const policy = { id: policyId, description: "Hosts", ...rules, mode: "push", managedByNode: store.node } as const;
    await store.add("managedSystemPolicies", policy);
    const system = { key: managedSystemKey, type: "ssh", mode: "push", targetSystemKey: id } as const;
    await store.add("managedSystems", { ...described, ...system });
    const names = {
      stableId: (await host.inside("id", "-u", login)).trim(),
      longId: login,
      shortId: login,
      displayId: login,
    };
    const account = await store.add("accounts", { key: ids.guid(), targetSystemKey: id, ...names });
    await store.add("managedAccounts", { key, accountKey: account.key, managedSystemKey, policyId, status: "U" });
    const call = callContext(service);
    const imported = { managedAccountKey: key, origin: "imported", createdBy: null, runKey: null } as const;
    const [entry] = await addEntries(call, await lockTrees(call, [key]), [{ ...imported, secret: new Secret(first) }]);
    const now = clock.now();
    const confirmed = { status: "C", settledAt: now, openedAt: now } as const;
    await raiseEntries(call, await lockTrees(call, [key]), [{ key: entry?.key ?? "", ...confirmed }]);
  });
  return key;
}

async function run(key: string, command: string): Promise<HttpAnswer> {
  const answer = await ada.post(`/v2/checkouts(${key})/runCommand`, { command });
  told.push(JSON.stringify([answer.headers, answer.body]));
  return answer;
}

/** Returns the places that contain one of the texts, in whatever encoding. */
async function placesOf(texts: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const search = createSearch(texts);
  const ofFolder = filesBelow(folder).filter((path) => /gatehouse\.db/.test(path));
  const files = [...filesBelow(installation.folder), ...ofFolder, ...(await serverFiles(database.url))];
  const places = [
    ...files.map((path) => [basename(path), search(readFileSync(path))] as const),
    ["tables", search(await databaseBytes(database.url))] as const,
    ["answers", search(Buffer.from(told.join("\n")))] as const,
    ["webhooks", search(Buffer.from(JSON.stringify(hooks.received)))] as const,
    ["output", search(Buffer.from(installation.output()))] as const,
  ];
  return places.flatMap(([place, found]) => found.map((name) => `${name} in ${place}`));
}

test("listed commands are run on a host with a checked-out password, which leaves the vault for the proxy alone", async () => {
  const policy = `/v2/managedSystemPolicies('${policyId}')`;
  for (const [name, command] of Object.entries(lines))
    expect((await admin.post(`${policy}/listCommand`, { name, command })).status).toBe(200);
  const asked = await ada.post("/v2/checkouts", { managedAccountKey: accountKey, reason: "look after the web server" });
  expect(asked).toMatchObject({ status: 201, body: { status: "checkedOut" } });
  const { key } = asked.body as { readonly key: string };
  const listed = (await ada.get(`/v2/checkouts(${key})/commands`)).body;
  expect(listed).toMatchObject({ value: [{ name: "fails" }, { name: "leaks" }, { name: "much" }, { name: "whoami" }] });

  const answers = [await run(key, "whoami"), await run(key, "fails"), await run(key, "leaks")];
  expect(answers.map(({ status, body }) => [status, body])).toMatchObject([
    [200, { exitCode: 0, stdout: `${login}\n`, stderr: "", cut: false }],
    [200, { exitCode: 3, stdout: "217840737\n", stderr: "no more\n", cut: false }],
    [200, { exitCode: 0, stdout: "[secret][secret]", stderr: "", cut: false }],
  ]);
  const much = await run(key, "much");
  expect(much.body).toMatchObject({ exitCode: 0, stdout: "x\n".repeat(commandOutputBytesMax / 2), cut: true });
  expect(await run(key, "reboot")).toMatchObject({ status: 400, body: { error: { code: "COMMAND_UNFIT" } } });
  expect(await ada.post(`/v2/checkouts(${key})/disclose`, {})).toMatchObject({ status: 400 });

  writeFileSync(join(folder, "ada.txt"), personal, { mode: 0o600 });
  const signIn = ["--url", installation.address, "--user", "ada", "--password-file", join(folder, "ada.txt")];
  const atCommandLine = async (...command: string[]) => {
    const { code, output } = await callCommand(["checkout", ...command, ...signIn]);
    return [code, output];
  };
  expect(await atCommandLine("commands", key)).toEqual([0, expect.stringContaining(`whoami  ${lines.whoami}\n`)]);
  expect(await atCommandLine("run", key, "whoami")).toEqual([0, `${login}\n`]);
  const [code, output] = await atCommandLine("run", key, "fails");
  expect(code).toBe(1);
  for (const words of ["217840737\n", "no more\n", "gatehouse: The command fails ended with the exit code 3.\n"])
    expect(output).toContain(words);

  const { store } = service.context;
  const given = await store.select("disclosures", { where: { checkoutKey: key } });
  expect(given.map(({ plugin, usedAt }) => plugin === commandWay && usedAt !== null)).toEqual(Array(6).fill(true));
  const audited = await store.select("sesslog_full", { where: { operation: "CHKO", ident: accountKey } });
  const ran = audited.flatMap(({ message }) => /given to a proxy .* the command (\w+):/.exec(message ?? "")?.[1] ?? []);
  expect(ran.toSorted()).toEqual(["fails", "fails", "leaks", "much", "whoami", "whoami"]);
  expect(await store.count("commandRuns")).toBe(0);

  expect((await ada.post(`/v2/checkouts(${key})/checkIn`, {})).status).toBe(200);
  expect(await run(key, "whoami")).toMatchObject({ status: 409, body: { error: { code: "CHECKOUT_NOT_OUT" } } });
  await eventually("its password is another one", async () => {
    const tree = (await readTrees(store, [accountKey])).get(accountKey)?.tree;
    const [entry] = tree?.giveOut ?? [];
    return tree?.state === "C" && entry !== undefined && secretOf(store, entry).use((text) => text !== first);
  });
  const again = await ada.post("/v2/checkouts", { managedAccountKey: accountKey, reason: "look once more" });
  const { key: next } = again.body as { readonly key: string };
  await ada.until(`/v2/checkouts(${next})`, ({ status }) => status === "checkedOut");
  expect(await run(next, "whoami")).toMatchObject({ status: 200, body: { stdout: `${login}\n` } });

  // A password that was changed outside opens nothing, and the answer says so.
  await host.inside("sh", "-c", `echo '${login}:Changed-by-the-operator-9' | chpasswd`);
  const refused = await run(next, "whoami");
  expect(refused).toMatchObject({ status: 422, body: { error: { code: "COMMAND_FAILED" } } });
  expect(JSON.stringify(refused.body)).toContain("The command whoami was not run.");

  const used = () => hooks.received.filter(({ event }) => event.type === "gatehouse.disclosure.used");
  await eventually("each was told of", async () => used().length === 8);
  const tree = (await readTrees(store, [accountKey])).get(accountKey);
  const passwords = (tree?.entries ?? []).map((entry, count) => [
    `password ${count}`,
    secretOf(store, entry).use((text) => text),
  ]);
  expect(passwords).toHaveLength(2);
  expect(await placesOf(Object.fromEntries(passwords) as Record<string, string>)).toEqual([]);
  // A search without results must be able to find something; the output of a command is only in its answer.
  expect((await placesOf({ key })).toSorted()).toEqual(expect.arrayContaining(["key in tables", "key in webhooks"]));
  expect(await placesOf({ written: "217840737" })).toEqual(["written in answers"]);
}, 240_000);
