import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { activeSigningKey } from "#operations/identity/engine/signing-keys.ts";
import { ManualClock } from "#platform/clock.ts";
import { openTestApi, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { alertOf, answerOf, pageBrowser } from "#test/support/authorization-page.ts";
import { basic, pkce, register } from "#test/support/registered-clients.ts";

const clock = new ManualClock();
const path = "/identity/connect/logout";
const back = "https://portal.example/back";
const after = "https://portal.example/signed-out?of=portal";
let api: TestApi;
let secret = "";
let tokens: { readonly id_token: string; readonly access_token: string; readonly refresh_token: string };

beforeAll(async () => {
  api = await openTestApi({ clock });
  const grants = ["authorization_code", "refresh_token"];
  const ours = { grants, firstParty: true, scopes: ["api", "openid"] };
  secret = await register(api.context, {
    id: "portal",
    displayName: "<Portal>",
    ...ours,
    redirectUris: [back],
    postLogoutRedirectUris: [after],
  });
  await register(api.context, { id: "other", isPublic: true, ...ours, redirectUris: ["https://other.example/"] });
  await api.addUser("ada");
});
afterAll(() => api.close());
beforeEach(async () => {
  const browser = pageBrowser(api, { client_id: "portal", redirect_uri: back, scope: "api openid" });
  const answer = await browser.submit(await browser.begin(), { userName: "ada", password: "password-of-ada" });
  const form = { grant_type: "authorization_code", code: answerOf(answer).get("code") ?? "", redirect_uri: back };
  const headers = { authorization: basic("portal", secret) };
  const exchange = { form: { ...form, code_verifier: pkce.verifier }, headers };
  tokens = (await api.send("POST", "/identity/connect/token", exchange)).json;
});

type Fields = Readonly<Record<string, string>>;
const logOut = (fields: Fields) => api.send("GET", `${path}?${new URLSearchParams(fields).toString()}`);
const works = async () => {
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  return (await api.send("GET", "/identity/connect/userinfo", { headers })).status === 200;
};
const hint = () => ({ id_token_hint: tokens.id_token });

describe("an application that shows its ID token", () => {
  it("ends the session, and gets its user back", async () => {
    const { status, headers } = await logOut({ ...hint(), post_logout_redirect_uri: after, state: "a b" });
    expect([status, headers["location"]]).toEqual([303, `${after}&state=a+b`]);
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(await works()).toBe(false);
    const form = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
    const refreshed = await api.send("POST", "/identity/connect/token", {
      form,
      headers: { authorization: basic("portal", secret) },
    });
    expect(refreshed.json.error).toBe("invalid_grant");
    const [row] = await api.store.select("sesslog_full", { where: { operation: "LOUT", message: "session" } });
    expect(row).toMatchObject({ result: "S", recipient: expect.any(String) });
  });

  it("does so by a form, when the token has expired, and twice", async () => {
    clock.advance(3_600_000);
    const done = await api.send("POST", path, { form: { ...hint(), client_id: "portal" } });
    expect([done.status, done.text]).toEqual([200, expect.stringContaining("You are signed out")]);
    expect((await logOut(hint())).status).toBe(200);
  });

  it.each<[string, () => Promise<Fields> | Fields]>([
    ["an address that is not registered", () => ({ ...hint(), post_logout_redirect_uri: `${after}&x=1` })],
    ["the address of codes", () => ({ ...hint(), post_logout_redirect_uri: back })],
    ["another client's name", () => ({ ...hint(), client_id: "other" })],
    ["an access token", () => ({ id_token_hint: tokens.access_token })],
    ["no token at all", () => ({ id_token_hint: "x".repeat(5000) })],
    ["a changed token", () => ({ id_token_hint: `${tokens.id_token.slice(0, -8)}AAAAAAAA` })],
    ["a long state", () => ({ ...hint(), state: "s".repeat(1025) })],
    [
      "a token of another issuer",
      async () => {
        const { kid, key } = await activeSigningKey(api.context);
        const claims = { sub: "x", sid: "y" };
        const token = new SignJWT(claims)
          .setProtectedHeader({ alg: "RS256", typ: "JWT", kid })
          .setIssuer("https://x.example");
        return { id_token_hint: await token.setAudience("portal").sign(key) };
      },
    ],
  ])("with %s ends nothing, and sends nobody anywhere", async (_name, fields) => {
    const { status, headers, text } = await logOut(await fields());
    expect([status, headers["location"], headers["content-type"]]).toEqual([
      400,
      undefined,
      "text/html; charset=utf-8",
    ]);
    expect(text).toContain('role="alert"');
    expect(await works()).toBe(true);
  });
});

describe("an application that shows none", () => {
  const named = { client_id: "portal", post_logout_redirect_uri: after, state: "s" };

  it("has its user asked first, and ends nothing", async () => {
    const page = await logOut(named);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("&lt;Portal&gt;")]);
    expect(page.headers["content-security-policy"]).toContain("form-action 'self' https://portal.example;");
    const fields = [...page.text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]);
    const answer = await api.send("POST", path, { form: Object.fromEntries(fields) as Fields });
    expect([answer.status, answer.headers["location"]]).toEqual([303, `${after}&state=s`]);
    expect(await works()).toBe(true);
  });

  it.each<[string, Fields]>([
    ["an address alone", { post_logout_redirect_uri: after }],
    ["another client", { ...named, client_id: "other" }],
    ["an unknown client", { client_id: "unknown" }],
  ])("is refused with %s", async (_name, fields) => {
    const answer = await logOut(fields);
    expect([answer.status, answer.headers["location"], alertOf(answer)]).toEqual([400, undefined, expect.any(String)]);
  });

  it("is refused with a parameter twice", async () => {
    expect((await api.send("GET", `${path}?client_id=portal&client_id=other`)).status).toBe(400);
  });

  it("asks anybody, in German where the browser reads that", async () => {
    const { text } = await api.send("GET", path, { headers: { "accept-language": "fr, de-AT;q=0.8, en;q=0.5" } });
    expect(text).toContain('<html lang="de">');
    expect(text).toContain("Abmelden");
  });
});

it("the place to sign out is told to clients", async () => {
  const { json } = await api.send("GET", "/identity/.well-known/openid-configuration");
  expect(json.end_session_endpoint).toBe(`${testPublicAddress}${path}`);
  expect(json.claims_supported).toContain("sid");
});
