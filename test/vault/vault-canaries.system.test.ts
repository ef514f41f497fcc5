import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Attribute, Change, Client } from "ldapts";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { ComposedService } from "#bin/compose.ts";
import { programCaller } from "#bin/program-caller.ts";
import { manageAccounts, type ProvedAccount, proofId } from "#bin/prove/accounts.ts";
import { type Directory, dnOf, startDirectory } from "#bin/prove/directory.ts";
import { createJudge } from "#bin/prove/judge.ts";
import { Secret } from "#connectors/contract/index.ts";
import { candidatesMax } from "#domain/vault-run-limits.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { moveManagedAccount } from "#operations/managed-accounts/change-managed-accounts.ts";
import { addManagedSystemPolicy } from "#operations/managed-accounts/change-managed-system-policies.ts";
import { bindManagedSystem } from "#operations/managed-accounts/change-managed-systems.ts";
import { addEntries, lockTrees, readTrees, secretOf } from "#operations/vault/engine/entries.ts";

import { createSearch, databaseBytes, filesBelow, serverFiles } from "../support/canaries.ts";
import { suiteDialect, type TestDatabase, testDatabase } from "../support/database.ts";
import { runGatehouse } from "../support/gatehouse.ts";
import type { HttpAnswer } from "../support/http-client.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { callContext } from "../support/managed-room.ts";
import { createRestClient, pathOf, type RestClient, type RestUser } from "../support/rest.ts";
import { testSize } from "../support/test-size.ts";

/** Number of accounts whose passwords are randomized, beside one of each other kind. */
const ordinary = testSize(4, 40);
const rounds = 2;
/** ID of the policy whose passwords the directory refuses. */
const weakId = "WEAK";
/** ID of a target of the same directory whose own login is a managed account. */
const readerId = "READER";

let folder = "";
let database: TestDatabase;
let directory: Directory;
let installation: Installation;
let service: ComposedService;
let rest: RestClient;
let admin: RestUser;
/** All answers and all output. */
const told: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "canaries-"));
  database = await testDatabase(folder);
  directory = await startDirectory(join(folder, "directory"), { accounts: ordinary + 4, dependants: 0 });
  installation = await startInstallation({ databaseUrl: database.url, environment: { LOG_LEVEL: "trace" } });
  service = await installation.compose();
  rest = createRestClient(installation.address);
  admin = await rest.signIn(installation.superuser.id, installation.superuser.password);
});

