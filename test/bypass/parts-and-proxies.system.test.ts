import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hashBody, openProxyKeys, type ProxyKeys } from "#activities/proxy/keys.ts";
import { createApi } from "#api/http.ts";
import { publicRoutes } from "#api/public-routes.ts";
import { proxyPaths } from "#domain/proxies/proxy-call.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";

import { addressOf, plantVictim, type Victim } from "./addresses.ts";
import { type Credential, worthlessCredentials } from "./credentials.ts";
import { type Fingerprint, openFingerprint } from "./unchanged.ts";

let api: TestApi;
let victim: Victim;
let fingerprint: Fingerprint;
let credentials: readonly Credential[];
const keys = new Map<string, ProxyKeys>();

beforeAll(async () => {
  api = await openTestApi();
  victim = await plantVictim(api);
  credentials = await worthlessCredentials(api);
  await api.tokenOf("root");
  await api.addUser("outsider");
  await api.tokenOf("outsider");
  for (const id of ["mine", "other", "gone"]) {
    const own = openProxyKeys(join(api.folder, id));
    keys.set(id, own);
    const { signingKey, sealingKey } = own;
    const status = id === "gone" ? "invited" : "enrolled";
    await api.store.transaction(() =>
      api.store.save("proxyServers", { id, status, signingKey, sealingKey, connectors: [] }),
    );
  }
  fingerprint = openFingerprint(api.databaseUrl);
});
afterAll(async () => {
  await fingerprint.close();
  await api.close();
});

async function unchanged(run: () => Promise<void>): Promise<void> {
  const before = await fingerprint.take();
  await run();
  expect(await fingerprint.take()).toEqual(before);
}

describe("a route without a policy", () => {
  it.each([
    ["GET", "/v2/planted"],
    ["POST", "/v2/planted({key})/act"],
    ["GET", "/identity/planted"],
  ] as const)("stops the start: %s %s", (method, path) => {
    const planted = { method, path, policy: null, bodyMaxBytes: 0, handler: async () => ({ status: 200 }) };
    expect(() => createApi({ context: api.context, extraRoutes: [planted] })).toThrow(
      `the route ${method} ${path} has no policy and is not in publicRoutes`,
    );
  });

  it("and one with a policy that nobody has written is denied to everybody, superusers too", async () => {
    const { invoke } = await import("#operations/kernel/invoke.ts");
    const { readUserInfo } = await import("#operations/identity/userinfo.ts");
    const unwritten = { ...readUserInfo, policies: [{ name: "planted_get" }] };
    const opened = await openTestApi({
      extraRoutes: [
        {
          method: "GET",
          path: "/v2/planted",
          policy: "planted_get",
          handler: async ({ context, caller }) => ({ status: 200, body: await invoke(unwritten, context, caller, {}) }),
        },
      ],
    });
    try {
      expect((await opened.send("GET", "/v2/planted", { as: "root" })).status).toBe(403);
    } finally {
      await opened.close();
    }
  });
});

describe("the parts of a batch", () => {
  const guarded = () =>
    api.routes.filter(
      ({ method, path }) => path.startsWith("/v2/") && !Object.hasOwn(publicRoutes, `${method} ${path}`),
    );
  const partsOf = (headers: Record<string, string> = {}) =>
    guarded().map((route, index) => ({
      id: String(index),
      method: route.method,
      url: addressOf(route, victim),
      headers: { "content-type": "application/json", ...headers },
      ...(route.method === "POST" || route.method === "PATCH" ? { body: {} } : {}),
    }));
  const inBatches = async (parts: readonly object[], call: Parameters<TestApi["send"]>[2]) => {
    const statuses: number[] = [];
    expect(victim.secrets).toHaveLength(6);
    // A stranger's batch is small, and some of these parts carry a token.
    for (let from = 0; from < parts.length; from += 10) {
      const requests = parts.slice(from, from + 10);
      const headers = { ...call?.headers, prefer: "continue-on-error" };
      const { status, json } = await api.send("POST", "/v2/$batch", { ...call, headers, body: { requests } });
      expect(status).toBe(200);
      expect(json.responses).toHaveLength(requests.length);
      for (const response of json.responses) {
        statuses.push(response.status);
        for (const secret of victim.secrets) expect(JSON.stringify(response.body)).not.toContain(secret);
      }
    }
    return statuses;
  };

  it("of somebody without a token are refused each with 401", async () => {
    await unchanged(async () => {
      const statuses = await inBatches(partsOf(), {});
      expect(statuses.length).toBeGreaterThan(100);
      expect(new Set(statuses)).toEqual(new Set([401]));
    });
  });

  it("have the rights of who sends the batch: no token of their own, no other headers", async () => {
    const token = `Bearer ${await api.tokenOf("root")}`;
    await unchanged(async () => {
      for (const headers of [
        { authorization: token },
        { Authorization: token },
        { "x-forwarded-authorization": token },
      ]) {
        const statuses = await inBatches(partsOf(headers), {});
        expect(statuses.length).toBeGreaterThan(100);
        expect(statuses.filter((status) => status !== 400 && status !== 401)).toEqual([]);
      }
      const bearers = credentials.flatMap(({ name, headers }) => {
        const authorization = headers?.["authorization"];
        return typeof authorization === "string" ? [{ name, authorization }] : [];
      });
      expect(bearers.length).toBeGreaterThan(10);
      for (const { name, authorization } of bearers) {
        const statuses = await inBatches(partsOf().slice(0, 10), { headers: { authorization } });
        expect([name, new Set(statuses)]).toEqual([name, new Set([401])]);
      }
    });
  });

  it.each([
    "/identity/connect/userinfo",
    "/health",
    "/v2/../identity/connect/userinfo",
    "/v2/%2e%2e/identity/connect/userinfo",
    "/v2/$batch",
    "/v2/%24batch",
    "https://evil.example/v2/users",
    "//evil.example/v2/users",
    "/proxies/v1/orders",
  ])("go nowhere but below the root: %s", async (url) => {
    const { json } = await api.send("POST", "/v2/$batch", {
      as: "root",
      body: { requests: [{ id: "1", method: "GET", url }] },
    });
    expect([400, 404]).toContain(json.responses[0].status);
  });
});

