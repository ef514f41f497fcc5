// @alone it measures how long answers take while a proxy attacks
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { hashBody, openProxyKeys, type ProxyKeys } from "#activities/proxy/keys.ts";
import { proxyPaths } from "#domain/proxies/proxy-call.ts";

import { answersDuring, answersWithin } from "../support/answers-during.ts";
import { createHttpClient } from "../support/http-client.ts";
import { addPeople } from "../support/people.ts";
import { startTokenServer, testPassword, type TestTokenServer } from "../support/token-server.ts";

let server: TestTokenServer;
let http: ReturnType<typeof createHttpClient>;
let token = "";
const keys = new Map<string, ProxyKeys>();

// Each proxy's default would be stored for the target.
const directory = (tls: string) => ({
  type: "object",
  properties: { url: { type: "string", pattern: "^ldap" }, tls: { enum: ["on", "off"], default: tls } },
});

beforeAll(async () => {
  server = await startTokenServer(1);
  http = createHttpClient(server.address, 50);
  await addPeople(server.context, ["root"], testPassword);
  const { store } = server;
  const rootKey = (await store.select("users", { where: { id: "root" } }))[0]?.key ?? "";
  await store.transaction(() => store.save("users", { key: rootKey, superuser: true }));
  // The rogue one comes first, by name and by time.
  for (const id of ["a-rogue", "local"]) {
    const own = openProxyKeys(join(server.folder, id));
    keys.set(id, own);
    const { signingKey, sealingKey } = own;
    await store.transaction(() =>
      store.save("proxyServers", { id, status: "enrolled", signingKey, sealingKey, connectors: [] }),
    );
  }
  const signedIn = await http.call("POST", "/identity/connect/token", {
    form: new URLSearchParams({
      grant_type: "password",
      client_id: "gatehouse",
      username: "root",
      password: testPassword,
    }).toString(),
  });
  token = (signedIn.body as { access_token: string }).access_token;
});
afterAll(async () => {
  http.close();
  await server.close();
});

let nonce = 0;
async function hello(id: string, schemas: Readonly<Record<string, object>>): Promise<number> {
  const connectors = Object.entries(schemas).map(([type, addressSchema]) => ({
    id: type,
    version: "1.0.0",
    capabilities: ["serverInfo"],
    addressSchema,
  }));
  const body = JSON.stringify({ softwareVersion: "1.0.0", connectors });
  const call = { proxyId: id, method: "POST", path: proxyPaths.hello, timeMs: Date.now(), nonce: `nonce-${nonce++}` };
  const signed = { ...call, bodyHash: hashBody(body) };
  const answer = await fetch(server.address + proxyPaths.hello, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "gatehouse-proxy": id,
      "gatehouse-time": String(call.timeMs),
      "gatehouse-nonce": call.nonce,
      "gatehouse-body-hash": signed.bodyHash,
      "gatehouse-signature": keys.get(id)?.signCall(signed) ?? "",
    },
  });
  await answer.arrayBuffer();
  return answer.status;
}

let count = 0;
async function addTarget(part: object) {
  const body = { id: `T${count++}`, type: "directory", description: "d", autoApprove: true, ...part };
  return http.call("POST", "/v2/targetSystems", { token, body });
}

it("changes nothing of what is taken or stored for another proxy's target", async () => {
  expect(await hello("a-rogue", { directory: directory("off"), more: {} })).toBe(200);
  expect(await hello("local", { directory: directory("on") })).toBe(200);
  const added = await addTarget({ address: { url: "ldaps://honest" } });
  expect([added.status, added.body]).toMatchObject([201, { address: { url: "ldaps://honest" } }]);
  expect(added.body).not.toHaveProperty("address.tls");
  expect(await addTarget({ address: { url: "http://x" } })).toMatchObject({
    status: 400,
    body: { error: { code: "TARGET_ADDRESS_INVALID", target: "address.url" } },
  });
  expect(await addTarget({ type: "more", address: { url: "x" } })).toMatchObject({
    status: 400,
    body: { error: { code: "TARGET_TYPE_UNKNOWN" } },
  });
  expect((await addTarget({ type: "more", address: { url: "x" }, proxyServers: ["a-rogue"] })).status).toBe(201);
});

it("is told as failed with a schema that cannot be taken, and nobody gets a 500 of it", async () => {
  for (const [wrong, words] of [
    [{ type: "string", pattern: "(" }, /pattern has a \( without/],
    [{ type: "text" }, /type must be one of/],
    [{ $ref: "#" }, /\$ref is not supported/],
  ] as const) {
    expect(await hello("a-rogue", { directory: wrong })).toBe(200);
    const { body } = await http.call("GET", "/v2/proxyServers('a-rogue')", { token });
    expect(body).toMatchObject({
      connectors: [],
      failedConnectors: [{ name: "directory", problem: "invalidAddressSchema", message: expect.stringMatching(words) }],
    });
    for (const proxyServers of [["a-rogue"], []])
      expect((await addTarget({ address: { url: "ldap" }, proxyServers })).status).toBe(
        proxyServers.length ? 400 : 201,
      );
  }
});

const slow = { properties: { url: { pattern: "^(a+)+$" } } };
const heavy = {
  items: { anyOf: Array.from({ length: 100 }, () => ({ allOf: [{ pattern: "^(a|a)*$" }] })) },
  properties: { url: { anyOf: Array.from({ length: 100 }, () => ({ pattern: "^(a|a)*$" })) } },
};

it.each<[string, object, string]>([
  ["the pattern ^(a+)+$", slow, `${"a".repeat(34)}!`],
  ["heavy combinators over a long text", heavy, `${"a".repeat(100_000)}!`],
])("does not hold up the API with %s", async (_name, schema, url) => {
  expect(await hello("a-rogue", { directory: schema })).toBe(200);
  await expectAnswersDuring(async () => {
    expect((await addTarget({ address: { url }, proxyServers: ["a-rogue"] })).status).toBe(400);
  });
});

it("does not hold it up by what it reports, either", async () => {
  // Every schema is nearly as large as it may be, and so is each of its automata.
  const worst = { anyOf: Array.from({ length: 60 }, () => ({ pattern: "[a][b][c][d][e][f][g]{40}" })) };
  const schemas = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`c${index}`, worst]));
  await expectAnswersDuring(async () => {
    expect(await hello("a-rogue", schemas)).toBe(200);
  });
});

async function expectAnswersDuring(attack: () => Promise<void>): Promise<void> {
  const times = await answersDuring(attack, async () => {
    const { status } = await http.call("GET", "/identity/connect/userinfo", { token });
    if (status !== 200) throw new Error(`a call with a good token was answered with ${status}`);
  });
  expect(times.medianMs).toBeLessThanOrEqual(answersWithin.medianMs);
  expect(times.p99Ms).toBeLessThanOrEqual(answersWithin.p99Ms);
}
