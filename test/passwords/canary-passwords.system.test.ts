import { randomBytes, randomUUID } from "node:crypto";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "ldapts";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { ComposedService } from "#bin/compose.ts";
import { programCaller } from "#bin/program-caller.ts";
import { Secret } from "#connectors/contract/index.ts";
import type { MassResetDelivery } from "#domain/mass-resets/password-delivery.ts";
import { normaliseAnswer } from "#domain/passwords/question-answer.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addWebhook } from "#operations/webhooks/change-webhooks.ts";
import { objectKey } from "#platform/object-key.ts";
import { freePort } from "#platform/processes/free-port.ts";

import { createSearch, databaseBytes, filesBelow, serverFiles } from "../support/canaries.ts";
import { callCommand } from "../support/commands.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { securityAnswer, walkForgottenPassword } from "../support/forgotten-password.ts";
import { giveAnswers } from "../support/given-answers.ts";
import { createHttpClient, type HttpAnswer } from "../support/http-client.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { eventually } from "../support/journey.ts";
import { type MailReceiver, startMailReceiver } from "../support/mail-receiver.ts";
import { codeAt } from "../support/one-time-codes.ts";
import { type OpenLdap, startOpenLdap } from "../support/openldap.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, type RestClient, type RestUser } from "../support/rest.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

// Recognizable passwords through every door of password changes: they reach their targets, and stand nowhere else but sealed, and in the one
// answer that is made for their reader.

const people = ["ada", "bob", "eve", "none", "file", "link", "myaccess"] as const;
type Name = (typeof people)[number];
const signInPassword = "a-password-of-the-people";
const firstPassword = "The first passw0rd here";
const passphrase = "seven kettles are on the stove";
/** Beginning of all passwords that mass resets generate here; the pattern of their policy does not contain it. */
const generatedStart = "Canary-mass-";
const pattern = "[C]anary-mass-[a-z]{12}[0-9]{4}";

const entryIds = new Map(people.map((name) => [name, randomUUID()] as const));
const ldif = people
  .map(
    (name) => `
dn: uid=${name},ou=people,dc=example,dc=test
objectClass: inetOrgPerson
uid: ${name}
cn: ${name}
sn: ${name}
entryUUID: ${entryIds.get(name)}
userPassword: ${firstPassword}
`,
  )
  .join("");

let folder = "";
let database: TestDatabase;
let directory: OpenLdap;
let installation: Installation;
let service: ComposedService;
let rest: RestClient;
let http: ReturnType<typeof createHttpClient>;
let admin: RestUser;
let mails: MailReceiver;
let hooks: WebhookReceiver;
let keys: Readonly<Record<string, string>> = {};
/** Passwords by the door through which they went. */
const canaries: Record<string, string> = {};
/** Answers that must have no password. */
const told: string[] = [];

const accountOf = (name: Name, targetSystemKey = "DIRECTORY") =>
  objectKey({ type: "account", targetSystemKey, stableId: entryIds.get(name) ?? "" });
const textOf = ({ status, headers, body }: HttpAnswer) => JSON.stringify([status, headers, body]);
function canary(door: string): string {
  canaries[door] = `Canary-${door}-${randomBytes(6).toString("hex")}7`;
  return canaries[door];
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-canary-passwords-"));
  [database, directory, mails, hooks] = await Promise.all([
    testDatabase(folder),
    startOpenLdap({ ldif }),
    startMailReceiver(),
    startWebhookReceiver(),
  ]);
  installation = await startInstallation({
    databaseUrl: database.url,
    environment: {
      LOG_LEVEL: "trace",
      MAIL_FROM: "gatehouse@example.org",
      WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(mails.port),
      SMTP_TLS: "unencrypted",
      // The addresses of this test are new.
      PASSWORD_LINK_MAIL_HOURS: "0",
    },
  });
  service = await installation.compose();
  rest = createRestClient(installation.address);
  http = createHttpClient(installation.address, 4);
  admin = await rest.signIn(installation.superuser.id, installation.superuser.password);
  await furnish();
}, 120_000);
afterAll(async () => {
  rest?.close();
  http?.close();
  await service?.close();
  await installation?.stop();
  await Promise.all([directory?.stop(), mails?.leave(), hooks?.close(), database?.remove()]);
  rmSync(folder, { recursive: true, force: true });
});

