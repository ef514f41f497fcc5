import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { testDatabase, type TestDatabase } from "../support/database.ts";
import { defineOverRest } from "../support/define-attributes.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { type OpenLdap, startOpenLdap } from "../support/openldap.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, pathOf, type RestClient, type RestUser } from "../support/rest.ts";

const password = "a-password-for-this-test";

let directory: OpenLdap;
let database: TestDatabase;
let databaseFolder: string;
let installation: Installation;
let rest: RestClient;
let keys: Readonly<Record<"ada" | "bob" | "cy", string>>;
let ada: RestUser;
let bob: RestUser;
let cy: RestUser;

beforeAll(async () => {
  databaseFolder = mkdtempSync(join(tmpdir(), "gatehouse-journey-"));
  [directory, database] = await Promise.all([startOpenLdap(), testDatabase(databaseFolder)]);
  installation = await startInstallation({ databaseUrl: database.url });
  const service = await installation.compose();
  keys = await addPeople(service.context, ["ada", "bob", "cy"], password);
  await service.close();
  rest = createRestClient(installation.address);
  const admin = await rest.signIn(installation.superuser.id, installation.superuser.password);
  [ada, bob, cy] = await Promise.all([
    rest.signIn("ada", password),
    rest.signIn("bob", password),
    rest.signIn("cy", password),
  ]);
  await addDirectory(admin);
});

afterAll(async () => {
  rest?.close();
  await installation?.stop();
  await database?.remove();
  await directory?.stop();
  rmSync(databaseFolder, { recursive: true, force: true });
});

async function addDirectory(admin: RestUser): Promise<void> {
  const created = await admin.post("/v2/targetSystems", {
    id: "DIRECTORY",
    type: "ldap",
    description: "A real OpenLDAP",
    address: {
      url: directory.url,
      baseDN: directory.baseDN,
      accountsDN: directory.accountsDN,
      groupsDN: directory.groupsDN,
    },
    authorizationPhases: [
      { sequence: 1, authorizers: [{ userKey: keys.bob }] },
      { sequence: 2, authorizers: [{ userKey: keys.cy }] },
    ],
  });
  expect(created).toMatchObject({ status: 201, body: { id: "DIRECTORY", targetGroup: "DEFAULT" } });
  const credential = await admin.post("/v2/targetSystems('DIRECTORY')/credentials", {
    administratorId: directory.admin.dn,
    password: directory.admin.password,
  });
  expect(credential).toMatchObject({ status: 201, body: { administratorId: directory.admin.dn, passwordSet: true } });
  expect(credential.body).not.toHaveProperty("password");
  await defineOverRest(admin, "DIRECTORY", ["cn", "sn", "mail", "noSuchAttribute"]);
}

async function ask(attributes: Readonly<Record<string, string>>): Promise<string> {
  const operations = [{ code: "ACUA", targetSystemKey: "DIRECTORY", attributes }];
  const answer = await ada.post("/v2/requests", { recipientKey: keys.ada, reason: "a new colleague", operations });
  expect(answer.status).toBe(202);
  return pathOf(answer);
}

async function decide(who: RestUser, path: string, phase: number, decision: string): Promise<void> {
  await who.until(`${path}/phases`, ({ value }) =>
    (value as { sequence: number; state: string }[]).some(
      ({ sequence, state }) => sequence === phase && state === "open",
    ),
  );
  const answer = await who.post(`${path}/decide`, { phase, decision });
  expect([phase, answer.status, answer.body]).toEqual([phase, answer.status < 300 ? answer.status : 200, answer.body]);
}

async function operationsOf(path: string) {
  return ((await ada.get(`${path}/operations`)).body as { value: Record<string, unknown>[] }).value;
}

// @specification 1.phased-authorization
test("an LDAP account asked for over HTTP and approved by two people is in the directory with its attributes", async () => {
  const path = await ask({ shortId: "ada.abel", cn: "Ada Abel", sn: "Abel", mail: "ada@example.test" });
  await decide(bob, path, 1, "approve");
  expect(await directory.ldapsearch("(uid=ada.abel)", "uid")).not.toContain("uid: ada.abel");
  await decide(cy, path, 2, "approve");
  const request = await ada.until(path, ({ status }) => status === "C");
  expect(request).toMatchObject({ active: false });
  const [operation] = await operationsOf(path);
  expect(operation).toMatchObject({ code: "ACUA", result: "S" });
  const found = await directory.ldapsearch("(uid=ada.abel)", "uid", "cn", "sn", "mail");
  for (const line of ["uid: ada.abel", "cn: Ada Abel", "sn: Abel", "mail: ada@example.test"])
    expect(found).toContain(line);
});

// @specification 1.phased-authorization
test("a request denied in its second phase leaves the directory unchanged", async () => {
  const before = await directory.ldapsearch("(objectClass=*)");
  const path = await ask({ shortId: "never.made", cn: "Never Made", sn: "Made" });
  await decide(bob, path, 1, "approve");
  await decide(cy, path, 2, "deny");
  await ada.until(path, ({ status }) => status === "D");
  expect(await operationsOf(path)).toMatchObject([{ result: "R" }]);
  expect(await directory.ldapsearch("(objectClass=*)")).toBe(before);
});

test("what the directory refuses ends the operation with the directory's own words", async () => {
  const path = await ask({ shortId: "odd.one", cn: "Odd One", sn: "One", noSuchAttribute: "x" });
  await decide(bob, path, 1, "approve");
  await decide(cy, path, 2, "approve");
  await ada.until(path, ({ status }) => status === "C");
  const [operation] = await operationsOf(path);
  expect(operation).toMatchObject({ result: "F" });
  expect(JSON.stringify(operation)).toContain("noSuchAttribute: attribute type undefined");
  expect(await directory.ldapsearch("(uid=odd.one)", "uid")).not.toContain("uid: odd.one");
});
