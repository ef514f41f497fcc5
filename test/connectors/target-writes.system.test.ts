import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { testDatabase, type TestDatabase } from "../support/database.ts";
import type { HttpAnswer } from "../support/http-client.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { type OpenLdap, startOpenLdap } from "../support/openldap.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, pathOf, type RestClient, type RestUser } from "../support/rest.ts";

const password = "a-password-for-this-test";

type Json = Readonly<Record<string, unknown>>;

let directory: OpenLdap;
let database: TestDatabase;
let databaseFolder: string;
let installation: Installation;
let rest: RestClient;
let keys: Readonly<Record<"ada" | "bob", string>>;
let admin: RestUser;
let ada: RestUser;
let account: string;

beforeAll(async () => {
  databaseFolder = mkdtempSync(join(tmpdir(), "gatehouse-target-writes-"));
  [directory, database] = await Promise.all([startOpenLdap(), testDatabase(databaseFolder)]);
  installation = await startInstallation({ databaseUrl: database.url });
  const service = await installation.compose();
  keys = await addPeople(service.context, ["ada", "bob"], password);
  await service.close();
  rest = createRestClient(installation.address);
  admin = await rest.signIn(installation.superuser.id, installation.superuser.password);
  ada = await rest.signIn("ada", password);
  await addDirectory();
  const made = await finished(
    await admin.post("/v2/accounts", {
      targetSystemKey: "DIRECTORY",
      shortId: "ada",
      userKey: keys.ada,
      attributes: { cn: "Ada Abel", sn: "Abel" },
      password: "First-password-1",
    }),
  );
  account = String(made["accountKey"]);
});

afterAll(async () => {
  rest?.close();
  await installation?.stop();
  await database?.remove();
  await directory?.stop();
  rmSync(databaseFolder, { recursive: true, force: true });
});

