import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { ComposedService } from "#bin/compose.ts";
import { Secret } from "#connectors/contract/index.ts";
import { normaliseAnswer } from "#domain/passwords/question-answer.ts";
import { objectKey } from "#platform/object-key.ts";
import { freePort } from "#platform/processes/free-port.ts";

import { testDatabase, type TestDatabase } from "../support/database.ts";
import { securityAnswer, walkForgottenPassword } from "../support/forgotten-password.ts";
import { giveAnswers } from "../support/given-answers.ts";
import { createHttpClient, type HttpAnswer } from "../support/http-client.ts";
import { inParallel } from "../support/in-parallel.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { type OpenLdap, startOpenLdap } from "../support/openldap.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, pathOf, type RestClient, type RestUser } from "../support/rest.ts";
import { testSize } from "../support/test-size.ts";
import { after, before, type Case, cases, type Door, everybody, extra, groups, places } from "./group-rule-cases.ts";

// Every rule of target groups at every door, with all targets well, one that refuses, and one that is down: the results of each account,
// what the directories then open with, and the rows of the audit.

const ownPassword = "a-password-for-this-test";
const tooShort = "Password fails quality checking policy";

let folder: string;
let database: TestDatabase;
let good: OpenLdap;
let strict: OpenLdap;
let installation: Installation;
let service: ComposedService;
let rest: RestClient;
let admin: RestUser;
let keys: Readonly<Record<string, string>>;
let http: ReturnType<typeof createHttpClient>;

const directoryOf = ({ trouble }: Case, place: number) => (place === 3 && trouble === "refuses" ? strict : good);
const nameOf = ({ person }: Case, place: number) => `${person}-${place}`;
const targetOf = ({ group, trouble }: Case, place: number) => `${group}-${place === 3 ? trouble.toUpperCase() : place}`;
const entryIds = new Map(
  everybody.flatMap((one) => places.map((place) => [nameOf(one, place), randomUUID()] as const)),
);
const accountOf = (one: Case, place: number) =>
  objectKey({
    type: "account",
    targetSystemKey: targetOf(one, place),
    stableId: entryIds.get(nameOf(one, place)) ?? "",
  });

const ldif = everybody
  .flatMap((one) => places.map((place) => nameOf(one, place)))
  .map(
    (name) => `
dn: uid=${name},ou=people,dc=example,dc=test
objectClass: inetOrgPerson
uid: ${name}
cn: ${name}
sn: ${name}
entryUUID: ${entryIds.get(name)}
userPassword: ${before}
`,
  )
  .join("");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-group-rules-"));
  [database, good, strict] = await Promise.all([
    testDatabase(folder),
    startOpenLdap({ ldif }),
    startOpenLdap({ ldif, passwordPolicy: { pwdMinLength: "100" } }),
  ]);
  installation = await startInstallation({
    databaseUrl: database.url,
    environment: {
      TOKEN_REQUESTS_PER_MINUTE_AND_ADDRESS: "10000",
      CONNECTORS: fileURLToPath(new URL("../support/silent-connector.ts", import.meta.url)),
      // What is down is tried once more in the full size, and left waiting in the short one.
      REQUEST_RETRY_INTERVALS_SECONDS: testSize("300", "1"),
    },
  });
  service = await installation.compose();
  await addEverybody();
  rest = createRestClient(installation.address);
  http = createHttpClient(installation.address, 20);
  admin = await rest.signIn(installation.superuser.id, installation.superuser.password);
  await addTargets();
  await addAccounts();
}, 120_000);

