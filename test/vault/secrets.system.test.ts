import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createSearch, databaseBytes, filesBelow } from "../support/canaries.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { type GatehouseProcess, startGatehouse } from "../support/gatehouse.ts";
import { type OpenLdap, startOpenLdap } from "../support/openldap.ts";

const canary = (what: string) => `Canary-${what}-${randomBytes(9).toString("hex")}`;
/** Every secret that passes through the service in this test, by purpose. */
const secrets: Record<string, string> = {
  "administrator's password": canary("administrator"),
  "administrator's password that the directory refuses": canary("refused"),
  "administrator's password of a target that is away": canary("away"),
  "administrator's password after a change": canary("changed"),
  "new password in a request": canary("new"),
  "password of a new account": canary("first"),
  "wrong password of a sign-in": canary("signin"),
  "token that was never given out": canary("token"),
};

const personalData = canary("surname");

let folder = "";
let database: TestDatabase;
let directory: OpenLdap;
let gatehouse: GatehouseProcess | undefined;
/** Answers of the API, except where it gives a token to its owner. */
const answers: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-secrets-"));
  database = await testDatabase(folder);
  directory = await startOpenLdap({ adminPassword: secret("administrator's password") });
});
afterAll(async () => {
  gatehouse?.child.kill("SIGKILL");
  await directory.stop();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
});

function secret(name: string): string {
  const value = secrets[name];
  if (value === undefined) throw new Error(`no secret '${name}'`);
  return value;
}

interface Call {
  readonly method?: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly form?: Record<string, string>;
  readonly isPrivate?: boolean;
}

async function call(
  address: string,
  path: string,
  { method = "POST", token, body, form, isPrivate = false }: Call = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks at any field of an answer
): Promise<any> {
  const answer = await fetch(address + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    body: form ? new URLSearchParams(form) : body ? JSON.stringify(body) : null,
  });
  const text = await answer.text();
  if (!isPrivate) answers.push(`${JSON.stringify([...answer.headers])} ${text}`);
  return { status: answer.status, ...(text === "" ? {} : JSON.parse(text)) };
}

/** Sends every secret through every flow; returns the keys of the requests. */
async function liveThroughEverything(address: string, password: string): Promise<string[]> {
  const requests: string[] = [];
  const grant = { grant_type: "password", client_id: "gatehouse", username: "admin" };
  const signIn = (given: string, isPrivate = true) =>
    call(address, "/identity/connect/token", { form: { ...grant, password: given }, isPrivate });
  expect((await signIn(secret("wrong password of a sign-in"), false)).status).toBe(400);
  const { access_token: token, refresh_token: refreshToken } = await signIn(password);
  Object.assign(secrets, { "access token": token, "refresh token": refreshToken });
  await call(address, "/v2/requests", { method: "GET", token: secret("token that was never given out") });

  const { status, sub } = await call(address, "/identity/connect/userinfo", { method: "GET", token });
  expect(status).toBe(200);
  const { token: invited } = await call(address, "/v2/proxyServers('second')/invite", {
    token,
    body: {},
    isPrivate: true,
  });
  Object.assign(secrets, { "enrolment token": invited });

  const { baseDN, accountsDN, admin } = directory;
  const targets = [
    ["GOOD", directory.url, "administrator's password"],
    ["REFUSED", directory.url, "administrator's password that the directory refuses"],
    ["AWAY", "ldap://127.0.0.1:9", "administrator's password of a target that is away"],
  ] as const;
  for (const [id, url, name] of targets) {
    const created = await call(address, "/v2/targetSystems", {
      token,
      body: { id, type: "ldap", description: id, address: { url, baseDN, accountsDN }, autoApprove: true },
    });
    expect(created.status, JSON.stringify(created)).toBe(201);
    const credential = { administratorId: admin.dn, password: secret(name) };
    const { key } = await call(address, `/v2/targetSystems('${id}')/credentials`, { token, body: credential });
    if (id !== "AWAY") continue;
    const replacing = { ...credential, password: secret("administrator's password after a change") };
    const replaced = await call(address, `/v2/targetSystems('${id}')/credentials(${key})`, { token, body: replacing });
    expect(replaced.status, JSON.stringify(replaced)).toBeLessThan(300);
  }
  for (const [id] of targets) {
    const account = { targetSystemKey: id, shortId: "newcomer", password: secret("password of a new account") };
    const { status: taken, requestKey } = await call(address, "/v2/accounts", { token, body: account });
    expect(taken).toBe("notStarted");
    requests.push(String(requestKey));
    const attributes = { sn: [personalData], cn: [personalData] };
    const operations = [{ code: "ACUA", targetSystemKey: id, attributes }];
    const { key } = await call(address, "/v2/requests", { token, body: { recipientKey: sub, operations } });
    requests.push(key);
    const wanted = { GOOD: "S", REFUSED: "F", AWAY: "unreachable" }[id];
    await expect
      .poll(
        async () => {
          const { value } = await call(address, `/v2/requests(${key})/operations`, { method: "GET", token });
          return id === "AWAY" ? value[0].error?.code : value[0].result;
        },
        { interval: 200 },
      )
      .toBe(wanted);
  }
  const operations = [
    { code: "ACUA", targetSystemKey: "GOOD", attributes: { userPassword: [secret("new password in a request")] } },
  ];
  expect((await call(address, "/v2/requests", { token, body: { recipientKey: sub, operations } })).status).toBe(400);
  await call(address, "/identity/connect/revocation", { form: { client_id: "gatehouse", token: refreshToken } });
  return requests;
}