async function furnish(): Promise<void> {
  const { context } = service;
  keys = await addPeople(context, people, signInPassword);
  await giveAnswers(
    context,
    keys["eve"] ?? "",
    await context.passwords.hash(new Secret(normaliseAnswer(securityAnswer))),
  );
  await invoke(addWebhook, context, programCaller("test"), { url: hooks.url });
  const queue = { id: "QUEUE", passwordQueueMode: "automatic" };
  await done(admin, "targetGroups", queue);
  const { url, baseDN, accountsDN, groupsDN, admin: login } = directory;
  const servers = { DIRECTORY: url, DOWN: `ldap://127.0.0.1:${await freePort()}` };
  for (const [id, at] of Object.entries(servers)) {
    const targetGroup = id === "DOWN" ? "QUEUE" : "DEFAULT";
    const address = { url: at, baseDN, accountsDN, groupsDN };
    await done(admin, "targetSystems", { id, type: "ldap", description: id, targetGroup, address, autoApprove: true });
    await done(admin, `targetSystems('${id}')/credentials`, { administratorId: login.dn, password: login.password });
  }
  const message = "It must be recognizable.";
  const custom = { regex: { mode: "required", value: pattern, message } };
  await done(admin, "passwordPolicies", { id: "CANARY", description: "Recognizable passwords", custom });
  await context.store.transaction(async () => {
    for (const name of people) {
      await context.store.save("users", { key: keys[name] ?? "", mail: `${name}@example.org` });
      for (const targetSystemKey of name === "ada" ? ["DIRECTORY", "DOWN"] : ["DIRECTORY"]) {
        const of = { targetSystemKey, stableId: entryIds.get(name) ?? "", userKey: keys[name] ?? "" };
        const names = { longId: `uid=${name},${accountsDN}`, shortId: name, displayId: name };
        await context.store.save("accounts", { key: accountOf(name, targetSystemKey), ...names, ...of, enabled: true });
      }
    }
  });
}

/** Makes a call that must succeed, and whose answer must have no password. */
async function done(user: RestUser, path: string, body: object): Promise<Readonly<Record<string, string>>> {
  const answer = await user.post(`/v2/${path}`, body);
  told.push(textOf(answer));
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, expect.anything()]);
  return answer.body as Record<string, string>;
}

async function opens(name: Name, password: string): Promise<boolean> {
  const client = new Client({ url: directory.url });
  try {
    await client.bind(`uid=${name},${directory.accountsDN}`, password);
    return true;
  } catch {
    return false;
  } finally {
    await client.unbind();
  }
}

/** Makes a call that sets a password, and waits until the target system has carried it out. */
async function set(user: RestUser, path: string, body: object): Promise<void> {
  const { key } = await done(user, path, body);
  const ended = await admin.until(`/v2/operations(${key})`, ({ finishedAt }) => finishedAt !== null);
  expect([path, ended["status"], ended["error"]]).toEqual([path, "succeeded", null]);
}

/** Changes, resets, checks and generates passwords, forgets one, and queues one. */
async function throughEveryDoor(): Promise<void> {
  const ada = await rest.signIn("ada", signInPassword);
  await set(ada, `accounts(${accountOf("ada")})/resetPassword`, { password: canary("reset") });
  const current = { currentPassword: canaries["reset"], password: canary("change") };
  await set(ada, `accounts(${accountOf("ada")})/changePassword`, current);
  expect(await opens("ada", canaries["change"] ?? "")).toBe(true);
  await done(ada, `accounts(${accountOf("ada", "DOWN")})/resetPassword`, { password: canary("queue") });
  await eventually("a change is queued", async () => (await service.context.store.count("passwordQueue")) === 1);
  await set(admin, `users(${keys["bob"]})/resetPasswords`, { password: canary("helped") });
  const refused = await ada.post(`/v2/accounts(${accountOf("ada")})/resetPassword`, { password: "Canary-" });
  expect(refused.status).toBe(422);
  await done(ada, "passwordPolicies('DEFAULT')/check", { password: canary("check") });
  const generated = await ada.post("/v2/passwordPolicies('DEFAULT')/generate", { count: 2 });
  const { passwords } = generated.body as { readonly passwords: readonly { readonly password: string }[] };
  for (const [index, { password }] of passwords.entries()) canaries[`generated ${index}`] = password;
  expect(passwords).toHaveLength(2);
  expect((await forget("eve", canary("forgotten"))).status).toBe(200);
  await eventually("eve opens", () => opens("eve", canaries["forgotten"] ?? ""));
}