afterAll(async () => {
  rest?.close();
  http?.close();
  await service?.close();
  await installation?.stop();
  await Promise.all([database?.remove(), good?.stop(), strict?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

async function addEverybody(): Promise<void> {
  const { context } = service;
  keys = await addPeople(
    context,
    everybody.map(({ person }) => person),
    ownPassword,
  );
  const answerHash = await context.passwords.hash(new Secret(normaliseAnswer(securityAnswer)));
  for (const { person } of cases.filter(({ door }) => door === "forgotten"))
    await giveAnswers(context, keys[person] ?? "", answerHash);
}

async function addTargets(): Promise<void> {
  const nobody = `ldap://127.0.0.1:${await freePort()}`;
  const servers = { 1: good.url, 2: good.url, NONE: good.url, REFUSES: strict.url, DOWN: nobody };
  for (const { id, rules } of groups) {
    expect((await admin.post("/v2/targetGroups", { id, ...rules })).status).toBe(201);
    for (const [name, url] of Object.entries(servers)) await addTarget(`${id}-${name}`, id, url);
  }
  await addTarget("ANYNUMBER-SYNC-LIES", "ANYNUMBER-SYNC", good.url, "silent-ldap");
}

async function addTarget(id: string, targetGroup: string, url: string, type = "ldap"): Promise<void> {
  const { baseDN, accountsDN, groupsDN } = good;
  const address = { url, baseDN, accountsDN, groupsDN };
  const target = { id, type, description: id, targetGroup, address, autoApprove: true };
  const made = await admin.post("/v2/targetSystems", target);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { dn, password } = url === strict.url ? strict.admin : good.admin;
  const login = { administratorId: dn, password };
  expect((await admin.post(`/v2/targetSystems('${id}')/credentials`, login)).status).toBe(201);
}

async function addAccounts(): Promise<void> {
  const { store } = service.context;
  await store.transaction(async () => {
    for (const one of everybody)
      for (const place of places) {
        const name = nameOf(one, place);
        const dn = `uid=${name},${good.accountsDN}`;
        const names = { stableId: entryIds.get(name) ?? "", longId: dn, shortId: name, displayId: name };
        const owned = { targetSystemKey: targetOf(one, place), userKey: keys[one.person] ?? "" };
        await store.save("accounts", { key: accountOf(one, place), ...names, ...owned });
      }
  });
}

/** Result that a case must have, stated without the code of the service. */
interface Expected {
  /** Rule by which the call is refused; undefined if it is taken. */
  readonly refused?: string;
  /** Places of the accounts that get the password. */
  readonly taken: readonly number[];
}

function expectedOf({ rules, door }: Case): Expected {
  const { syncPasswords, uniquePasswords, passwordChangeRestriction: restriction } = rules;
  const chosenBy: Readonly<Record<Door, readonly number[]>> = {
    change: [1],
    reset: [1],
    patch: [1],
    named: [1, 2],
    all: [1, 2, 3],
    group: [1, 2, 3],
    forgotten: [1, 2, 3],
  };
  const taken = syncPasswords ? [1, 2, 3] : chosenBy[door];
  const isForOne = restriction === "oneAccount" || uniquePasswords;
  // Whoever has forgotten a password has chosen no account: these stay as they are.
  if (door === "forgotten") return { taken: isForOne ? [] : taken };
  if (restriction === "allAccounts" && taken.length < 3) return { refused: "allAccounts", taken: [] };
  if (restriction === "oneAccount" && taken.length > 1) return { refused: "oneAccount", taken: [] };
  if (uniquePasswords && taken.length > 1) return { refused: "uniquePasswords", taken: [] };
  return { taken };
}

/** Calls a door for the person of a case. */
async function callDoor(one: Case): Promise<HttpAnswer> {
  const { person, door, group } = one;
  const userKey = keys[person] ?? "";
  const password = after(person);
  const account = accountOf(one, 1);
  if (door === "forgotten") return walkForgottenPassword(http, person, password);
  if (door === "patch") return admin.patch(`/v2/accounts(${account})`, { password });
  if (door === "group") return admin.post(`/v2/targetGroups('${group}')/resetPasswords`, { userKey, password });
  const user = await rest.signIn(person, ownPassword);
  const accountKeys = [account, accountOf(one, 2)];
  const own: Readonly<Record<Exclude<Door, "forgotten" | "patch" | "group">, () => Promise<HttpAnswer>>> = {
    change: () => user.post(`/v2/accounts(${account})/changePassword`, { currentPassword: before, password }),
    reset: () => user.post(`/v2/accounts(${account})/resetPassword`, { password }),
    all: () => user.post(`/v2/users(${userKey})/resetPasswords`, { password }),
    named: () => user.post(`/v2/users(${userKey})/resetPasswords`, { password, accountKeys }),
  };
  return own[door]();
}

interface Ended {
  readonly results: Readonly<Record<string, string>>;
  readonly words: string | null;
}

interface Listed {
  readonly accountKey: string;
  readonly status: string;
  readonly error: { readonly message: string } | null;
}

/** Waits for the end of each account's operation, except of one whose target is down in the short size. */
async function endOf(one: Case, reader: RestUser): Promise<Ended> {
  const filter = encodeURIComponent(places.map((place) => `accountKey eq ${accountOf(one, place)}`).join(" or "));
  const isDone = ({ status, accountKey }: Listed) =>
    ["succeeded", "failed"].includes(status) ||
    (one.trouble === "down" && accountKey === accountOf(one, 3) && status === "running" && testSize(true, false));
  const listed = async () => ((await reader.get(`/v2/operations?$filter=${filter}`)).body as { value: Listed[] }).value;
  let rows: readonly Listed[] = [];
  await expect
    .poll(
      async () => {
        rows = await listed();
        return rows.filter((row) => !isDone(row));
      },
      { timeout: 60_000, interval: 200 },
    )
    .toEqual([]);
  const placeOf = (key: string) => places.find((place) => accountOf(one, place) === key) ?? 0;
  return {
    results: Object.fromEntries(rows.map(({ accountKey, status }) => [placeOf(accountKey), status])),
    words: rows.find(({ error }) => error !== null)?.error?.message ?? null,
  };
}

/** Returns the places of the accounts that a password opens, of those whose directory is there. */
async function openedBy(one: Case, password: string): Promise<readonly number[]> {
  const there = places.filter((place) => place < 3 || one.trouble !== "down");
  const opened = await Promise.all(
    there.map((place) => directoryOf(one, place).ldapwhoami(`uid=${nameOf(one, place)},${good.accountsDN}`, password)),
  );
  return there.filter((_place, index) => opened[index]);
}

async function auditsOf(one: Case): Promise<readonly string[]> {
  const rows = await service.context.store.select("sesslog_full", { where: { recipient: keys[one.person] ?? "" } });
  const told = rows.map(({ operation, result }) => `${operation} ${result}`);
  return told.filter((row) => /^(ACHG|SRES|PWRS|PWCH) /.test(row)).toSorted();
}

function auditExpected({ door, trouble }: Case, taken: readonly number[]): readonly string[] {
  const isSelf = !["patch", "group"].includes(door);
  const isIn = taken.includes(3);
  const changed = taken.filter((place) => place < 3 || trouble === "none").map(() => "ACHG S");
  const isOver = !isIn || trouble !== "down" || testSize(false, true);
  // What no target has answered has no row of its own; the end of the request tells it.
  const failed = isIn && trouble === "refuses" ? ["PWRS F"] : [];
  // Nobody knows what a target has done that never answered.
  const ofReset = { none: "S", lies: "S", refuses: "F", down: "N" } as const;
  // A change of one account alone is no reset.
  const isReset = door !== "change" || taken.length > 1;
  const ownReset = isSelf && isReset && isOver ? [`SRES ${isIn ? ofReset[trouble] : "S"}`] : [];
  return [...changed, ...failed, ...ownReset].toSorted();
}

async function carriedOut(one: Case): Promise<object> {
  const answer = await callDoor(one);
  const { refused } = expectedOf(one);
  if (refused === undefined) expect(answer.status, JSON.stringify([one, answer.body])).toBeLessThan(300);
  if (refused !== undefined) {
    const { error } = answer.body as {
      readonly error?: { readonly code: string; readonly details?: readonly { readonly target: string }[] };
    };
    return {
      refused: [answer.status, error?.code, ...(error?.details ?? []).map(({ target }) => target)].slice(0, 3),
      opened: await openedBy(one, before),
      audits: await auditsOf(one),
    };
  }
  // The owner reads the results, whoever has called.
  const owner = await rest.signIn(one.person, one.door === "forgotten" ? after(one.person) : ownPassword);
  const { results, words } = await endOf(one, owner);
  return {
    status: answer.status,
    results,
    words: one.trouble === "refuses" ? words : null,
    opened: await openedBy(one, after(one.person)),
    audits: await auditsIn(one),
  };
}

/** Returns the audit of a case once it is whole: the end of a request is written after that of its operations. */
async function auditsIn(one: Case): Promise<readonly string[]> {
  const { taken } = expectedOf(one);
  await expect
    .poll(() => auditsOf(one), { timeout: 60_000, interval: 200, message: JSON.stringify(one) })
    .toEqual(auditExpected(one, taken));
  return auditsOf(one);
}

function wanted(one: Case): object {
  const { refused, taken } = expectedOf(one);
  const { trouble, door } = one;
  const there = places.filter((place) => place < 3 || trouble !== "down");
  if (refused !== undefined) return { refused: [400, "TARGET_GROUP_ACCOUNTS", refused], opened: there, audits: [] };
  const third = {
    none: "succeeded",
    refuses: "failed",
    down: testSize("running", "failed"),
    lies: "succeeded",
  } as const;
  const results = Object.fromEntries(taken.map((place) => [place, place === 3 ? third[trouble] : "succeeded"]));
  return {
    status: door === "forgotten" ? 200 : 202,
    results,
    words: trouble === "refuses" && taken.includes(3) ? tooShort : null,
    opened: taken.filter((place) => place < 3 || trouble === "none"),
    audits: auditExpected(one, taken),
  };
}

// @specification 2.target-group.together
test(
  `${cases.length} password changes keep the rules of their target groups`,
  async () => {
    const results = new Map<string, object>();
    const named = ({ group, door, trouble }: Case) => `${group} ${door} ${trouble}`;
    // More people at once would only wait for the hashes of their passwords.
    await inParallel(cases.length, 8, async (index) => {
      const one = cases[index];
      if (one !== undefined) results.set(named(one), await carriedOut(one));
    });
    expect(Object.fromEntries(results)).toEqual(Object.fromEntries(cases.map((one) => [named(one), wanted(one)])));
  },
  testSize(120_000, 900_000),
);

describe("an adversary", () => {
  const { person } = extra;

  // @specification 2.target-group.sync-passwords
  test("that changes two targets of one group at once leaves both with one password", async () => {
    const user = await rest.signIn(person, ownPassword);
    let tried = 0;
    for (let round = 0; round < testSize(3, 30); round += 1) {
      const passwords = [1, 2, 1, 2].map(() => `Kettle-of-${(tried += 1)}-Fishes`);
      const answers = await Promise.all(
        passwords.map((password, index) =>
          user.post(`/v2/accounts(${accountOf(extra, index % 2 === 0 ? 1 : 2)})/resetPassword`, { password }),
        ),
      );
      const taken = passwords.filter((_password, index) => answers[index]?.status === 202);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([
        ...taken.map(() => 202),
        ...answers.slice(taken.length).map(() => 409),
      ]);
      expect(taken.length).toBeGreaterThan(0);
      await endOf(extra, user);
      const opened = await Promise.all(passwords.map((password) => openedBy(extra, password)));
      expect(opened.filter((there) => there.length > 0).map((there) => there.filter((place) => place < 3))).toEqual([
        [1, 2],
      ]);
    }
  });

  test("that says yes and does nothing changes nothing of the others, and a verification finds it out", async () => {
    const user = await rest.signIn(person, ownPassword);
    const password = "Kettle-with-1000-Fish";
    const account = accountOf(extra, 3);
    expect((await user.post(`/v2/accounts(${accountOf(extra, 1)})/resetPassword`, { password })).status).toBe(202);
    expect((await endOf(extra, user)).results).toMatchObject({ 1: "succeeded", 2: "succeeded", 3: "succeeded" });
    expect(await openedBy(extra, password)).toEqual([1, 2]);
    const verifying = await user.post(`/v2/accounts(${account})/verifyPassword`, { password });
    const verified = await user.until(pathOf(verifying), ({ status }) => status === "failed" || status === "succeeded");
    expect(verified).toMatchObject({ status: "failed", error: { code: "currentPassword" } });
  });
});