afterAll(async () => {
  rest?.close();
  await service?.close();
  await installation?.stop();
  await directory?.server.stop();
  await database?.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function answered(answer: Promise<HttpAnswer>): Promise<HttpAnswer> {
  const { status, headers, body, location } = await answer;
  told.push(JSON.stringify([status, headers, body]));
  return { status, headers, body, location };
}

async function cli(...command: string[]): Promise<number | string> {
  const env = { GATEHOUSE_DATA: installation.folder, DATABASE_URL: database.url, LOG_LEVEL: "trace" };
  const { code, output } = await runGatehouse(command, { env });
  told.push(output);
  return code;
}

const lastTold = () => told.at(-1) ?? "";

/** Starts a long action over REST, and waits for its end. */
async function ended(path: string): Promise<Readonly<Record<string, unknown>>> {
  const answer = await answered(admin.post(path, /Policies/.test(path) ? { confirm: true } : {}));
  expect([answer.status, lastTold()]).toEqual([202, expect.any(String)]);
  const end = await admin.until(pathOf(answer), (row) => (row["endedAt"] ?? row["finishedAt"] ?? null) !== null);
  told.push(JSON.stringify(end));
  return end;
}

/** Sets a password of an account in the directory that only its administrator knows. */
async function setOnDirectory({ name }: ProvedAccount, password: string): Promise<void> {
  const client = new Client({ url: directory.url });
  try {
    await client.bind(directory.admin.dn, directory.admin.password);
    const modification = new Attribute({ type: "userPassword", values: [password] });
    await client.modify(dnOf(name), new Change({ operation: "replace", modification }));
  } finally {
    await client.unbind();
  }
}

/** Writes a known password into the vault, as an import does. */
async function bring({ key }: ProvedAccount, password: string): Promise<void> {
  const context = callContext(service);
  await context.store.transaction(async () => {
    const entry = { managedAccountKey: key, origin: "imported", createdBy: null, runKey: null } as const;
    await addEntries(context, await lockTrees(context, [key]), [{ ...entry, secret: new Secret(password) }]);
  });
}

const call = <I, O, P>(operation: Parameters<typeof invoke<I, O, P>>[0], input: object) =>
  invoke(operation, service.context, programCaller("test"), input);

const madeUp = () => `Aa1-${randomBytes(12).toString("base64url")}`;

/** Puts an account under a policy whose passwords have no digit, so that the directory refuses them. */
async function weaken({ key }: ProvedAccount): Promise<void> {
  const { store } = service.context;
  const usual = await store.get("passwordPolicies", "PAM_DEFAULT");
  const digits = { minDigits: { mode: "disabled", value: 0, message: null } } as const;
  const none = { forbiddenChars: { mode: "required", value: "0123456789", message: null } } as const;
  const character = { ...usual?.character, ...digits, ...none };
  const { description = "", length = {}, dictionary = {}, history = {}, custom = {} } = usual ?? {};
  const policy = { id: weakId, description, length, character, dictionary, history, custom };
  await store.transaction(() => store.save("passwordPolicies", policy));
  const fields = { mode: "push", changeIntervalHours: 0, lockoutTries: 0, passwordPolicyId: weakId };
  await call(addManagedSystemPolicy, { id: weakId, description: "Without digits", ...fields });
  const [system] = await store.select("managedSystems", { where: { targetSystemKey: proofId } });
  await call(bindManagedSystem, { key: system?.key, policyId: weakId });
  await call(moveManagedAccount, { key, policyId: weakId });
}

/** Makes a target whose connector signs in with an account's password from the vault. */
async function signInAs({ key, name }: ProvedAccount): Promise<void> {
  const { url, baseDN, accountsDN } = directory;
  const target = { id: readerId, type: "ldap", description: "The same directory", autoApprove: true };
  const made = await answered(admin.post("/v2/targetSystems", { ...target, address: { url, baseDN, accountsDN } }));
  expect([made.status, lastTold()]).toEqual([201, expect.any(String)]);
  const login = { administratorId: dnOf(name) };
  const { body } = await answered(admin.post(`/v2/targetSystems('${readerId}')/credentials`, login));
  const { store } = service.context;
  const credential = { key: String((body as { readonly key: unknown }).key), managedAccountKey: key };
  await store.transaction(() => store.save("targetSystemCredentials", credential));
}

/** Makes passwords that are randomized, accepted, refused, imported and used; returns the runs. */
async function liveThroughEverything(accounts: readonly ProvedAccount[]): Promise<readonly string[]> {
  const [weak, known, unknown, own] = accounts.slice(-4) as [
    ProvedAccount,
    ProvedAccount,
    ProvedAccount,
    ProvedAccount,
  ];
  await weaken(weak);
  expect(await cli("managed", "randomize", proofId, weak.name, "--wait")).toBe(1);
  for (let round = 0; round < rounds; round++) await ended(`/v2/managedSystemPolicies('${proofId}')/randomize`);
  const brought = madeUp();
  await setOnDirectory(known, brought);
  await bring(known, brought);
  await bring(unknown, madeUp());
  await cli("managed", "verify", "--policy", proofId, "--wait");
  await signInAs(own);
  expect(await ended(`/v2/targetSystems('${readerId}')/discover`)).toMatchObject({ status: "succeeded" });
  await ended(`/v2/managedAccounts(${own.key})/randomize`);
  expect(await ended(`/v2/targetSystems('${readerId}')/discover`)).toMatchObject({ status: "succeeded" });
  return (await service.context.store.select("runs")).map(({ key }) => key);
}

/** Reads everything that can be read. */
async function askForEverything(accounts: readonly ProvedAccount[], runs: readonly string[]): Promise<void> {
  for (const set of ["managedAccounts", "managedSystemPolicies", "runs", "sessionLogData", "passwordPolicies"])
    expect((await answered(admin.get(`/v2/${set}`))).status).toBe(200);
  for (const key of runs)
    for (const way of ["orders", "progress"]) await answered(admin.get(`/v2/runs(${key})/${way}`));
  for (const { key } of accounts)
    for (const way of ["", "/passwordHistory", "/orders"])
      await answered(admin.get(`/v2/managedAccounts(${key})${way}`));
  await answered(admin.get(`/v2/targetSystems('${readerId}')/credentials`));
  await cli("managed", "run", runs[0] ?? "");
  for (const words of ["managed account list", "managed conflicts", "vault verify"]) await cli(...words.split(" "));
  const { publicKey } = generateKeyPairSync("x25519");
  writeFileSync(join(installation.folder, "public.pem"), publicKey.export({ format: "pem", type: "spki" }));
  const files = ["whole.export", "public.pem"].map((name) => join(installation.folder, name)) as [string, string];
  expect(await cli("vault", "export", files[0], "--recipient", files[1])).toBe(0);
}

/** Returns every password that the vault has, by its entry. */
async function passwordsOf(accounts: readonly ProvedAccount[]): Promise<Readonly<Record<string, string>>> {
  const { store } = service.context;
  const trees = await readTrees(
    store,
    accounts.map(({ key }) => key),
  );
  return Object.fromEntries(
    [...trees.values()].flatMap(({ entries }) =>
      entries.map((entry) => [
        `${entry.origin} ${entry.status} ${entry.key}`,
        secretOf(store, entry).use((text) => text),
      ]),
    ),
  );
}

test("passwords of the vault stand in no file, table, log, history, answer or failure but sealed, and on the target", async () => {
  const { signal } = new AbortController();
  const wish = { accounts: ordinary + 4, connector: "ldap", signal };
  const accounts = await manageAccounts({ service, directory }, wish);
  const runs = await liveThroughEverything(accounts);
  await askForEverything(accounts, runs);

  expect(accounts).toHaveLength(ordinary + 4);
  // The refused passwords, the rounds, the check, and the login that changes its own password; the service may add runs of its own.
  expect(runs.length).toBeGreaterThanOrEqual(rounds + 3);
  const passwords = await passwordsOf(accounts);
  const kinds = Object.keys(passwords).map((name) => name.split(" ", 2).join(" "));
  const count = (kind: string) => kinds.filter((one) => one === kind).length;
  expect(count("randomized C")).toBe(rounds * (ordinary + 3) + 1);
  expect(count("randomized failed")).toBe(candidatesMax);
  // An uncertain entry that does not open may stay uncertain or fail.
  expect([count("imported C"), kinds.filter((kind) => kind.startsWith("imported")).length]).toEqual([1, 2]);
  const sought = { ...passwords, "administrator's password": directory.admin.password };
  const keys = Object.fromEntries(runs.map((key) => [key, key]));
  const names = Object.fromEntries(accounts.map(({ name }) => [name, name]));
  const search = createSearch({ ...sought, ...keys, ...names });

  const files = [
    ...filesBelow(installation.folder),
    ...filesBelow(folder).filter((path) => /gatehouse\.db/.test(path)),
  ];
  const ofServer = await serverFiles(database.url);
  const places = [
    ...[...files, ...ofServer].map((path) => [path, search(readFileSync(path))] as const),
    ["tables", search(await databaseBytes(database.url))] as const,
    ["answers", search(Buffer.from(told.join("\n")))] as const,
    ["output", search(Buffer.from(installation.output()))] as const,
  ];
  for (const part of ["log/api.log", "log/hub.log", "log/proxy.log", "temporal/temporal.db"])
    expect(files).toContain(join(installation.folder, part));
  const ofDatabase =
    suiteDialect() === "sqlite" ? files.filter((path) => /gatehouse\.db(-wal)?$/.test(path)) : ofServer;
  expect(ofDatabase.length).toBeGreaterThanOrEqual(2);
  const found = (name: string) => places.flatMap(([place, those]) => (those.includes(name) ? [place] : []));
  // A search without results must be able to find something: histories have the keys of runs, and nothing about accounts.
  const inHistory = (name: string) => found(name).filter((place) => place.includes("/temporal/"));
  for (const key of runs) expect(inHistory(key)).not.toEqual([]);
  for (const { name } of accounts) {
    expect(found(name)).toEqual(expect.arrayContaining(["tables", "answers"]));
    expect(inHistory(name)).toEqual([]);
  }
  expect(ofDatabase.some((path) => found(accounts[0]?.name ?? "").includes(path))).toBe(true);
  expect(Object.keys(sought).flatMap((name) => found(name).map((place) => `${name} in ${place}`))).toEqual([]);

  const judge = createJudge(service.context.store, directory.url);
  try {
    for (const account of accounts)
      expect(await judge.judge(account, 0)).toMatchObject({ opens: account !== accounts.at(-4) });
  } finally {
    await judge.close();
  }
});
