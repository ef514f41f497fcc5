import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { Client } from "ldapts";
import { afterAll, beforeAll, expect, test } from "vitest";

import { passwordLinkField, passwordLinkPath } from "#domain/identity/password-link.ts";

import { createHttpClient, type HttpAnswer } from "../support/http-client.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { type OpenLdap, startOpenLdap } from "../support/openldap.ts";
import { createRestClient, pathOf, type RestClient, type RestUser } from "../support/rest.ts";
import { testSize } from "../support/test-size.ts";

type Json = Readonly<Record<string, unknown>>;

const size = testSize(120, 5000);
/** Number of direct reports of each manager; the first person has no manager. */
const reports = 10;
/** Number of people at the end who manage no one. */
const inIT = 4;
const tokensEndWithinMs = 2_000;
// The tests wait, however busy the machine is.
const patience = { timeout: 60_000 };

let directory: OpenLdap;
let installation: Installation;
let rest: RestClient;
let http: ReturnType<typeof createHttpClient>;
let admin: RestUser;

const dnOf = (n: number) => `uid=person${n},ou=people,dc=example,dc=test`;
const passwordOf = (n: number) => `Canary-of-the-directory-${n}`;
const managerOf = (n: number) => Math.floor((n - 1) / reports);

/** Returns a person in LDIF. Each manager has a lower number and so comes later in the listing; managers are spelled in capitals. */
function person(n: number): string {
  const manager = n === 0 ? "" : `manager: ${dnOf(managerOf(n)).replace("uid=person", "UID=Person")}\n`;
  const department = n < size - inIT ? "HR" : "IT";
  return (
    `dn: ${dnOf(n)}\nobjectClass: inetOrgPerson\nuid: person${n}\ncn: Person ${n}\nsn: ${n}\n` +
    `mail: person${n}@example.test\ndepartmentNumber: ${department}\nuserPassword: ${passwordOf(n)}\n${manager}`
  );
}

beforeAll(async () => {
  const ldif = Array.from({ length: size }, (_, n) => person(size - 1 - n)).join("\n");
  [directory, installation] = await Promise.all([startOpenLdap({ ldif }), startInstallation()]);
  rest = createRestClient(installation.address);
  http = createHttpClient(installation.address, 2);
  admin = await rest.signIn(installation.superuser.id, installation.superuser.password);
});

afterAll(async () => {
  rest?.close();
  http?.close();
  await installation?.stop();
  await directory?.stop();
});

async function made(answer: Promise<HttpAnswer>): Promise<Json> {
  const { status, body } = await answer;
  expect([status, JSON.stringify(body)]).toEqual([201, expect.any(String)]);
  return body as Json;
}

async function list(path: string): Promise<readonly Json[]> {
  const { status, body } = await admin.get(path);
  expect([status, JSON.stringify(body)]).toEqual([200, expect.any(String)]);
  return (body as { readonly value: readonly Json[] }).value;
}

const keyOf = async (id: string) =>
  String((await list(`/v2/users?$filter=id eq '${id}'`.replaceAll(" ", "%20")))[0]?.["key"]);

/** Discovers the directory, and returns the counts of people. */
async function discoveredPeople(): Promise<unknown> {
  const answer = await admin.post("/v2/targetSystems('DIRECTORY')/discover", {});
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([202, expect.any(String)]);
  const ended = await admin.until(pathOf(answer), ({ status }) => status === "succeeded" || status === "failed");
  expect([ended["status"], JSON.stringify(ended)]).toEqual(["succeeded", expect.any(String)]);
  return (ended["discovery"] as Json)["people"];
}

async function addDirectory(): Promise<void> {
  const { url, baseDN, accountsDN, groupsDN, admin: login } = directory;
  await made(admin.post("/v2/userClasses", { id: "IT", description: "IT", condition: conditionOfIT }));
  await made(
    admin.post("/v2/targetSystems", {
      id: "DIRECTORY",
      type: "ldap",
      description: "A real OpenLDAP",
      sourceOfProfiles: true,
      address: {
        url,
        baseDN,
        accountsDN,
        groupsDN,
      },
      autoApprove: true,
    }),
  );
  const credential = { administratorId: login.dn, password: login.password };
  await made(admin.post("/v2/targetSystems('DIRECTORY')/credentials", credential));
  for (const [attribute, mappedAttribute] of [
    ["cn", "displayName"],
    ["mail", "mail"],
    ["manager", "manager"],
    ["departmentNumber", "department"],
  ]) {
    const actions = { actionOnCreate: "set", actionOnUpdate: "set" };
    const definition = { attribute, mappedAttribute, discoveredObjectType: "user", ...actions };
    await made(admin.post("/v2/targetSystems('DIRECTORY')/attributeDefinitions", definition));
  }
}

