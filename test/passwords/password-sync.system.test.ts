import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Attribute, Change, Client } from "ldapts";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { ComposedService } from "#bin/compose.ts";
import { ne } from "#domain/query/condition.ts";
import { objectKey } from "#platform/object-key.ts";

import { callCommand } from "../support/commands.ts";
import { testDatabase, type TestDatabase } from "../support/database.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { type OpenLdap, startOpenLdap } from "../support/openldap.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, type RestClient, type RestUser } from "../support/rest.ts";
import { type SqlTarget, startMariaDbTarget } from "../support/sql-target.ts";
import { enrolSender, type TestSender } from "../support/test-sender.ts";
import { testSize } from "../support/test-size.ts";

// People change their passwords on two directories and a database server at once. A sender on each of them reports what it sees there, the
// changes of the service too, as the true ones do. In the end each person has one password everywhere.

const size = testSize(10, 500);
const people = Array.from({ length: size }, (_, number) => `walrus${number}`);
const before = "Quartz-Heron-7421";
const targets = ["NORTH", "SOUTH", "BASE"] as const;
type Target = (typeof targets)[number];

let folder: string;
let directories: Readonly<Record<"NORTH" | "SOUTH", OpenLdap>>;
let base: SqlTarget;
let ownDatabase: TestDatabase;
let installation: Installation;
let service: ComposedService;
let rest: RestClient;
let admin: RestUser;
let senders: Readonly<Record<Target, TestSender>>;

const entryIds = new Map(people.map((person) => [person, randomUUID()]));
const stableIdOf = (target: Target, person: string) =>
  target === "BASE" ? `${person}@%` : (entryIds.get(person) ?? "");
const newPassword = () => `Quartz-${randomBytes(6).toString("hex")}-K7`;
/** Passwords that each person has ever had. */
const known = new Map(people.map((person) => [person, [before]]));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-password-sync-"));
  const ldif = people
    .map(
      (person) =>
        `\ndn: uid=${person},ou=people,dc=example,dc=test\nobjectClass: inetOrgPerson\nuid: ${person}\ncn: ${person}\n` +
        `sn: ${person}\nentryUUID: ${entryIds.get(person)}\nuserPassword: ${before}\n`,
    )
    .join("");
  const passwordPolicy = { pwdInHistory: "0" };
  const [NORTH, SOUTH, server, database] = await Promise.all([
    startOpenLdap({ ldif, passwordPolicy }),
    startOpenLdap({ ldif, passwordPolicy }),
    startMariaDbTarget(),
    testDatabase(folder),
  ]);
  directories = { NORTH, SOUTH };
  base = server;
  ownDatabase = database;
  for (const person of people) await base.query(`CREATE USER '${person}'@'%' IDENTIFIED BY '${before}'`);
  installation = await startInstallation({ databaseUrl: ownDatabase.url });
  service = await installation.compose();
  rest = createRestClient(installation.address);
  admin = await rest.signIn(installation.superuser.id, installation.superuser.password);
  await addTargets();
  await addAccounts();
  const enrolled = await Promise.all(targets.map(addSender));
  senders = Object.fromEntries(enrolled) as Record<Target, TestSender>;
}, 180_000);

afterAll(async () => {
  for (const sender of Object.values(senders ?? {})) sender.close();
  rest?.close();
  await service?.close();
  await installation?.stop();
  await Promise.all([directories?.NORTH.stop(), directories?.SOUTH.stop(), base?.stop(), ownDatabase?.remove()]);
  rmSync(folder, { recursive: true, force: true });
});

async function addTargets(): Promise<void> {
  expect((await admin.post("/v2/targetGroups", { id: "TOGETHER", syncPasswords: true })).status).toBe(201);
  for (const id of targets) {
    const isDirectory = id !== "BASE";
    const type = isDirectory ? "ldap" : "sql";
    const { url, baseDN, accountsDN, groupsDN } = directories[isDirectory ? id : "NORTH"];
    const address = isDirectory ? { url, baseDN, accountsDN, groupsDN } : base.address;
    const target = { id, type, description: id, targetGroup: "TOGETHER", address, autoApprove: true };
    const made = await admin.post("/v2/targetSystems", target);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const login = isDirectory
      ? { administratorId: directories[id].admin.dn, password: directories[id].admin.password }
      : { administratorId: base.credentials[0]?.login, password: base.credentials[0]?.secret };
    expect((await admin.post(`/v2/targetSystems('${id}')/credentials`, login)).status).toBe(201);
  }
}

