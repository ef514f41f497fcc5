import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "ldapts";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { ComposedService } from "#bin/compose.ts";
import { programCaller } from "#bin/program-caller.ts";
import { manageAccounts, type ProvedAccount, proofId } from "#bin/prove/accounts.ts";
import { type Directory, dnOf, startDirectory } from "#bin/prove/directory.ts";
import { Secret } from "#connectors/contract/index.ts";
import type { CheckoutRight } from "#domain/checkouts/checkout-rights.ts";
import { setCheckoutPhases } from "#operations/checkouts/set-checkout-phases.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addEntries, lockTrees, readTrees, secretOf } from "#operations/vault/engine/entries.ts";
import { addWebhook } from "#operations/webhooks/change-webhooks.ts";

import { createSearch, databaseBytes, filesBelow, serverFiles } from "../support/canaries.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import type { HttpAnswer } from "../support/http-client.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { eventually } from "../support/journey.ts";
import { type MailReceiver, startMailReceiver } from "../support/mail-receiver.ts";
import { callContext } from "../support/managed-room.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, pathOf, type RestClient, type RestUser } from "../support/rest.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

const password = "a-password-of-the-people";
const rights = {
  asker: "ask",
  trusted: "preApproved",
  owner: "manage",
  fay: "breakGlass",
  finn: "breakGlass",
} as const satisfies Record<string, CheckoutRight>;
const people = [...Object.keys(rights), "approver"];

let folder = "";
let database: TestDatabase;
let directory: Directory;
let installation: Installation;
let service: ComposedService;
let rest: RestClient;
let mails: MailReceiver;
let hooks: WebhookReceiver;
/** Sessions of all callers, by the ID of the user. */
const users: Record<string, RestUser> = {};
/** All answers except those that must have a password, a token or a code. */
const told: string[] = [];
/** Tokens and codes by purpose. */
const handed: Record<string, string> = {};
/** Answers that revealed a password. */
const disclosed: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "checkout-canaries-"));
  database = await testDatabase(folder);
  directory = await startDirectory(join(folder, "directory"), { accounts: 4, dependants: 0 });
  [mails, hooks] = await Promise.all([startMailReceiver(), startWebhookReceiver()]);
  installation = await startInstallation({
    databaseUrl: database.url,
    environment: {
      LOG_LEVEL: "trace",
      MAIL_FROM: "gatehouse@example.org",
      WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(mails.port),
      SMTP_TLS: "unencrypted",
    },
  });
  service = await installation.compose();
  rest = createRestClient(installation.address);
});

afterAll(async () => {
  rest?.close();
  await service?.close();
  await installation?.stop();
  await directory?.server.stop();
  await mails?.leave();
  await hooks?.close();
  await database?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const textOf = ({ status, headers, body }: HttpAnswer) => JSON.stringify([status, headers, body]);

async function post(who: string, path: string, body: object = {}, headers = {}): Promise<HttpAnswer> {
  const answer = await (users[who] as RestUser).post(`/v2/${path}`, body, headers);
  told.push(textOf(answer));
  return answer;
}

async function done(who: string, path: string, body: object = {}): Promise<Readonly<Record<string, string>>> {
  const answer = await post(who, path, body);
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, expect.anything()]);
  return answer.body as Record<string, string>;
}

/** Makes a call whose answer is given only once; it is not kept among the answers. */
async function once(who: string, path: string, body: object, field: "token" | "code"): Promise<string> {
  const answer = await (users[who] as RestUser).post(`/v2/${path}`, body);
  expect([path, answer.status, answer.headers["cache-control"], answer.headers.etag]).toEqual([
    path,
    200,
    "no-store",
    undefined,
  ]);
  const { [field]: secret = "", ...others } = answer.body as Record<string, string>;
  told.push(JSON.stringify(others));
  handed[`${field} ${Object.keys(handed).length} of ${who}`] = secret;
  return secret;
}

const ask = async (who: string, { key }: ProvedAccount, more: object = {}) =>
  (await done(who, "checkouts", { managedAccountKey: key, reason: "replace the certificate", ...more }))["key"] ?? "";

const tokenOf = (who: string, key: string, more: object = {}) => once(who, `checkouts(${key})/disclose`, more, "token");

/** Reveals a password and returns the passwords shown. */
async function reveal(who: string, key: string, token: string): Promise<readonly string[]> {
  const answer = await (users[who] as RestUser).post(`/v2/checkouts(${key})/reveal`, { token });
  expect([answer.status, answer.headers["cache-control"], answer.headers.etag]).toEqual([200, "no-store", undefined]);
  disclosed.push(textOf(answer));
  const { passwords } = answer.body as { readonly passwords: readonly { readonly content: string }[] };
  return passwords.map(({ content }) => content);
}

