import { randomBytes } from "node:crypto";

import { createClientAsync } from "soap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Installation, startInstallation } from "../support/installation.ts";
import { type OpenSsh, startOpenSsh } from "../support/openssh.ts";
import { createRestClient, pathOf, type RestClient, type RestUser } from "../support/rest.ts";
import { type ScimServer, startScimServer } from "../support/scim-server.ts";

const token = randomBytes(1_500).toString("base64url");
let machine: OpenSsh;
let service: ScimServer;
let installation: Installation;
let rest: RestClient;
let admin: RestUser;

beforeAll(async () => {
  [machine, service, installation] = await Promise.all([
    startOpenSsh(),
    startScimServer({ token }),
    startInstallation(),
  ]);
  rest = createRestClient(installation.address);
  const { id, password } = installation.superuser;
  admin = await rest.signIn(id, password);
  const { body } = await admin.get(`/v2/users?$filter=id eq '${id}'&$select=key`);
  const [user] = (body as { readonly value: readonly { readonly key: string }[] }).value;
  await admin.post("/v2/userClasses('_EXPLICIT_API_USERS_')/members", { userKey: user?.key });
});
afterAll(async () => {
  rest?.close();
  await Promise.all([installation?.stop(), machine?.stop(), service?.stop()]);
});

interface Login {
  readonly administratorId: string;
  readonly password: string;
}

interface Place {
  readonly type: string;
  address(): object;
  login(): Login;
  /** Credential that is as long but wrong, and the code of its refusal. */
  readonly wrong: { login(): Login; readonly code: string };
}

/** Returns the same text with another character in the middle. */
const changed = (text: string) => `${text.slice(0, 200)}${text[200] === "A" ? "B" : "A"}${text.slice(201)}`;

const places: Readonly<Record<string, Place>> = {
  "the private key of an SSH login": {
    type: "ssh",
    address: () => ({ host: "127.0.0.1", port: machine.port, hostKeys: [machine.fingerprint] }),
    login: () => ({ administratorId: "root", password: machine.root.privateKey }),
    wrong: {
      login: () => ({ administratorId: "root", password: changed(machine.root.privateKey) }),
      code: "badCredentials",
    },
  },
  "a bearer token of 2,000 bytes": {
    type: "scim",
    address: () => ({ url: service.url }),
    login: () => ({ administratorId: "gatehouse", password: token }),
    wrong: { login: () => ({ administratorId: "gatehouse", password: changed(token) }), code: "badCredentials" },
  },
};

type Door = (targetSystemId: string, login: Login) => Promise<void>;

const doors: Readonly<Record<string, Door>> = {
  async REST(id, login) {
    const { status, body } = await admin.post(`/v2/targetSystems('${id}')/credentials`, login);
    expect([status, body]).toEqual([201, expect.objectContaining({ passwordSet: true })]);
  },
  async SOAP(targetSystemId, login) {
    const { id: user, password } = installation.superuser;
    const place = `${installation.address}/idapisoap`;
    const client = await createClientAsync(`${place}?wsdl`, {}, place);
    const create = Reflect.get(client, "targetSystemsCreateCredentialAsync") as (given: object) => Promise<unknown[]>;
    const [answer] = await create({ sessdat: { user, password }, targetSystemId, ...login });
    expect(answer).toMatchObject({ result: { passwordSet: true } });
  },
};

/** Tests the connection over the API, and returns the ended operation. */
async function connectionOf(id: string): Promise<Readonly<Record<string, unknown>>> {
  const accepted = await admin.post(`/v2/targetSystems('${id}')/testConnection`, {});
  expect(accepted.status).toBe(202);
  return admin.until(pathOf(accepted), ({ finishedAt }) => typeof finishedAt === "string");
}

describe.each(Object.entries(places))("%s", (_what, { type, address, login, wrong }) => {
  test.each(Object.entries(doors))("is stored over %s, and its proxy logs in with it", async (door, store) => {
    const id = `${type}-${door}`;
    const description = "A login longer than a password of people";
    const target = { type, description, address: address(), autoApprove: true };
    const made = await admin.post("/v2/targetSystems", { id, ...target });
    expect([made.status, made.body]).toEqual([201, expect.anything()]);
    await store(id, login());
    expect(await connectionOf(id)).toMatchObject({ status: "succeeded", error: null });
    const refused = `${id}-refused`;
    await admin.post("/v2/targetSystems", { id: refused, ...target });
    await store(refused, wrong.login());
    expect(await connectionOf(refused)).toMatchObject({ status: "failed", error: { code: wrong.code } });
  });
});
