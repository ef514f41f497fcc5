import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { removeClient, rotateClientSecret, updateClient } from "#operations/clients/change-clients.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { runFor } from "#operations/kernel/run-operation.ts";
import { ManualClock } from "#platform/clock.ts";
import { openTestApi, type TestAnswer, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { basic, operator, register } from "#test/support/registered-clients.ts";

const clock = new ManualClock();
const grants = ["client_credentials"];
type Fields = Readonly<Record<string, string>>;
let api: TestApi;
let secret = "";

beforeAll(async () => {
  api = await openTestApi({ clock });
  await api.addUser("robot");
  await api.addUser("person");
  secret = await register(api.context, { id: "machine", grants, userId: "robot" });
  await register(api.context, {
    id: "page",
    isPublic: true,
    grants: ["authorization_code"],
    redirectUris: ["https://a.example/"],
  });
});
afterAll(() => api.close());

const ask = (form: Fields = {}, authorization: string | null = basic("machine", secret)) =>
  api.send("POST", "/identity/connect/token", {
    form: { grant_type: "client_credentials", ...form },
    headers: authorization === null ? {} : { authorization },
  });
const introspect = async (token: string, authorization = basic("machine", secret)) =>
  api.send("POST", "/identity/connect/introspect", { form: { token }, headers: { authorization } });
const isActive = async (token: string) => (await introspect(token)).json.active as boolean;
const get = (path: string, token: string) => api.send("GET", path, { headers: { authorization: `Bearer ${token}` } });
const refused = ({ status, json }: TestAnswer) => [status, json.error];
const robot = async () => (await api.store.select("users", { where: { id: "robot" } }))[0];

describe("the grant client_credentials", () => {
  it("lets a client act as the user it is bound to, within that user's rights, without a refresh token", async () => {
    const { status, json } = await ask();
    expect([status, json.scope, json.refresh_token]).toEqual([200, "api", undefined]);
    expect((await get("/identity/connect/userinfo", json.access_token)).json).toMatchObject({ username: "robot" });
    expect((await get("/v2/users", json.access_token)).json.value).toMatchObject([{ id: "robot" }]);
    expect((await get("/v2/targetSystems", json.access_token)).status).toBe(403);
    const audit = await api.store.select("sesslog_full", { where: { operation: "LGCC", ident: "machine" } });
    expect(audit[0]).toMatchObject({ result: "S", actor: (await robot())?.key });
  });

  it("takes the secret in the header or in the form, not in both", async () => {
    const inForm = { client_id: "machine", client_secret: secret };
    expect((await ask(inForm, null)).status).toBe(200);
    expect(refused(await ask(inForm))).toEqual([400, "invalid_request"]);
    expect((await ask({ client_id: "machine" })).status).toBe(200);
    expect(refused(await ask({ client_id: "page" }))).toEqual([400, "invalid_request"]);
  });

  it.each<[string, () => Promise<TestAnswer>, number, string]>([
    ["a wrong secret", () => ask({}, basic("machine", "wrong")), 401, "invalid_client"],
    ["no secret", () => ask({ client_id: "machine" }, null), 401, "invalid_client"],
    ["an unknown client", () => ask({}, basic("unknown", secret)), 401, "invalid_client"],
    ["a public client", () => ask({ client_id: "page" }, null), 401, "invalid_client"],
    ["a bearer token as client", () => ask({}, "Bearer abc"), 401, "invalid_client"],
    ["the scope openid", () => ask({ scope: "openid" }), 400, "invalid_scope"],
    [
      "another grant",
      () => ask({ grant_type: "authorization_code", code: "x", redirect_uri: "x", code_verifier: "x" }),
      400,
      "unauthorized_client",
    ],
  ])("refuses %s", async (_name, send, status, error) => {
    const answer = await send();
    expect(refused(answer)).toEqual([status, error]);
    expect(answer.headers["www-authenticate"]).toBe(status === 401 ? 'Basic realm="gatehouse"' : undefined);
    expect(answer.headers["pragma"]).toBe("no-cache");
  });

  it("denies by default: a client whose user the policy does not let in, is locked, disabled or gone gets nothing", async () => {
    const user = await api.addUser("idle", { classes: [] });
    const own = await register(api.context, { id: "idle", grants, userId: "idle" });
    expect(refused(await ask({}, basic("idle", own)))).toEqual([400, "invalid_grant"]);
    const key = user.key;
    await api.store.transaction(() => api.store.save("users", { key, disabled: true }));
    expect((await ask({}, basic("idle", own))).json.error_description).toBe("USER_DISABLED");
    await api.store.transaction(() => api.store.save("users", { key, disabled: false, locked: true }));
    expect((await ask({}, basic("idle", own))).json.error_description).toBe("USER_LOCKED");
    await api.store.transaction(() => api.store.remove("users", key));
    expect(refused(await ask({}, basic("idle", own)))).toEqual([400, "invalid_grant"]);
  });

  it("ends all tokens of a client with a new secret, a change and its removal", async () => {
    const id = "ending";
    let own = await register(api.context, { id, grants, userId: "robot" });
    const token = async () => (await ask({}, basic(id, own))).json.access_token as string;
    const before = await token();
    const rotated = await invoke(rotateClientSecret, api.context, operator, { key: id });
    expect(refused(await ask({}, basic(id, own)))).toEqual([401, "invalid_client"]);
    own = rotated.secret?.use((text) => text) ?? "";
    const afterRotation = await token();
    await invoke(updateClient, api.context, operator, { key: id, userId: "person" });
    const afterUpdate = await token();
    expect((await get("/identity/connect/userinfo", afterUpdate)).json.username).toBe("person");
    await removeClient(runFor(api.context, operator), id);
    for (const old of [before, afterRotation, afterUpdate]) {
      expect((await get("/identity/connect/userinfo", old)).status).toBe(401);
      expect(await isActive(old)).toBe(false);
    }
  });
});

describe("introspection", () => {
  it("says everything of an access token that is good", async () => {
    const { json: tokens } = await api.signIn("person");
    const [person] = await api.store.select("users", { where: { id: "person" } });
    const seconds = Math.floor(clock.now() / 1000);
    const { status, json } = await introspect(tokens.access_token);
    expect(status).toBe(200);
    expect(json).toEqual({
      active: true,
      token_type: "Bearer",
      iss: `${testPublicAddress}/identity`,
      aud: testPublicAddress,
      sub: person?.key,
      username: "person",
      client_id: "gatehouse",
      scope: "api",
      iat: seconds,
      exp: seconds + 300,
      jti: expect.any(String),
    });
  });

  it("says nothing of one that is revoked, expired or not ours, nor of a refresh token of another client", async () => {
    const { json: revoked } = await api.signIn("person");
    await api.send("POST", "/identity/connect/revocation", {
      form: { client_id: "gatehouse", token: revoked.refresh_token },
    });
    const { json: other } = await api.signIn("person");
    const { json: expired } = await ask();
    clock.advance(300_000);
    for (const token of [
      revoked.access_token,
      revoked.refresh_token,
      other.refresh_token,
      expired.access_token,
      "a.b.c",
      "x",
    ])
      expect((await introspect(token)).json).toEqual({ active: false });
  });

  it("says of a refresh token whose user left the class that it is not active", async () => {
    const leaver = await api.addUser("leaver");
    const own = await register(api.context, { id: "left", firstParty: true, grants: ["password", "refresh_token"] });
    const authorization = basic("left", own);
    const form = { grant_type: "password", username: "leaver", password: "password-of-leaver" };
    const { json } = await api.send("POST", "/identity/connect/token", { form, headers: { authorization } });
    const isOwnActive = async () => (await introspect(json.refresh_token, authorization)).json.active;
    expect(await isOwnActive()).toBe(true);
    const [member] = await api.store.select("userClassMembers", { where: { userKey: leaver.key } });
    await api.store.transaction(() => api.store.remove("userClassMembers", member?.key ?? ""));
    expect(await isOwnActive()).toBe(false);
  });

  it("follows the user: locked means not active, at once", async () => {
    const { json } = await ask();
    const key = (await robot())?.key ?? "";
    expect(await isActive(json.access_token)).toBe(true);
    await api.store.transaction(() => api.store.save("users", { key, locked: true }));
    expect(await isActive(json.access_token)).toBe(false);
    await api.store.transaction(() => api.store.save("users", { key, locked: false }));
  });

  it("knows a client's own refresh tokens until they are used", async () => {
    const own = await register(api.context, { id: "own", firstParty: true, grants: ["password", "refresh_token"] });
    const authorization = basic("own", own);
    const send = (form: Fields) => api.send("POST", "/identity/connect/token", { form, headers: { authorization } });
    const { json } = await send({ grant_type: "password", username: "person", password: "password-of-person" });
    expect((await introspect(json.refresh_token, authorization)).json).toMatchObject({
      active: true,
      client_id: "own",
    });
    await send({ grant_type: "refresh_token", refresh_token: json.refresh_token });
    expect((await introspect(json.refresh_token, authorization)).json).toEqual({ active: false });
  });

  it("is for clients with a secret", async () => {
    const form = { client_id: "gatehouse", token: "x" };
    expect(refused(await api.send("POST", "/identity/connect/introspect", { form }))).toEqual([401, "invalid_client"]);
    expect(refused(await introspect("x", basic("machine", "wrong")))).toEqual([401, "invalid_client"]);
    expect(refused(await introspect(""))).toEqual([400, "invalid_request"]);
  });
});

describe("a token without the scope api", () => {
  it("opens userinfo and nothing else", async () => {
    const { json } = await api.signIn("root", { scope: "offline_access" });
    expect((await get("/identity/connect/userinfo", json.access_token)).json.scope).toBe("offline_access");
    for (const path of ["/v2/users", "/v2/targetSystems", "/v2/targetGroups"]) {
      const { status, json: body, headers } = await get(path, json.access_token);
      expect([status, body.error.code]).toEqual([403, "SCOPE_INSUFFICIENT"]);
      expect(headers["www-authenticate"]).toBe('Bearer realm="gatehouse", error="insufficient_scope", scope="api"');
    }
    expect((await get("/v2/nothing", json.access_token)).status).toBe(404);
  });

  it("comes out of refreshing for less, which cannot ask for more", async () => {
    const { json } = await api.signIn("root", { scope: "api offline_access" });
    const again = (scope: string, token: string) =>
      api.send("POST", "/identity/connect/token", {
        form: { grant_type: "refresh_token", client_id: "gatehouse", refresh_token: token, scope },
      });
    expect(refused(await again("openid", json.refresh_token))).toEqual([400, "invalid_scope"]);
    const less = (await again("offline_access", json.refresh_token)).json;
    expect([less.scope, (await get("/v2/users", less.access_token)).status]).toEqual(["offline_access", 403]);
    expect((await again("api", less.refresh_token)).json.scope).toBe("api");
  });
});

describe("the discovery documents", () => {
  const paths = [
    "/identity/.well-known/openid-configuration",
    "/.well-known/oauth-authorization-server/identity",
    "/.well-known/openid-configuration",
  ];

  it("are the same at all three addresses, and may be kept for a while", async () => {
    const answers = await Promise.all(paths.map((path) => api.send("GET", path)));
    for (const { status, json, headers } of answers) {
      expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=300"]);
      expect(json).toEqual(answers[0]?.json);
    }
    expect(answers[0]?.json.issuer).toBe(`${testPublicAddress}/identity`);
    expect((await api.send("GET", "/identity/connect/jwks")).headers["cache-control"]).toBe("public, max-age=300");
  });

  it("name endpoints that are there", async () => {
    const { json } = await api.send("GET", paths[0] ?? "");
    const names = Object.keys(json).filter((name) => /_(endpoint|uri)$/.test(name));
    expect(names).toHaveLength(7);
    for (const name of names) {
      const path = String(json[name]).slice(testPublicAddress.length);
      const answers = await Promise.all(["GET", "POST"].map((method) => api.send(method, path, { form: {} })));
      expect(
        answers.map(({ status }) => status),
        name,
      ).not.toContain(404);
    }
  });
});