/** Makes every call in which a token is refused, and the one that reveals the passwords; returns these. */
async function revealPastRefusals(who: string, key: string): Promise<readonly string[]> {
  const token = await tokenOf(who, key, { plugin: "display" });
  const url = `checkouts(${key})/reveal`;
  expect((await post("owner", url, { token })).status).toBe(403);
  expect((await post(who, url, { token: `${token}x` })).status).toBe(403);
  expect((await post(who, url, { token }, { "idempotency-key": randomBytes(8).toString("hex") })).status).toBe(400);
  const part = { id: "1", method: "POST", url, headers: { "content-type": "application/json" }, body: { token } };
  const batch = await post(who, "$batch", { requests: [part] });
  expect(JSON.stringify(batch.body)).not.toContain('"status":200');
  const shown = await reveal(who, key, token);
  expect((await post(who, url, { token })).status).toBe(403);
  return shown;
}

async function opens({ name }: ProvedAccount, secret: string): Promise<boolean> {
  const client = new Client({ url: directory.url });
  try {
    await client.bind(dnOf(name), secret);
    return true;
  } catch {
    return false;
  } finally {
    await client.unbind();
  }
}

/** Adds users with their permissions, ways of disclosure, an approver, and a recipient of notices. */
async function furnish(): Promise<void> {
  const { store, ids } = service.context;
  const keys = await addPeople(service.context, people, password);
  await store.transaction(async () => {
    await store.save("managedSystemPolicies", { id: proofId, disclosurePlugins: ["display", "copy"] });
    for (const id of people) await store.save("users", { key: keys[id] ?? "", mail: `${id}@example.org` });
    for (const right of new Set(Object.values(rights))) {
      await store.add("userClasses", { id: right, description: right });
      await store.add("checkoutRights", {
        key: ids.guid(),
        policyId: proofId,
        right,
        userClassId: right,
        grantedAt: 0,
      });
    }
    for (const [id, userClassId] of Object.entries(rights))
      await store.add("userClassMembers", { key: ids.guid(), userClassId, userKey: keys[id] ?? "" });
  });
  const phase = {
    sequence: 1,
    minApprovals: 1,
    maxDenials: 1,
    reasonRequired: "never",
    mayEdit: false,
    authorizers: [],
  };
  const rule = `any(1, user('${keys["approver"]}'))`;
  await invoke(setCheckoutPhases, service.context, programCaller("test"), {
    key: proofId,
    authorizationPhases: [{ ...phase, rule }],
  });
  await invoke(addWebhook, service.context, programCaller("test"), { url: hooks.url });
  for (const id of people) users[id] = await rest.signIn(id, password);
  users["admin"] = await rest.signIn(installation.superuser.id, installation.superuser.password);
}

/** Makes check-outs that are requested, approved, revealed in each way, refused, used in an emergency, uncertain and checked in. */
async function liveThroughEverything([first, second, third, fourth]: readonly ProvedAccount[]): Promise<void> {
  if (!first || !second || !third || !fourth) throw new Error("too few accounts");
  const held = await ask("trusted", first);
  const [shown = ""] = await revealPastRefusals("trusted", held);
  expect(await opens(first, shown)).toBe(true);
  expect(await reveal("trusted", held, await tokenOf("trusted", held, { plugin: "copy" }))).toEqual([shown]);

  const asked = await ask("asker", second);
  const [row] = await service.context.store.select("checkouts", { where: { key: asked } });
  await done("approver", `requests(${row?.requestKey})/decide`, { phase: 1, decision: "approve" });
  await revealPastRefusals("asker", asked);

  const code = await once("finn", `managedAccounts(${third.key})/vouch`, { purpose: "breakGlass" }, "code");
  expect(
    (await post("fay", "checkouts", { managedAccountKey: third.key, reason: "fire", code: `${code}x` })).status,
  ).toBe(403);
  const emergency = await ask("fay", third, { code });
  await revealPastRefusals("fay", emergency);

  const doubtful = await ask("trusted", fourth);
  const context = callContext(service);
  await context.store.transaction(async () => {
    const entry = { managedAccountKey: fourth.key, origin: "imported", createdBy: null, runKey: null } as const;
    const secret = new Secret(`Aa1-${randomBytes(12).toString("base64url")}`);
    await addEntries(context, await lockTrees(context, [fourth.key]), [{ ...entry, secret }]);
  });
  expect(await revealPastRefusals("trusted", doubtful)).toHaveLength(2);

  for (const [who, key] of Object.entries({ trusted: held, asker: asked, fay: emergency }))
    await done(who, `checkouts(${key})/checkIn`);
  await done("owner", `checkouts(${doubtful})/revoke`, { reason: "enough" });
  await eventually("all passwords changed", async () => {
    const waiting = await service.context.store.count("checkouts", { awaitsChange: true });
    const open = (await service.context.store.select("runs")).filter(({ endedAt }) => endedAt === null);
    return waiting === 0 && open.length === 0;
  });
  expect(await opens(first, shown)).toBe(false);
  await done("owner", `checkouts(${emergency})/review`, { review: "all well" });
}

