import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { updateClient } from "#operations/clients/change-clients.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { disableUser, enableUser } from "#operations/users/set-disabled.ts";
import { ManualClock } from "#platform/clock.ts";
import { openTestApi, type TestAnswer, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { answerOf, handleOf } from "#test/support/authorization-page.ts";
import { basic, operator, pkce, register, registerThreeClients } from "#test/support/registered-clients.ts";
import { storeChain } from "#test/support/stored-chain.ts";

const clock = new ManualClock();
const issuer = `${testPublicAddress}/identity`;
const back = "https://portal.example/signed-in?tenant=1";
let api: TestApi;
let secret = "";
let count = 0;
let person = "";
beforeAll(async () => {
  api = await openTestApi({ clock });
  secret = await registerThreeClients(api.context, back);
});
afterAll(() => api.close());
beforeEach(async () => {
  person = `person${++count}`;
  await api.addUser(person);
});
const request = {
  response_type: "code",
  client_id: "portal",
  redirect_uri: back,
  scope: "api openid",
  state: "a b&c",
  nonce: "n-1",
  code_challenge: pkce.challenge,
  code_challenge_method: "S256",
};
type Fields = Readonly<Record<string, string>>;
const query = (fields: Fields) => new URLSearchParams(fields).toString();
const begin = (fields: Fields = {}, headers = {}) =>
  api.send("GET", `/identity/connect/authorize?${query({ ...request, ...fields })}`, { headers });
const cookieOf = ({ headers }: TestAnswer) => String(headers["set-cookie"]).split(";", 1)[0] ?? "";
const submitted = (form: Fields, headers: Fields) => api.send("POST", "/identity/connect/sign-in", { form, headers });
const submit = (page: TestAnswer, fields: Fields = {}, cookie = cookieOf(page)) =>
  // Under Referrer-Policy: no-referrer browsers send a form without its origin.
  submitted(
    { handle: handleOf(page), userName: person, password: `password-of-${person}`, ...fields },
    { origin: "null", ...(cookie === "" ? {} : { cookie }) },
  );
const post = (page: TestAnswer, fields: Fields, cookie: string) =>
  submitted({ handle: handleOf(page), ...fields }, { cookie });
const codeFor = async (fields: Fields = {}) => answerOf(await submit(await begin(fields))).get("code") ?? "";
const exchange = (code: string, fields: Fields = {}, headers: Fields = { authorization: basic("portal", secret) }) =>
  api.send("POST", "/identity/connect/token", {
    form: { grant_type: "authorization_code", code, redirect_uri: back, code_verifier: pkce.verifier, ...fields },
    headers,
  });
const userInfo = (token: string) =>
  api.send("GET", "/identity/connect/userinfo", { headers: { authorization: `Bearer ${token}` } });
const works = async (token: string) => (await userInfo(token)).status === 200;

describe("the way through", () => {
  it("leads from the page by a code to tokens", async () => {
    const answer = await submit(await begin());
    expect(answer.status).toBe(303);
    expect(String(answer.headers["location"])).toMatch(/^https:\/\/portal\.example\/signed-in\?tenant=1&code=/);
    expect(Object.fromEntries(answerOf(answer))).toMatchObject({ state: "a b&c", iss: issuer });
    const { status, json, headers } = await exchange(answerOf(answer).get("code") ?? "");
    expect([status, json.token_type, json.scope]).toEqual([200, "Bearer", "api openid"]);
    expect(headers).toMatchObject({ "cache-control": "no-store", pragma: "no-cache" });
    expect(await works(json.access_token)).toBe(true);
    const [user] = await api.store.select("users", { where: { id: person } });
    const seconds = Math.floor(clock.now() / 1000);
    expect(decodeProtectedHeader(json.id_token)).toMatchObject({ alg: "RS256", typ: "JWT" });
    expect(decodeJwt(json.id_token)).toEqual({
      iss: issuer,
      aud: "portal",
      sub: user?.key,
      nonce: "n-1",
      sid: decodeJwt(json.access_token)["gid"],
      auth_time: seconds,
      iat: seconds,
      exp: seconds + 300,
    });
    expect(await works(json.id_token)).toBe(false);
    const form = { grant_type: "refresh_token", refresh_token: json.refresh_token };
    const again = await api.send("POST", "/identity/connect/token", {
      form,
      headers: { authorization: basic("portal", secret) },
    });
    expect([again.status, again.json.scope, again.json.id_token]).toEqual([200, "api openid", undefined]);
  });

  it("begins a session that ends with the refresh token", async () => {
    const { json } = await exchange(await codeFor());
    const path = `/v2/sessionLogs('${String(decodeJwt(json.access_token)["gid"])}')`;
    expect((await api.send("GET", path, { as: "root" })).json).toMatchObject({ door: "code", endedAt: null });
    const form = { token: json.refresh_token };
    await api.send("POST", "/identity/connect/revocation", {
      form,
      headers: { authorization: basic("portal", secret) },
    });
    const { json: ended } = await api.send("GET", path, { as: "root" });
    expect(ended).toMatchObject({ clientId: "portal", endReason: "logout", endedAt: expect.any(String) });
  });

  it("keeps no code, and gives no ID token that was not asked for", async () => {
    const code = await codeFor({ scope: "api" });
    expect(JSON.stringify(await api.store.select("authorizationCodes"))).not.toContain(code);
    expect((await exchange(code)).json).not.toHaveProperty("id_token");
  });

  it("serves native clients on any port of this machine, without a secret", async () => {
    const redirect = "http://127.0.0.1:50123/cb";
    const code = await codeFor({ client_id: "tool", redirect_uri: redirect, scope: "api" });
    const { status } = await exchange(code, { client_id: "tool", redirect_uri: redirect }, {});
    expect(status).toBe(200);
  });
});
describe("the page", () => {
  it("runs and loads nothing but its own style, and is bound to the browser", async () => {
    const { headers, text } = await begin();
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self' https://portal.example; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(String(headers["set-cookie"])).toMatch(
      /^__Host-gatehouse-sign-in=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(text).not.toMatch(/<script|<style|style=|onload|javascript:/i);
    expect(text).toContain("&lt;Portal&gt; &amp; &quot;Friends&quot;");
    const style = await api.send("GET", "/identity/connect/sign-in.css");
    expect([style.status, style.headers["content-type"]]).toEqual([200, "text/css; charset=utf-8"]);
  });

  it("shows what somebody typed as text only", async () => {
    const { status, text } = await submit(await begin(), { userName: `"><script>alert(1)</script>` });
    expect(status).toBe(400);
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(text).not.toContain("<script");
  });

  it("says the same of an unknown user and of a wrong password, and can be used again", async () => {
    const page = await begin();
    const wrong = await submit(page, { password: "wrong" });
    const unknown = await submit(page, { userName: "nobody", password: "wrong" });
    const said = ({ text }: TestAnswer) => /role="alert">([^<]+)</.exec(text)?.[1];
    expect(said(wrong)).toBe("The user name or password is wrong, or the user may not sign in here.");
    expect(said(unknown)).toBe(said(wrong));
    expect(handleOf(wrong)).toBe(handleOf(page));
    expect((await submit(page)).status).toBe(303);
  });

  it("locks after five wrong passwords, and says so only to who knows the right one", async () => {
    const first = await begin();
    const cookie = cookieOf(first);
    let page = first;
    // Three wrong ones end a sign-in, and the page begins another.
    for (let tries = 0; tries < 5; tries++) page = await submit(page, { password: "wrong" }, cookie);
    page = await submit(page, { password: "wrong" }, cookie);
    expect(page.text).not.toContain("USER_LOCKED");
    expect((await submit(page, {}, cookie)).text).toContain("USER_LOCKED");
  });

  it("is not for users whom the policy identity_connect_token does not let in", async () => {
    const { id } = await api.addUser(`${person}-no-rest`, { classes: [] });
    expect((await submit(await begin(), { userName: id, password: `password-of-${id}` })).status).toBe(400);
  });

  it("leads to one code only", async () => {
    const page = await begin();
    expect((await submit(page)).status).toBe(303);
    const again = await submit(page);
    expect([again.status, again.headers["location"]]).toEqual([400, undefined]);
    expect(again.text).toContain("was used before");
  });

  it.each<[string, (page: TestAnswer) => Promise<TestAnswer>]>([
    ["without its cookie", (page) => submit(page, {}, "")],
    ["with the cookie of another browser", async (page) => submit(page, {}, cookieOf(await begin()))],
    [
      "with a changed handle",
      (page) =>
        submit(page, { handle: `${handleOf(page).slice(0, -4)}${handleOf(page).endsWith("AAAA") ? "BBBB" : "AAAA"}` }),
    ],
    ["with a handle of somebody's own", (page) => submit(page, { handle: "v1|a|b|c|d|e" })],
    ["without a password", (page) => submit(page, { password: "" })],
  ])("%s is refused", async (_name, send) => {
    const { status, headers, text } = await send(await begin());
    expect([status, headers["location"]]).toEqual([400, undefined]);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(text).toContain('role="alert"');
  });

  it("shares one cookie between tabs, and ends after ten minutes", async () => {
    const first = await begin();
    const second = await begin({}, { cookie: `other=1; ${cookieOf(first)}` });
    expect(cookieOf(second)).toBe(cookieOf(first));
    expect((await submit(first)).status).toBe(303);
    clock.advance(10 * 60_000);
    expect((await submit(second)).status).toBe(400);
  });

  it("notices that the client has changed since", async () => {
    const id = `changing-${person}`;
    const grants = ["authorization_code"];
    await register(api.context, { id, isPublic: true, firstParty: true, grants, redirectUris: ["https://a.example/"] });
    const page = await begin({ client_id: id, redirect_uri: "https://a.example/", scope: "api" });
    await invoke(updateClient, api.context, operator, { key: id, redirectUris: ["https://b.example/"] });
    expect((await submit(page)).status).toBe(400);
  });
});

describe("the chain of a client", () => {
  const stepped = { client_id: "stepped", redirect_uri: "https://stepped.example/", scope: "api" };
  const [ask, prove] = [
    { component: "userName", configuration: {}, outcomes: { given: "prove" } },
    { component: "password", configuration: { tries: 1 }, outcomes: { passed: "ALLOW", failed: "DENY" } },
  ];
  const names = ({ text }: TestAnswer) => [...text.matchAll(/<input id="(\w+)"/g)].map(([, name]) => name);
  beforeAll(async () => {
    const { client_id: id, redirect_uri: redirectUri } = stepped;
    const ours = { grants: ["authorization_code"], redirectUris: [redirectUri], firstParty: true };
    await register(api.context, { id, isPublic: true, ...ours });
    await storeChain(api, {
      name: "of-a-client",
      description: "",
      purpose: "signIn",
      position: 1,
      first: "ask",
      steps: {
        ask,
        prove,
      },
      selectors: [
        {
          expression: "client",
          match: "equal",
          value: id,
        },
      ],
    });
  });
  const entered = async (fields: Fields = {}) => {
    const first = await begin(stepped);
    const cookie = cookieOf(first);
    const second = await post(first, { userName: person }, cookie);
    return {
      first,
      second,
      cookie,
      answer: await post(second, { password: `password-of-${person}`, ...fields }, cookie),
    };
  };

  it("is walked page by page, with one handle", async () => {
    const { first, second, answer } = await entered();
    expect([names(first), names(second), second.status]).toEqual([["userName"], ["password"], 200]);
    expect(handleOf(second)).toBe(handleOf(first));
    expect([answer.status, answerOf(answer).has("code")]).toEqual([303, true]);
  });

  it("begins anew where it has ended, and says no more than that it has failed", async () => {
    const { first, cookie, answer } = await entered({ password: "wrong" });
    expect([answer.status, names(answer)]).toEqual([400, ["userName"]]);
    expect(answer.text).toContain("Signing in has failed. Try again.");
    expect(handleOf(answer)).not.toBe(handleOf(first));
    expect((await post(first, { userName: person }, cookie)).status).toBe(400);
    const again = await post(answer, { userName: person }, cookie);
    expect((await post(again, { password: `password-of-${person}` }, cookie)).status).toBe(303);
  });

  it("is gone on with by a browser that comes back with handle and cookie, and by no other", async () => {
    const { second, cookie } = await entered({ password: "" });
    const comeBack = (headers: Fields, handle = handleOf(second)) =>
      api.send("GET", `/identity/connect/sign-in?attempt=${handle}`, { headers });
    const page = await comeBack({ cookie });
    expect([page.status, names(page)]).toEqual([200, ["password"]]);
    for (const refused of [
      await comeBack({}),
      await comeBack({ cookie: cookieOf(await begin(stepped)) }),
      await comeBack({ cookie }, ""),
    ])
      expect([refused.status, names(refused)]).toEqual([400, []]);
    expect((await post(page, { password: `password-of-${person}` }, cookie)).status).toBe(303);
  });

  it("is not that of a program, whose sign-in is of no use on the page", async () => {
    const begun = await api.send("POST", "/identity/sign-in/attempts", { body: {} });
    const form = { handle: begun.json.attempt, userName: person, password: `password-of-${person}` };
    const onPage = await api.send("POST", "/identity/connect/sign-in", { form, headers: { cookie: cookieOf(begun) } });
    expect([onPage.status, onPage.headers["location"]]).toEqual([400, undefined]);
  });

  it("speaks German where the browser does", async () => {
    const { text } = await begin({}, { "accept-language": "de" });
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('<label for="password">Kennwort</label>');
  });
});

describe("a request", () => {
  it.each<[string, Fields]>([
    ["of an unknown client", { client_id: "unknown" }],
    ["of no client", { client_id: "" }],
    ["with another address", { redirect_uri: "https://evil.example/" }],
    ["with an address that only begins like it", { redirect_uri: `${back}&x=1` }],
    ["with no address", { redirect_uri: "" }],
    ["of a client without addresses", { client_id: "machine" }],
  ])("%s is answered here and sent nowhere", async (_name, fields) => {
    const { status, headers, text } = await begin(fields);
    expect([status, headers["location"]]).toEqual([400, undefined]);
    expect(text).toContain("is not registered");
  });

  it("that names its address twice is sent nowhere", async () => {
    const path = `/identity/connect/authorize?${query(request)}&redirect_uri=https%3A%2F%2Fevil.example%2F`;
    expect((await api.send("GET", path)).status).toBe(400);
  });

  it.each<[string, Fields, string]>([
    ["another response type", { response_type: "token" }, "unsupported_response_type"],
    ["no challenge", { code_challenge: "" }, "invalid_request"],
    ["the method plain", { code_challenge_method: "plain" }, "invalid_request"],
    ["no method", { code_challenge_method: "" }, "invalid_request"],
    ["a challenge of another form", { code_challenge: "short" }, "invalid_request"],
    ["an unknown scope", { scope: "everything" }, "invalid_scope"],
    ["a scope that is not the client's", { scope: "offline_access" }, "invalid_scope"],
    ["a long nonce", { nonce: "n".repeat(1025) }, "invalid_request"],
    ["another response mode", { response_mode: "fragment" }, "invalid_request"],
    ["prompt=none", { prompt: "none" }, "login_required"],
    ["prompt=none and another", { prompt: "none login" }, "invalid_request"],
    ["an unknown prompt", { prompt: "create" }, "invalid_request"],
    ["a max_age that is no number", { max_age: "-1" }, "invalid_request"],
    ["a request object", { request: "e30.e30." }, "request_not_supported"],
    ["the address of one", { request_uri: "https://evil.example/" }, "request_uri_not_supported"],
  ])("with %s goes back with %3$s", async (_name, fields, error) => {
    const { status, headers } = await begin(fields);
    const answer = new URL(String(headers["location"]));
    expect([status, answer.host]).toEqual([303, "portal.example"]);
    expect(Object.fromEntries(answer.searchParams)).toMatchObject({ error, state: "a b&c", iss: issuer, tenant: "1" });
    expect(answer.searchParams.get("code")).toBeNull();
  });

  it("with a parameter twice goes back", async () => {
    const { headers } = await api.send("GET", `/identity/connect/authorize?${query(request)}&scope=api`);
    expect(String(headers["location"])).toContain("error=invalid_request");
  });
});

describe("a code", () => {
  const refused = ({ status, json }: TestAnswer) => [status, json.error];

  it("that is used twice ends what it was exchanged for", async () => {
    const code = await codeFor();
    const { json } = await exchange(code);
    expect(await works(json.access_token)).toBe(true);
    expect(refused(await exchange(code))).toEqual([400, "invalid_grant"]);
    expect(await works(json.access_token)).toBe(false);
    const form = { grant_type: "refresh_token", refresh_token: json.refresh_token };
    const headers = { authorization: basic("portal", secret) };
    const again = await api.send("POST", "/identity/connect/token", { form, headers });
    expect(refused(again)).toEqual([400, "invalid_grant"]);
  });

  it("is good for sixty seconds", async () => {
    const [early, late] = [await codeFor(), await codeFor()];
    clock.advance(59_999);
    expect((await exchange(early)).status).toBe(200);
    clock.advance(1);
    expect(refused(await exchange(late))).toEqual([400, "invalid_grant"]);
  });

  it.each<[string, Fields]>([
    ["with another verifier", { code_verifier: pkce.verifier.toUpperCase() }],
    ["with a short verifier", { code_verifier: "short" }],
    ["with the challenge as verifier", { code_verifier: pkce.challenge }],
    ["with another address", { redirect_uri: "https://portal.example/signed-in" }],
  ])("%s is refused and used up", async (_name, fields) => {
    const code = await codeFor();
    expect(refused(await exchange(code, fields))).toEqual([400, "invalid_grant"]);
    expect(refused(await exchange(code))).toEqual([400, "invalid_grant"]);
  });

  it("is of no use to another client, nor without the client's secret", async () => {
    const code = await codeFor();
    expect(refused(await exchange(code, { client_id: "tool" }, {}))).toEqual([400, "invalid_grant"]);
    expect(refused(await exchange(code, { client_id: "portal" }, {}))).toEqual([401, "invalid_client"]);
    expect((await exchange(code)).status).toBe(200);
  });

  it("that is unknown or lacks its verifier is refused", async () => {
    expect(refused(await exchange("guessed"))).toEqual([400, "invalid_grant"]);
    expect(refused(await exchange(await codeFor(), { code_verifier: "" }))).toEqual([400, "invalid_request"]);
  });

  it("is worth nothing when its user is disabled meanwhile", async () => {
    const code = await codeFor();
    const [user] = await api.store.select("users", { where: { id: person } });
    await api.store.transaction(() => api.store.save("users", { key: user?.key ?? "", disabled: true }));
    const { json } = await exchange(code);
    expect([json.error, json.error_description]).toEqual(["invalid_grant", "USER_DISABLED"]);
  });

  it("stays worth nothing when its user is enabled again within its time", async () => {
    const code = await codeFor();
    const [user] = await api.store.select("users", { where: { id: person } });
    await invoke(disableUser, api.context, operator, { key: user?.key });
    await invoke(enableUser, api.context, operator, { key: user?.key });
    expect(refused(await exchange(code))).toEqual([400, "invalid_grant"]);
    expect((await exchange(await codeFor())).status).toBe(200);
  });
});