test("canary secrets stand in no database, no history, no log and no answer", async () => {
  const data = join(folder, "data");
  const env = { GATEHOUSE_DATA: data, DATABASE_URL: database.url, HTTP_PORT: "0", LOG_LEVEL: "trace" };
  gatehouse = startGatehouse(["up", "--verbose"], { env });
  const [, password = ""] = await gatehouse.until(/'admin', password: (\S+)/);
  const [, address = ""] = await gatehouse.until(/REST API\s+(\S+)\/v2/);
  const requests = await liveThroughEverything(address, password);
  // A direct write and a request for each target.
  expect(requests).toHaveLength(6);
  gatehouse.child.kill("SIGINT");
  expect(await gatehouse.ended(), gatehouse.output()).toBe(0);

  const files = filesBelow(folder).map((path) => [path, readFileSync(path)] as const);
  const places = [
    ...files,
    ["answers", Buffer.from(answers.join("\n"))] as const,
    ["database", await databaseBytes(database.url)] as const,
    // The superuser's password is shown on purpose, once, and nowhere else.
    ["output", Buffer.from(gatehouse.output().replace(password, ""))] as const,
  ];
  const names = files.map(([path]) => path.slice(data.length + 1));
  for (const name of ["log/api.log", "log/hub.log", "log/proxy.log", "temporal/temporal.db"])
    expect(names).toContain(name);
  const sought = { ...secrets, "superuser's password": password };
  const keys = Object.fromEntries(requests.map((key) => [key, key]));
  const search = createSearch({ ...sought, ...keys, personalData });
  const seen = places.map(([place, bytes]) => ({ place, names: search(bytes) }));
  const found = (name: string) => seen.filter(({ names: those }) => those.includes(name)).map(({ place }) => place);
  // A search without results must be able to find something: histories have the keys of requests, and nothing about people.
  const history = (name: string) => name.includes("/temporal/");
  for (const key of requests) expect(found(key).filter(history)).not.toEqual([]);
  expect(found("personalData")).not.toEqual([]);
  expect(found("personalData").filter(history)).toEqual([]);
  const leaks = Object.keys(sought).map((name) => [name, found(name)]);
  // Those from the start, two tokens of the sign-in, that of an enrollment, and the superuser's password.
  expect(leaks).toHaveLength(8 + 2 + 1 + 1);
  expect(Object.fromEntries(leaks)).toEqual(Object.fromEntries(leaks.map(([name]) => [name, []])));
});