async function addDirectory(): Promise<void> {
  const { url, baseDN, accountsDN, groupsDN } = directory;
  const created = await admin.post("/v2/targetSystems", {
    id: "DIRECTORY",
    type: "ldap",
    description: "A real OpenLDAP",
    address: { url, baseDN, accountsDN, groupsDN },
    // Direct writes of superusers and owners need no approval.
    authorizationPhases: [{ sequence: 1, authorizers: [{ userKey: keys.bob }] }],
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const login = { administratorId: directory.admin.dn, password: directory.admin.password };
  expect((await admin.post("/v2/targetSystems('DIRECTORY')/credentials", login)).status).toBe(201);
}

/** Polls an accepted operation until it has ended. */
async function finished(answer: HttpAnswer, who = admin): Promise<Json> {
  expect([answer.status, answer.body]).toEqual([202, expect.objectContaining({ status: "notStarted" })]);
  expect(pathOf(answer)).toMatch(/^\/v2\/operations\([0-9a-f-]{36}\)$/);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  return who.until(pathOf(answer), ({ status }) => status === "succeeded" || status === "failed");
}

const verify = async (given: string) =>
  finished(await ada.post(`/v2/accounts(${account})/verifyPassword`, { password: given }), ada);

async function audit(operation: string): Promise<readonly Json[]> {
  const service = await installation.compose();
  const rows = await service.context.store.select("sesslog_full", { where: { operation }, orderBy: [["seq", "asc"]] });
  await service.close();
  return rows;
}

describe("an account", () => {
  test("that was made has its attributes, its owner and a password that opens it", async () => {
    expect((await ada.get(`/v2/users(${keys.ada})/accounts`)).body).toMatchObject({
      value: [{ key: account, shortId: "ada", userKey: keys.ada, associatedBy: "admin" }],
    });
    expect(await directory.ldapsearch("(uid=ada)", "cn", "sn")).toContain("cn: Ada Abel");
    expect(await verify("First-password-1")).toMatchObject({ status: "succeeded" });
    expect(await verify("no-such-password")).toMatchObject({
      status: "failed",
      result: "F",
      error: { code: "currentPassword", message: "invalid credentials" },
    });
  });

  // @specification 7.connector-message
  test("gets new attributes by PATCH; what the directory refuses ends with the directory's own words", async () => {
    const good = await admin.patch(`/v2/accounts(${account})`, { attributes: { mail: ["ada@example.test"] } });
    expect(await finished(good)).toMatchObject({ status: "succeeded", code: "UPDA" });
    expect(await directory.ldapsearch("(uid=ada)", "mail")).toContain("mail: ada@example.test");
    const bad = await admin.patch(`/v2/accounts(${account})`, { attributes: { noSuchAttribute: "x" } });
    const ended = await finished(bad);
    expect(ended).toMatchObject({ status: "failed", result: "F", error: { code: "invalidValue" } });
    expect(JSON.stringify(ended)).toContain("noSuchAttribute: attribute type undefined");
  });

  // @specification 4.update-account
  test("that failed logins have locked is unlocked by PATCH of locked", async () => {
    for (let time = 1; time <= 5; time += 1) await verify("a-wrong-password");
    expect(await verify("First-password-1")).toMatchObject({ error: { message: "The account is locked." } });
    const refused = await admin.patch(`/v2/accounts(${account})`, { locked: true });
    expect(refused).toMatchObject({ status: 400, body: { error: { target: "locked" } } });
    const answer = await admin.patch(`/v2/accounts(${account})`, { locked: false });
    expect(await finished(answer)).toMatchObject({ status: "succeeded", code: "UNLK" });
    expect(await verify("First-password-1")).toMatchObject({ status: "succeeded" });
  });
});

describe("a password", () => {
  // @specification 1.passwords 2.account.password-caller
  test("is reset by PATCH; the audit names the caller and the operation", async () => {
    const answer = await admin.patch(`/v2/accounts(${account})`, { password: "Second-password-2" });
    const { key } = await finished(answer);
    const rows = await audit("ACHG");
    const { sub } = (await admin.get("/identity/connect/userinfo")).body as { sub: string };
    expect(rows.at(-1)).toMatchObject({ actor: sub, recipient: keys.ada, ident: key, account: "ada", result: "S" });
    expect(await verify("Second-password-2")).toMatchObject({ status: "succeeded" });
    expect(await audit("SRES")).toEqual([]);
  });

  // @specification 1.password-policies 7.password-strength
  test("that the directory finds too weak ends with PASSWORD_STRENGTH and the directory's words", async () => {
    const changes = (await audit("ACHG")).length;
    const path = `/v2/accounts(${account})/resetPassword`;
    const ours = await admin.post(path, { password: "Kxq12" });
    expect(ours).toMatchObject({ status: 422, body: { error: { code: "PASSWORD_STRENGTH", target: "password" } } });
    await admin.patch("/v2/passwordPolicies('DEFAULT')", { length: { minLength: { value: 5 } } });
    const ended = await finished(await admin.post(path, { password: "Kxq12" }));
    expect(ended).toMatchObject({ status: "failed", result: "F", error: { code: "PASSWORD_STRENGTH" } });
    expect((ended["error"] as Json)["message"]).toMatch(/Password fails quality checking policy|too short/i);
    expect((await audit("ACHG")).length).toBe(changes);
    expect(await verify("Second-password-2")).toMatchObject({ status: "succeeded" });
  });

  // @specification 1.passwords
  test("is changed by its owner, with the current one, and with no wrong one", async () => {
    const change = (currentPassword: string, next: string) =>
      ada.post(`/v2/accounts(${account})/changePassword`, { currentPassword, password: next });
    expect(await finished(await change("Second-password-2", "Third-password-3"), ada)).toMatchObject({
      status: "succeeded",
    });
    expect(await finished(await change("Second-password-2", "Fourth-password-4"), ada)).toMatchObject({
      status: "failed",
      error: { code: "currentPassword" },
    });
    expect(await verify("Third-password-3")).toMatchObject({ status: "succeeded" });
  });

  // @specification 2.session-log-data.batch-id 4.batch-id 6.self-reset
  test("is reset on all accounts of a user, once audited as self-service, within the batch that X-BATCH-ID names", async () => {
    const [batch] = ((await ada.get("/v2/requests?$top=1")).body as { value: Json[] }).value;
    const headers = { "x-batch-id": String(batch?.["number"]) };
    const body = { password: "Fifth-password-5" };
    const answer = await ada.post(`/v2/users(${keys.ada})/resetPasswords`, body, headers);
    const { key } = await finished(answer, ada);
    expect((await audit("ACHG")).at(-1)).toMatchObject({ ident: key, batchId: batch?.["key"] });
    // It is written when the request is closed, which may be a moment after its last operation.
    const row = { result: "S", actor: keys.ada, batchId: batch?.["key"] };
    await expect.poll(() => audit("SRES")).toMatchObject([row]);
    expect(await verify("Fifth-password-5")).toMatchObject({ status: "succeeded" });
    const next = { password: "Sixth-password-6" };
    const unknown = await ada.post(`/v2/users(${keys.ada})/resetPasswords`, next, { "x-batch-id": "20200101-1" });
    expect(unknown).toMatchObject({ status: 400, body: { error: { code: "BATCH_UNKNOWN" } } });
  });

  test("that must be changed is so in the directory, and the account shows it", async () => {
    const reset = { password: "Seventh-password-7", mustChange: true };
    const ended = await finished(await admin.post(`/v2/accounts(${account})/resetPassword`, reset));
    expect(ended).toMatchObject({ status: "succeeded", mustChange: true });
    expect(await directory.ldapsearch("(uid=ada)", "pwdReset")).toContain("pwdReset: TRUE");
    const expired = async () => ((await admin.get(`/v2/accounts(${account})`)).body as Json)["passwordExpired"];
    expect(await expired()).toBe(true);
    const change = { currentPassword: "Seventh-password-7", password: "Eighth-password-8" };
    const changed = await finished(await ada.post(`/v2/accounts(${account})/changePassword`, change), ada);
    expect([changed["status"], await expired()]).toEqual(["succeeded", false]);
  });

  test("is nowhere in the database once its operation has ended", async () => {
    const service = await installation.compose();
    const rows = await service.context.store.select("requestOperations");
    await service.close();
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) expect([row.password, row.currentPassword]).toEqual([null, null]);
  });
});

describe("a group", () => {
  // @specification 4.update-group 4.delete-group
  test("is made, changed and deleted in the directory", async () => {
    const made = await finished(
      await admin.post("/v2/groups", { targetSystemKey: "DIRECTORY", shortId: "staff", attributes: {} }),
    );
    expect(made).toMatchObject({ status: "succeeded", code: "CRTG" });
    const path = `/v2/groups(${String(made["groupKey"])})`;
    const changed = await finished(await admin.patch(path, { attributes: { description: "Everybody" } }));
    expect(changed).toMatchObject({ status: "succeeded", code: "UPDG" });
    expect(await directory.ldapsearch("(cn=staff)", "description")).toContain("description: Everybody");
    expect(await finished(await admin.delete(path))).toMatchObject({ status: "succeeded", code: "DELG" });
    expect(await directory.ldapsearch("(cn=staff)", "cn")).not.toContain("cn: staff");
    expect((await admin.get(path)).status).toBe(404);
  });
});

// @specification 2.option.claim
test("allowClaimAccounts: an account without an owner is given to who knows its password, and to nobody else", async () => {
  const path = `/v2/accounts(${account})`;
  await finished(await admin.patch(path, { password: "Claimed-password-1" }));
  expect((await admin.patch(path, { userKey: null })).status).toBe(204);
  const claimed = { targetSystemKey: "DIRECTORY", shortId: "ada" };
  const claim = (given: string) => ada.post(`/v2/users(${keys.ada})/claimAccount`, { ...claimed, password: given });
  const off = await claim("Claimed-password-1");
  expect(off).toMatchObject({ status: 409, body: { error: { code: "ACCOUNT_NOT_CLAIMABLE" } } });
  await admin.patch("/v2/targetSystems('DIRECTORY')", { allowClaimAccounts: true });
  const wrong = await finished(await claim("No-such-password-1"), ada);
  expect(wrong).toMatchObject({ status: "failed", error: { code: "currentPassword", message: "invalid credentials" } });
  expect((await admin.get(path)).body).toMatchObject({ userKey: null });
  expect(await finished(await claim("Claimed-password-1"), ada)).toMatchObject({ status: "succeeded", code: "ACCL" });
  expect((await admin.get(path)).body).toMatchObject({ userKey: keys.ada, associatedBy: "claim" });
  const rows = await audit("ACCL");
  expect(rows.map(({ result, account: name }) => [result, name])).toEqual([
    ["F", "ada"],
    ["S", "ada"],
  ]);
});

// @specification 4.delete-account
test("a deleted account is gone from the directory and from the service", async () => {
  expect(await finished(await admin.delete(`/v2/accounts(${account})`))).toMatchObject({ status: "succeeded" });
  expect(await directory.ldapsearch("(uid=ada)", "uid")).not.toContain("uid: ada");
  expect((await admin.get(`/v2/accounts(${account})`)).status).toBe(404);
});