async function addAccounts(): Promise<void> {
  const { context } = service;
  const keys = await addPeople(context, people, "a-password-for-this-test");
  await context.store.transaction(async () => {
    for (const targetSystemKey of targets)
      for (const person of people) {
        const stableId = stableIdOf(targetSystemKey, person);
        const key = objectKey({ type: "account", targetSystemKey, stableId });
        const names = { stableId, longId: person, shortId: person, displayId: person };
        await context.store.save("accounts", { key, targetSystemKey, userKey: keys[person] ?? "", ...names });
      }
  });
}

async function addSender(targetSystemKey: Target): Promise<readonly [Target, TestSender]> {
  const { status, body } = await admin.post("/v2/passwordSenders", { targetSystemKey, name: targetSystemKey });
  expect(status, JSON.stringify(body)).toBe(201);
  const place = { address: installation.address, folder, clock: { now: () => Date.now() } };
  return [targetSystemKey, await enrolSender(place, body as { readonly key: string; readonly token: string })];
}

/** Sets passwords on a target system as people do there. */
async function changeAt(target: Target, passwords: ReadonlyMap<string, string>): Promise<void> {
  if (target === "BASE") {
    for (const [person, password] of passwords)
      await base.query(`ALTER USER '${person}'@'%' IDENTIFIED BY '${password}'`);
    return;
  }
  const { url, admin: login, accountsDN } = directories[target];
  const client = new Client({ url });
  await client.bind(login.dn, login.password);
  for (const [person, password] of passwords) {
    const modification = new Attribute({ type: "userPassword", values: [password] });
    await client.modify(`uid=${person},${accountsDN}`, new Change({ operation: "replace", modification }));
  }
  await client.unbind();
}

/** Returns what a target system has stored of the passwords of all people. */
async function storedAt(target: Target): Promise<ReadonlyMap<string, string>> {
  if (target === "BASE") {
    const sql = "SELECT User AS name, JSON_VALUE(Priv, '$.authentication_string') AS hash FROM mysql.global_priv";
    return new Map((await base.query(sql)).map(({ name, hash }) => [String(name), String(hash)]));
  }
  const entries = (await directories[target].slapcat("(objectClass=inetOrgPerson)"))
    .replaceAll("\n ", "")
    .split("\n\n");
  return new Map(
    entries.flatMap((entry): [string, string][] => {
      const name = /^uid: (.*)$/m.exec(entry)?.[1];
      const coded = /^userPassword:: (.*)$/m.exec(entry)?.[1];
      return name === undefined || coded === undefined ? [] : [[name, Buffer.from(coded, "base64").toString()]];
    }),
  );
}