/** Walks the chain for forgotten passwords. */
async function forget(person: Name, password: string): Promise<HttpAnswer> {
  const last = await walkForgottenPassword(http, person, password);
  told.push(textOf(last));
  return last;
}

/** Resets the account of one person by a mass reset, and waits for its end; returns its key. */
async function massReset(name: Name, delivery: MassResetDelivery): Promise<string> {
  const body = { reason: "a breach", userKeys: [keys[name]], passwordPolicyId: "CANARY", delivery };
  const { key = "" } = await done(admin, "massResets", body);
  await done(admin, `massResets(${key})/trial`, {});
  await done(admin, `massResets(${key})/start`, { expectCount: 1 });
  await admin.until(`/v2/massResets(${key})`, ({ endedAt }) => endedAt !== null);
  const [row] = await service.context.store.select("massResetAccounts", { where: { runKey: key } });
  expect([row?.result, row?.message]).toEqual(["S", null]);
  return key;
}

const deliveryOf = async (massResetKey: string) => {
  const [delivery] = await service.context.store.select("passwordDeliveries", { where: { massResetKey } });
  if (delivery === undefined) throw new Error("nothing is delivered");
  return delivery.key;
};

/** Downloads the file of a mass reset and opens it, as an administrator does at the command line; returns the password in it. */
async function throughFile(massResetKey: string): Promise<string> {
  const { superuser, address } = installation;
  const [secret, signIn, file] = ["passphrase", "sign-in", "passwords.sealed"].map((name) => join(folder, name));
  writeFileSync(secret ?? "", `${passphrase}\n`);
  writeFileSync(signIn ?? "", `${superuser.password}\n`);
  const words = ["--url", address, "--user", superuser.id, "--password-file", signIn ?? ""];
  const by = [file ?? "", "--passphrase-file", secret ?? ""];
  const downloaded = await callCommand(["mass-reset", "download", massResetKey, ...by, ...words]);
  expect([downloaded.code, downloaded.output]).toEqual([0, expect.stringContaining("Downloaded 1 passwords")]);
  told.push(downloaded.output, readFileSync(file ?? "", "utf8"));
  const again = await callCommand(["mass-reset", "download", massResetKey, `${file}.2`, ...by.slice(1), ...words]);
  expect([again.code, existsSync(`${file}.2`)]).toEqual([1, false]);
  writeFileSync(`${secret}.other`, `${passphrase}s\n`);
  const stolen = await callCommand(["mass-reset", "open", file ?? "", "--passphrase-file", `${secret}.other`]);
  told.push(stolen.output);
  expect([stolen.code, stolen.output]).toEqual([1, expect.stringContaining("the passphrase is another one")]);
  const opened = await callCommand(["mass-reset", "open", ...by, "--raw"]);
  return /"(Canary-mass-[^"]+)"/.exec(opened.output)?.[1] ?? opened.output;
}