const conditionOfIT = "attributes/any(a:a/name eq 'department' and a/value eq 'IT')";
const membersOfIT = async () => (await list("/v2/userClasses('IT')/members")).map(({ userKey }) => String(userKey));

/** Returns the rows of people that were written since a position of the change log, by the names of their tables. */
async function writtenSince(position: number): Promise<readonly string[]> {
  const { context, close } = await installation.compose();
  const rows = await context.store.changeLog.read(position, 1000);
  await close();
  const ofPeople = /^(users|user.*|accounts|account.*|groups|group.*)$/;
  return rows.map(({ table }) => table).filter((table) => ofPeople.test(table));
}

async function positionNow(): Promise<number> {
  const { context, close } = await installation.compose();
  const position = await context.store.changeLog.position();
  await close();
  return position;
}

/** Sets a password with a one-time link, and signs in. */
async function letIn(id: string, password: string): Promise<RestUser> {
  const key = await keyOf(id);
  await made(admin.post("/v2/userClasses('_EXPLICIT_REST_API_USERS_')/members", { userKey: key }));
  const { body } = await admin.post(`/v2/users(${key})/issuePasswordLink`, {});
  const secret = new URL(String((body as Json)["link"])).searchParams.get(passwordLinkField) ?? "";
  const form = new URLSearchParams({ [passwordLinkField]: secret, password, again: password });
  expect((await http.call("POST", passwordLinkPath, { form: form.toString() })).status).toBe(200);
  return rest.signIn(id, password);
}

/** Returns the keys of the approvers of a new request of the superuser. */
async function askedAbout(shortId: string): Promise<readonly string[]> {
  const recipientKey = await keyOf(installation.superuser.id);
  const operations = [{ code: "ACUA", targetSystemKey: "DIRECTORY", attributes: { shortId } }];
  const answer = await admin.post("/v2/requests", { recipientKey, operations });
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([202, expect.any(String)]);
  const [phase] = await list(`${pathOf(answer)}/phases`);
  return ((phase?.["authorizers"] ?? []) as readonly Json[]).map(({ userKey }) => String(userKey)).toSorted();
}

test("an empty installation is filled from a directory with managers, classes and mail; again no row of them is written", async () => {
  await addDirectory();
  expect(await discoveredPeople()).toEqual({ added: size, changed: 0, enabled: 0, disabled: 0, problems: [] });
  const { context, close } = await installation.compose();
  const { store } = context;
  const users = new Map((await store.select("users")).map((user) => [user.id, user]));
  const wrong = Array.from({ length: size }, (_, n) => n).filter((n) => {
    const managerKey = n === 0 ? null : users.get(`person${managerOf(n)}`)?.key;
    const user = users.get(`person${n}`);
    return user?.managerKey !== managerKey || user?.displayName !== `Person ${n}`;
  });
  expect(wrong).toEqual([]);
  expect(await store.count("userAttributes", { name: "mail" })).toBe(size);
  await close();
  const last = Array.from({ length: inIT }, (_, n) => users.get(`person${size - 1 - n}`)?.key).toSorted();
  await expect.poll(async () => (await membersOfIT()).toSorted(), patience).toEqual(last);

  const authorizationPhases = [{ sequence: 1, authorizers: [{ userClass: "IT" }] }];
  expect((await admin.patch("/v2/targetSystems('DIRECTORY')", { authorizationPhases })).status).toBe(204);
  const position = await positionNow();
  expect(await discoveredPeople()).toMatchObject({ added: 0, changed: 0, problems: [] });
  expect(await writtenSince(position)).toEqual([]);
});