const sha1 = (...parts: readonly (string | Buffer)[]) => {
  const hash = createHash("sha1");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Returns true if a stored password is this one: salted by a directory, twice hashed by the database server. */
function isPassword(stored: string, password: string): boolean {
  if (stored.startsWith("*")) return stored === `*${sha1(sha1(password)).toString("hex").toUpperCase()}`;
  if (!stored.startsWith("{SSHA}")) return stored === password;
  const bytes = Buffer.from(stored.slice("{SSHA}".length), "base64");
  return sha1(password, bytes.subarray(20)).equals(bytes.subarray(0, 20));
}

/** A sender that reports each difference between what a target system has now and what it had when it was looked at before. */
class Watcher {
  readonly outcomes: string[] = [];
  private readonly target: Target;
  private last: ReadonlyMap<string, string> = new Map();

  constructor(target: Target) {
    this.target = target;
  }

  async begin(): Promise<void> {
    this.last = await storedAt(this.target);
  }

  /** Looks once; returns the number of the reported changes. */
  async look(): Promise<number> {
    const lookedAt = performance.now();
    const now = await storedAt(this.target);
    const changed = people.filter((person) => now.get(person) !== this.last.get(person));
    this.last = now;
    for (const person of changed) {
      const password = known.get(person)?.find((one) => isPassword(now.get(person) ?? "", one));
      if (password === undefined) throw new Error(`${person} has a password on ${this.target} that nobody has set`);
      const { outcome, number } = await senders[this.target].report({ shortId: person }, password, {
        heldMs: Math.ceil(performance.now() - lookedAt),
      });
      this.outcomes.push(outcome);
      // An answer that is lost now and then changes nothing.
      if (number % 3 === 0 && (await senders[this.target].repeat()).outcome !== outcome)
        throw new Error(`report ${number} is answered in two ways`);
    }
    return changed.length;
  }
}

async function openOperations(): Promise<number> {
  const { store } = service.context;
  const open = await store.select("reqbatch", { where: { active: true } });
  return open.length;
}

// @specification 6.ident-synchronization
test(`${size} people change their passwords on three target systems at once, and each has one password in the end`, async () => {
  const watchers = targets.map((target) => new Watcher(target));
  for (const watcher of watchers) await watcher.begin();
  const changes = targets.map((target) => {
    const passwords = new Map(people.map((person) => [person, newPassword()]));
    for (const [person, password] of passwords) known.get(person)?.push(password);
    return changeAt(target, passwords);
  });
  let isChanging = true;
  const changed = Promise.all(changes).then(() => (isChanging = false));
  const watch = async (watcher: Watcher): Promise<void> => {
    for (let quiet = 0; quiet < 3;) {
      const seen = await watcher.look();
      quiet = seen === 0 && !isChanging && (await openOperations()) === 0 ? quiet + 1 : 0;
    }
  };
  await Promise.all([changed, ...watchers.map(watch)]);
  const stored = await Promise.all(targets.map(storedAt));
  const apart = people.filter((person) => {
    const one = known.get(person)?.find((password) => isPassword(stored[0]?.get(person) ?? "", password));
    return one === undefined || one === before || !stored.every((at) => isPassword(at.get(person) ?? "", one));
  });
  expect(await Promise.all(apart.map((person) => historyOf(person, stored)))).toEqual([]);
  await checkRecord(watchers.flatMap(({ outcomes }) => outcomes));
});

/** Returns what has happened to the accounts of a person, for the message of a failure: passwords by their numbers. */
async function historyOf(person: string, stored: readonly ReadonlyMap<string, string>[]): Promise<readonly string[]> {
  const { store } = service.context;
  const lines = targets.map((target, index) => {
    const now = known.get(person)?.findIndex((one) => isPassword(stored[index]?.get(person) ?? "", one));
    return `${target} has password ${now}`;
  });
  for (const target of targets) {
    const accountKey = objectKey({ type: "account", targetSystemKey: target, stableId: stableIdOf(target, person) });
    const operations = await store.select("requestOperations", { where: { accountKey } });
    const reports = await store.select("passwordReports", { where: { accountKey } });
    const digests = await store.select("passwordDigests", { where: { accountKey } });
    lines.push(
      ...operations.map(({ passwordTurn, result, sends, errorCode, createdAt, finishedAt, reportedAccountKey }) =>
        [target, passwordTurn, result, sends, errorCode, createdAt, finishedAt, reportedAccountKey === accountKey].join(
          " ",
        ),
      ),
      ...reports.map(({ echoedTurn, reportedTurn }) => `${target} reported ${reportedTurn}, echoed ${echoedTurn}`),
      ...digests.map(({ number, turn, senderKey }) => `${target} digest ${number} of ${turn} by ${senderKey}`),
    );
  }
  const audits = await store.select("sesslog_full", { where: { operation: "PWSY", recipient: null } });
  return [...lines, `${audits.length}`];
}

/** Checks what the service has recorded: no change came back, and the audit has a row for each. */
async function checkRecord(outcomes: readonly string[]): Promise<void> {
  const { store } = service.context;
  const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
  expect(count("unknownAccount") + count("gap") + count("managed")).toBe(0);
  // Each change of a person begins something once at most.
  expect(count("synchronized")).toBeLessThanOrEqual(3 * size);
  expect(count("synchronized")).toBeGreaterThanOrEqual(size);
  const operations = await store.select("requestOperations", { where: { code: "PWRS" } });
  expect(operations.length).toBeLessThanOrEqual(3 * count("synchronized"));
  expect(operations.every(({ reportedAccountKey, password }) => reportedAccountKey !== null && password === null)).toBe(
    true,
  );
  const made = operations.filter(({ result }) => result === "S").map(({ key }) => key);
  const rows = await store.select("sesslog_full", { where: { operation: "ACHG", result: "S" } });
  expect(rows.map(({ ident }) => ident ?? "").toSorted()).toEqual(made.toSorted());
  expect(await store.count("sesslog_full", { operation: "SRES" })).toBe(0);
  const reports = await store.select("sesslog_full", { where: { operation: "PWSY" } });
  expect(reports.filter(({ ident, account }) => ident === null || account === null)).toEqual([]);
  const histories = JSON.stringify(await store.select("requestOperations", { where: ne("password", null) }));
  expect(histories).toBe("[]");
}

test("a change that the service makes afterwards is set once on each target system, and its echoes end", async () => {
  const [person = ""] = people;
  const { store } = service.context;
  const watchers = targets.map((target) => new Watcher(target));
  for (const watcher of watchers) await watcher.begin();
  const password = newPassword();
  known.get(person)?.push(password);
  const operations = await store.count("requestOperations", { code: "PWRS" });
  const [user] = await store.select("users", { where: { id: person } });
  expect((await admin.post(`/v2/users(${user?.key})/resetPasswords`, { password })).status).toBe(202);
  await expect.poll(openOperations, { timeout: 60_000, interval: 100 }).toBe(0);
  for (const watcher of watchers) expect([await watcher.look(), watcher.outcomes]).toEqual([1, ["echo"]]);
  expect(await openOperations()).toBe(0);
  expect(await store.count("requestOperations", { code: "PWRS" })).toBe(operations + 3);
});

test("a rogue sender, with keys of its own, is refused, and an honest one does not change other people", async () => {
  const { store } = service.context;
  const operations = await store.count("requestOperations");
  const rogue = await addSender("NORTH").then(([, sender]) => sender);
  expect((await admin.post(`/v2/passwordSenders(${rogue.key})/revoke`, {})).status).toBe(200);
  await expect(rogue.report({ shortId: people[0] ?? "" }, newPassword())).rejects.toMatchObject({ status: 401 });
  rogue.close();
  expect((await senders.BASE.report({ shortId: installation.superuser.id }, newPassword())).outcome).toBe(
    "unknownAccount",
  );
  const both = { shortId: people[0] ?? "", stableId: entryIds.get(people[1] ?? "") ?? "" };
  expect((await senders.NORTH.report(both, newPassword())).outcome).toBe("unknownAccount");
  expect(await store.count("requestOperations")).toBe(operations);
});

test("senders are invited, listed, revoked and deleted by commands", async () => {
  const env = { GATEHOUSE_DATA: installation.folder, DATABASE_URL: ownDatabase.url };
  const run = (...words: string[]) => callCommand(["password-sender", ...words], { env });
  const invited = await run("invite", "NORTH", "--name", "north2.example");
  const key = /invited: (\S+)/.exec(invited.output)?.[1] ?? "";
  expect([invited.code, key === ""]).toEqual([0, false]);
  expect((await run("list")).output).toContain(`${key}  NORTH  north2.example  invited  never called  never reported`);
  expect(await run("revoke", key)).toEqual({ code: 0, output: `Password sender '${key}' revoked.\n` });
  expect((await run("delete", senders.NORTH.key)).output).toContain("Revoke it before you delete it.");
  expect((await run("delete", key)).code).toBe(0);
  const listed = JSON.parse((await run("list", "--json")).output) as readonly { readonly key: string }[];
  expect(listed.map((one) => one.key)).not.toContain(key);
});