/** Delivers passwords of mass resets on each way; returns the passwords as their readers got them. */
async function throughMassResets(): Promise<void> {
  const proving = await rest.signIn("myaccess", signInPassword);
  const path = `/v2/users(${keys["myaccess"]})`;
  const { address } = (await proving.post(`${path}/beginOneTimeCode`, {})).body as { readonly address: string };
  const secret = new URL(address).searchParams.get("secret") ?? "";
  await proving.post(`${path}/confirmOneTimeCode`, { code: codeAt(secret, Date.now()) });

  await massReset("none", "none");
  expect(await opens("none", firstPassword)).toBe(false);

  canaries["file"] = await throughFile(await massReset("file", "file"));

  await massReset("link", "link");
  const ofMails = () => /\S*\/identity\/connect\/passwords\?\S+/.exec(mails.taken.map(({ text }) => text).join("\n"));
  await eventually("the link arrives", async () => Promise.resolve(ofMails() !== null));
  const link = new URL(ofMails()?.[0] ?? "");
  const looked = await http.call("GET", link.pathname + link.search);
  told.push(textOf(looked));
  const form = `link=${link.searchParams.get("link")}`;
  const shown = await fetch(`${installation.address}${link.pathname}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form,
  });
  canaries["link"] = /<code>([^<]+)<\/code>/.exec(await shown.text())?.[1] ?? "";

  const own = await deliveryOf(await massReset("myaccess", "myAccess"));
  // The code by which the app was confirmed is used up.
  const later = Date.now() + 30_000;
  const revealed = await proving.post(`/v2/passwordDeliveries(${own})/reveal`, { code: codeAt(secret, later) });
  const { passwords = [] } = revealed.body as { readonly passwords?: readonly { readonly password: string }[] };
  canaries["myaccess"] = passwords[0]?.password ?? JSON.stringify(revealed.body);
  for (const name of ["file", "link", "myaccess"] as const) {
    expect([name, canaries[name]?.startsWith(generatedStart)]).toEqual([name, true]);
    expect([name, await opens(name, canaries[name] ?? "")]).toEqual([name, true]);
  }
}

/** Reads everything that can be read. */
async function askForEverything(): Promise<void> {
  const sets = ["massResets", "passwordDeliveries", "passwordQueue", "operations", "requests", "notices"];
  for (const name of [...sets, "sessionLogData", "noticeMails", "accounts", "users", "runs"]) {
    const answer = await admin.get(`/v2/${name}`);
    expect([name, answer.status]).toEqual([name, 200]);
    told.push(textOf(answer));
  }
}

test("passwords that went through every door stand nowhere but on their targets, sealed, and in the answer to their reader", async () => {
  await throughEveryDoor();
  await throughMassResets();
  await askForEverything();
  const { store } = service.context;
  await eventually("all mails are sent", async () => {
    const waiting = await store.count("notices", { mail: "waiting" });
    return waiting + (await store.count("noticeMails", { state: "waiting" })) === 0;
  });
  await eventually("webhooks are delivered", () => Promise.resolve(hooks.received.length > 0));
  await eventually("delivered passwords are deleted", async () =>
    (await store.select("massResetAccounts")).every(({ password }) => password === null),
  );

  const search = createSearch({ ...canaries, generatedStart, key: accountOf("ada") });
  const placesNow = async () => {
    const ofFolder = filesBelow(folder).filter((path) => /gatehouse\.db/.test(path));
    const files = [...filesBelow(installation.folder), ...ofFolder, ...(await serverFiles(database.url))];
    return new Map([
      ...files.map((path) => [path, search(readFileSync(path))] as const),
      ["tables", search(await databaseBytes(database.url))] as const,
      ["answers", search(Buffer.from(told.join("\n")))] as const,
      ["mails", search(Buffer.from(JSON.stringify(mails.received)))] as const,
      ["webhooks", search(Buffer.from(JSON.stringify(hooks.received)))] as const,
      ["output", search(Buffer.from(installation.output()))] as const,
    ]);
  };
  const secrets = [...Object.keys(canaries), "generatedStart"];
  const leaksIn = (places: ReadonlyMap<string, readonly string[]>) =>
    [...places].flatMap(([place, names]) =>
      names.filter((name) => secrets.includes(name)).map((name) => `${name} in ${place}`),
    );
  const places = await placesNow();
  // Six typed, two generated for a caller, three of mass resets, and the beginning of all of these.
  expect(secrets).toHaveLength(12);
  for (const part of ["log/api.log", "log/hub.log", "log/proxy.log", "temporal/temporal.db"])
    expect([...places.keys()]).toContain(join(installation.folder, part));
  expect(places.get("tables")).toContain("key");
  expect(leaksIn(places)).toEqual([]);

  // One leak into a log and one into a table are planted, and found.
  const log = join(installation.folder, "log/hub.log");
  appendFileSync(log, `{"msg":"set","to":"${Buffer.from(canaries["reset"] ?? "").toString("base64")}"}\n`);
  await store.transaction(() => store.save("users", { key: keys["bob"] ?? "", displayName: canaries["link"] ?? "" }));
  expect(leaksIn(await placesNow())).toEqual(
    expect.arrayContaining([`reset in ${log}`, "link in tables", "generatedStart in tables"]),
  );
}, 180_000);