describe("the calls of proxies", () => {
  const paths = [proxyPaths.hello, proxyPaths.orders, proxyPaths.outcomes];
  let nonce = 0;
  interface Signing {
    readonly id?: string;
    readonly by?: string;
    readonly ageMs?: number;
    readonly signedPath?: string;
    readonly body?: string;
    readonly method?: string;
  }
  const signed = (path: string, signing: Signing = {}): Record<string, string> => {
    const { id = "mine", by = id, ageMs = 0, signedPath = path, body = "{}", method = "POST" } = signing;
    const once = `nonce-${nonce++}`;
    const timeMs = Date.now() - ageMs;
    const call = { proxyId: id, method, path: signedPath, timeMs, nonce: once, bodyHash: hashBody(body) };
    const signature = keys.get(by)?.signCall(call) ?? "";
    return {
      "content-type": "application/json",
      "gatehouse-proxy": id,
      "gatehouse-time": String(timeMs),
      "gatehouse-nonce": once,
      "gatehouse-body-hash": call.bodyHash,
      "gatehouse-signature": signature,
    };
  };
  const statusOf = async (path: string, headers: Record<string, string>, body = "{}") =>
    (await api.send("POST", path, { headers, body })).status;

  it.each(paths)("%s is refused unless an enrolled proxy has signed just this call, just now", async (path) => {
    const other = paths.find((known) => known !== path) ?? "";
    const token = await api.tokenOf("root");
    const wrong: [name: string, headers: Record<string, string>, body?: string][] = [
      ["nothing", {}],
      ["a superuser's token", { authorization: `Bearer ${token}` }],
      ["an old call", signed(path, { ageMs: 61_000 })],
      ["a call of the future", signed(path, { ageMs: -61_000 })],
      ["another proxy's signature", signed(path, { id: "mine", by: "other" })],
      ["a proxy that is not enrolled", signed(path, { id: "gone" })],
      ["a proxy that nobody knows", signed(path, { id: "nobody", by: "mine" })],
      ["the signature of another path", signed(path, { signedPath: other })],
      ["the signature of another method", signed(path, { method: "GET" })],
      ["the signature of another body", signed(path), '{"a":1}'],
      ["the hash of another body", { ...signed(path), "gatehouse-body-hash": hashBody('{"a":1}') }, '{"a":1}'],
      ["no hash of the body", { ...signed(path), "gatehouse-body-hash": "" }],
      ["no signature", { ...signed(path), "gatehouse-signature": "" }],
      ["garbage", { ...signed(path), "gatehouse-signature": "garbage" }],
      ["another time", { ...signed(path), "gatehouse-time": String(Date.now() + 1) }],
      ["a time that is none", { ...signed(path), "gatehouse-time": "NaN" }],
      ["another nonce", { ...signed(path), "gatehouse-nonce": "another" }],
      ["no nonce", { ...signed(path), "gatehouse-nonce": "" }],
    ];
    await unchanged(async () => {
      for (const [name, headers, body] of wrong)
        expect([name, await statusOf(path, headers, body)]).toEqual([name, 401]);
    });
  });

  it("are taken once", async () => {
    for (const path of paths) {
      const headers = signed(path);
      expect(await statusOf(path, headers)).not.toBe(401);
      expect(await statusOf(path, headers)).toBe(401);
    }
  });

  it("open no other door: a proxy's signature is no token", async () => {
    for (const path of ["/v2/users", "/identity/connect/userinfo", "/v2/proxyServers"]) {
      expect((await api.send("GET", path, { headers: signed(path, { method: "GET" }) })).status).toBe(401);
    }
  });

  it("an enrolment without its token enrols nobody", async () => {
    const own = keys.get("gone");
    await unchanged(async () => {
      for (const id of ["gone", "mine", "nobody"]) {
        const shown = { proxyId: id, token: "guessed", signingKey: own?.signingKey, sealingKey: own?.sealingKey };
        const body = JSON.stringify(shown);
        const headers = signed(proxyPaths.enrol, { id, by: "gone", body });
        expect(await statusOf(proxyPaths.enrol, headers, body)).toBe(401);
      }
    });
  });
});

it("the documents are the same for everybody and name nobody", async () => {
  const documents = api.routes.filter(({ path }) => path.startsWith("/docs") || path.endsWith("openapi.json"));
  expect(documents.length).toBeGreaterThan(2);
  expect(victim.secrets).toHaveLength(6);
  for (const { method, path } of documents) {
    const [open, shown] = await Promise.all([api.send(method, path), api.send(method, path, { as: "root" })]);
    expect([path, open.status, shown.text === open.text]).toEqual([path, 200, true]);
    for (const secret of ["VICTIM", ...victim.secrets.slice(0, 5)]) expect(open.text).not.toContain(secret);
  }
});