test("a leaver is disabled, is signed in no more within two seconds nor lets anybody in anew, and is asked about no request", async () => {
  const id = `person${size - 1}`;
  const leaver = await letIn(id, "Leaver-password-1");
  const key = await keyOf(id);
  const others = (await membersOfIT()).filter((other) => other !== key).toSorted();
  expect(await askedAbout("before")).toEqual([...others, key].toSorted());

  const client = new Client({ url: directory.url });
  await client.bind(directory.admin.dn, directory.admin.password);
  await client.del(dnOf(size - 1));
  await client.unbind();
  expect((await leaver.get("/identity/connect/userinfo")).status).toBe(200);
  expect(await discoveredPeople()).toMatchObject({ disabled: 1, problems: [] });
  const refused = { timeout: tokensEndWithinMs, interval: 50 };
  await expect.poll(async () => (await leaver.get("/identity/connect/userinfo")).status, refused).toBe(401);
  await expect(rest.signIn(id, "Leaver-password-1")).rejects.toThrow("USER_DISABLED");
  await expect(rest.signIn(id, "another")).rejects.toThrow("invalid_grant");
  const { context, close } = await installation.compose();
  expect(await context.store.get("users", key)).toMatchObject({ disabled: true, disabledBy: "source" });
  await close();
  const sessions = await list(`/v2/sessionLogs?$filter=actor%20eq%20'${key}'%20and%20door%20ne%20null`);
  expect(sessions.map(({ endReason }) => endReason)).toEqual(["revoked"]);

  // The class still has the user, but the phase no longer asks them.
  expect(await membersOfIT()).toContain(key);
  expect(await askedAbout("after")).toEqual(others);
});

/** Returns the answers of the token endpoint, as a client sees them. */
async function answersOf(...tries: readonly (readonly [id: string, password: string])[]): Promise<readonly unknown[]> {
  const answers = await Promise.all(
    tries.map(([username, password]) => {
      const form = new URLSearchParams({ grant_type: "password", client_id: "gatehouse", username, password });
      return http.call("POST", "/identity/connect/token", { form: form.toString() });
    }),
  );
  return answers.map(({ status, body }) => [status, (body as Json)["error"]]);
}

const failedLogins = async (n: number) =>
  (await directory.ldapsearch(`(uid=person${n})`, "pwdFailureTime")).match(/^pwdFailureTime:/gm)?.length ?? 0;

/** Returns the files of the installation that contain a text: its database and log, and the engine's own. */
function filesWith(text: string): readonly string[] {
  const names = readdirSync(installation.folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.filter((file) => readFileSync(file).includes(text));
}

test("the directory's people sign in with the directory's passwords, of which nothing is kept, and nobody locks them out there", async () => {
  const condition = "accounts/any(a:a/targetSystemKey eq 'DIRECTORY')";
  expect((await admin.patch("/v2/userClasses('_EXPLICIT_REST_API_USERS_')", { condition, force: true })).status).toBe(
    204,
  );
  const members = "/v2/userClasses('_EXPLICIT_REST_API_USERS_')/members";
  const first = await keyOf("person1");
  const mayCome = async () => (await list(`${members}?$filter=userKey%20eq%20${first}`)).length;
  await expect.poll(mayCome, { timeout: 20_000 }).toBe(1);
  const refused = [400, "invalid_grant"];
  expect(await answersOf(["person1", passwordOf(1)])).toEqual([refused]);
  expect((await admin.patch("/v2/settings('SIGN_IN_TARGET')", { value: "DIRECTORY" })).status).toBe(204);
  expect((await admin.patch("/v2/settings('MAX_USERAUTH_FAILURE')", { value: 2 })).status).toBe(204);

  const one = await rest.signIn("person1", passwordOf(1));
  expect((await one.get("/identity/connect/userinfo")).body).toMatchObject({ sub: first });
  const wrong = "Canary-that-is-wrong";
  expect(await answersOf(["person2", wrong], ["nobody", wrong])).toEqual([refused, refused]);
  expect(await answersOf(["person2", wrong])).toEqual([refused]);
  expect(await failedLogins(2)).toBe(2);
  // The user is locked here, so the directory is not asked.
  expect(await answersOf(["person2", wrong], ["person2", passwordOf(2)])).toEqual([refused, refused]);
  expect(await failedLogins(2)).toBe(2);
  for (const text of [passwordOf(1), wrong]) expect(filesWith(text)).toEqual([]);

  await directory.stop();
  const away = [503, "temporarily_unavailable"];
  expect(await answersOf(["person3", passwordOf(3)], ["nobody", wrong])).toEqual([away, away]);
  const { id, password } = installation.superuser;
  expect(await answersOf([id, password])).toEqual([[200, undefined]]);
});