/** Reads everything that can be read. */
async function askForEverything(accounts: readonly ProvedAccount[]): Promise<void> {
  const sets = ["managedAccounts", "checkouts?$expand=disclosures", "runs", "sessionLogData", "requests", "notices"];
  for (const set of [...sets, ...accounts.map(({ key }) => `managedAccounts(${key})/passwordHistory`)]) {
    const answer = await (users["admin"] as RestUser).get(`/v2/${set}`);
    expect([set, answer.status]).toEqual([set, 200]);
    told.push(textOf(answer));
  }
}

/** Returns every password that the vault has, by its entry. */
async function passwordsOf(accounts: readonly ProvedAccount[]): Promise<Readonly<Record<string, string>>> {
  const { store } = service.context;
  const keys = accounts.map(({ key }) => key);
  const entries = [...(await readTrees(store, keys)).values()].flatMap((tree) => tree.entries);
  return Object.fromEntries(
    entries.map((entry) => [`password ${entry.key}`, secretOf(store, entry).use((text) => text)]),
  );
}

test("a disclosed password stands in its one answer and nowhere else but sealed; tokens and codes nowhere but as hashes", async () => {
  const { signal } = new AbortController();
  const accounts = await manageAccounts({ service, directory }, { accounts: 4, connector: "ldap", signal });
  expect(accounts).toHaveLength(4);
  await furnish();
  const randomized = await post("admin", `managedSystemPolicies('${proofId}')/randomize`, { confirm: true });
  expect(randomized.status).toBe(202);
  await (users["admin"] as RestUser).until(pathOf(randomized), (row) => (row["endedAt"] ?? null) !== null);
  await liveThroughEverything(accounts);
  await askForEverything(accounts);
  const { store } = service.context;
  const left = async () => (await store.select("notices")).filter(({ mail }) => mail === "waiting");
  await eventually("all mails sent", async () => mails.taken.length > 0 && (await left()).length === 0);
  await eventually("webhooks delivered", async () => hooks.received.length > 0);

  const passwords = await passwordsOf(accounts);
  const hashes = Object.fromEntries(
    Object.entries(handed).map(([name, text]) => [
      `hash of ${name}`,
      createHash("sha256").update(text).digest("base64url"),
    ]),
  );
  const checkouts = await store.select("checkouts");
  expect(checkouts).toHaveLength(accounts.length);
  const keys = Object.fromEntries(checkouts.map(({ key }) => [key, key]));
  const search = createSearch({ ...passwords, ...handed, ...hashes, ...keys });
  const ofFolder = filesBelow(folder).filter((path) => /gatehouse\.db/.test(path));
  const files = [...filesBelow(installation.folder), ...ofFolder, ...(await serverFiles(database.url))];
  const places = [
    ...files.map((path) => [path, search(readFileSync(path))] as const),
    ["tables", search(await databaseBytes(database.url))] as const,
    ["answers", search(Buffer.from(told.join("\n")))] as const,
    ["mails", search(Buffer.from(JSON.stringify(mails.received)))] as const,
    ["webhooks", search(Buffer.from(JSON.stringify(hooks.received)))] as const,
    ["output", search(Buffer.from(installation.output()))] as const,
  ];
  for (const part of ["log/api.log", "log/hub.log", "log/proxy.log", "temporal/temporal.db"])
    expect(files).toContain(join(installation.folder, part));
  const found = (name: string) => places.flatMap(([place, those]) => (those.includes(name) ? [place] : []));
  const secrets = [...Object.keys(passwords), ...Object.keys(handed)];
  // A password of each account at first, the one that was brought, and another of each account after its check-out.
  expect(Object.keys(passwords).length).toBeGreaterThanOrEqual(2 * accounts.length + 1);
  expect(secrets.flatMap((name) => found(name).map((place) => `${name} in ${place}`))).toEqual([]);
  // A search without results must be able to find something.
  for (const name of Object.keys(hashes))
    expect([name, found(name)]).toEqual([name, expect.arrayContaining(["tables"])]);
  for (const { key } of checkouts) expect(found(key)).toEqual(expect.arrayContaining(["tables", "answers"]));
  const shown = disclosed.flatMap((text) => search(Buffer.from(text)));
  // Both ways, each account of the pair, the request, and the emergency access.
  expect([disclosed.length, new Set(shown.filter((name) => name.startsWith("password "))).size]).toEqual([5, 5]);
  expect(Object.keys(handed)).toHaveLength(disclosed.length + 1);
});
