import { createHmac, createPublicKey } from "node:crypto";

import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { AuthChain } from "#domain/chains/auth-chain.ts";
import { activeSigningKey } from "#operations/identity/engine/signing-keys.ts";
import { ManualClock } from "#platform/clock.ts";
import { openTestApi, type TestAnswer, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { auditedCalls } from "#test/support/audited-calls.ts";
import { storeChain } from "#test/support/stored-chain.ts";

const clock = new ManualClock();
const tokenPath = "/identity/connect/token";
const minuteMs = 60_000;
let api: TestApi;
let count = 0;
let person = "";

beforeAll(async () => {
  api = await openTestApi({ clock });
});
afterAll(() => api.close());
beforeEach(async () => {
  person = `person${++count}`;
  await api.addUser(person);
});

const userOf = async (id: string) => (await api.store.select("users", { where: { id } }))[0];
const withToken = (token: string) =>
  api.send("GET", "/identity/connect/userinfo", { headers: { authorization: `Bearer ${token}` } });
const refresh = (token: string) =>
  api.send("POST", tokenPath, { form: { grant_type: "refresh_token", client_id: "gatehouse", refresh_token: token } });
const revoke = (token: string) =>
  api.send("POST", "/identity/connect/revocation", { form: { client_id: "gatehouse", token } });
const outcome = ({ status, json }: TestAnswer) => [status, json.error, json.error_description];
const wrong = () => api.signIn(person, { password: "wrong" });
const genericText = "Invalid user name, password, code or token.";

describe("the password grant", () => {
  // @specification 1.sessions 5.token
  it("gives an access token, a refresh token, and a session in the audit", async () => {
    const { status, json, headers } = await api.signIn(person);
    expect(status).toBe(200);
    expect(json).toMatchObject({ token_type: "Bearer", expires_in: 300, scope: "api" });
    expect(headers["cache-control"]).toBe("no-store");
    const user = await userOf(person);
    const [audit] = await api.store.select("sesslog_full", { where: { operation: "LGIN", ident: person } });
    expect(audit).toMatchObject({ result: "S", actor: user?.key, module: "rest" });
  });

  it("takes nobody's word for the session to which a refusal belongs", async () => {
    const mine = await api.signIn(person);
    const [begun] = await api.store.select("sesslog_full", { where: { operation: "LGIN", ident: person } });
    const sessid = begun?.sessid ?? "";
    const form = { grant_type: "refresh_token", client_id: "gatehouse", refresh_token: "not one of ours" };
    await api.send("POST", tokenPath, { form, headers: { "x-request-id": sessid } });
    expect(mine.status).toBe(200);
    expect(await api.store.count("sesslog_full", { requestId: sessid, result: "F" })).toBe(1);
    expect(await api.store.count("sesslog_full", { sessid, result: "F" })).toBe(0);
  });

  it("keeps only the hash of the refresh token", async () => {
    const { json } = await api.signIn(person);
    const grants = await api.store.select("persistedGrants");
    expect(JSON.stringify(grants)).not.toContain(json.refresh_token);
  });

  // @specification 5.token-policy
  it("answers everything that is wrong with one text and one status", async () => {
    const stranger = await api.signIn("nobody-of-this-name");
    const withoutRight = await api.addUser(`${person}-no-rest`, { classes: [] });
    const answers = [
      await wrong(),
      stranger,
      await api.signIn(withoutRight.id),
      await api.signIn(person, { password: "x".repeat(300) }),
    ];
    for (const answer of answers) expect(outcome(answer)).toEqual([400, "invalid_grant", genericText]);
    expect(await auditedCalls(api, { operation: "LGIN", result: "F", ident: withoutRight.id })).toBe(1);
  });

  // @specification 5.user-locked 5.user-disabled
  it("says USER_LOCKED and USER_DISABLED only to those who know the password", async () => {
    const locked = await api.addUser(`${person}-locked`, { locked: true });
    const disabled = await api.addUser(`${person}-disabled`, { disabled: true });
    expect(outcome(await api.signIn(locked.id))).toEqual([400, "invalid_grant", "USER_LOCKED"]);
    expect(outcome(await api.signIn(disabled.id))).toEqual([400, "invalid_grant", "USER_DISABLED"]);
    expect(outcome(await api.signIn(locked.id, { password: "wrong" }))).toEqual([400, "invalid_grant", genericText]);
  });

  it("locks after five wrong passwords, for thirty minutes, against the password alone", async () => {
    const { json } = await api.signIn(person);
    for (let tries = 0; tries < 5; tries++) await wrong();
    expect(outcome(await api.signIn(person))[2]).toBe("USER_LOCKED");
    expect(await userOf(person)).toMatchObject({ locked: true, lockedBy: "failures", tokenVersion: 1 });
    expect((await withToken(json.access_token)).status).toBe(200);
    const { json: refreshed, status } = await refresh(json.refresh_token);
    expect([status, (await withToken(refreshed.access_token)).status]).toEqual([200, 200]);
    clock.advance(30 * minuteMs);
    expect((await api.signIn(person)).status).toBe(200);
    expect(await userOf(person)).toMatchObject({ failures: 0, locked: false, lockedAt: null, lockedBy: null });
  });

  it("counts no wrong password of a user who has none", async () => {
    const { key } = (await userOf(person)) ?? { key: "" };
    await api.store.transaction(() => api.store.save("users", { key, passwordHash: null }));
    for (let tries = 0; tries < 6; tries++) await wrong();
    expect(await userOf(person)).toMatchObject({ failures: 0, locked: false });
  });

  it("counts wrong passwords that come side by side", async () => {
    await Promise.all(Array.from({ length: 5 }, wrong));
    expect(await userOf(person)).toMatchObject({ failures: 5, locked: true });
  });

  it.each([
    ["scopes that nobody knows beside one", "api profile email"],
    ["none", ""],
  ])("takes %s, and says what was given", async (_name, scope) => {
    const { status, json } = await api.signIn(person, { scope });
    expect([status, json.scope]).toEqual([200, "api"]);
  });

  it.each([
    [{ client_id: "unknown" }, 401, "invalid_client"],
    [{ client_id: "" }, 401, "invalid_client"],
    [{ client_secret: "guessed" }, 401, "invalid_client"],
    [{ grant_type: "" }, 400, "invalid_request"],
    [{ grant_type: "implicit" }, 400, "unsupported_grant_type"],
    [{ grant_type: "constructor" }, 400, "unsupported_grant_type"],
    [{ scope: "everything" }, 400, "invalid_scope"],
    [{ username: "" }, 400, "invalid_request"],
    [{ password: "" }, 400, "invalid_request"],
  ])("refuses %o", async (fields, status, error) => {
    const answer = await api.signIn(person, fields);
    expect([answer.status, answer.json.error]).toEqual([status, error]);
    if (status === 401) expect(answer.headers["www-authenticate"]).toMatch(/^Basic /);
  });

  it("takes passwords from first-party clients only", async () => {
    await api.store.transaction(() => api.store.save("clients", { id: `other-${person}`, grants: ["password"] }));
    expect(outcome(await api.signIn(person, { client_id: `other-${person}` })).slice(0, 2)).toEqual([
      400,
      "unauthorized_client",
    ]);
  });

  // A chain that is stored stays for the tests that follow, so it is selected by what these alone have.
  it("does not get around a chain that asks for more, whoever asks and before any password is looked at", async () => {
    const selectors = [{ expression: "userName", match: "equal", value: person } as const];
    const password = { component: "password", configuration: {}, outcomes: { passed: "ALLOW", failed: "DENY" } };
    const chain: AuthChain = {
      name: `second-${person}`,
      description: "",
      purpose: "signIn",
      position: 1,
      selectors,
      first: "first",
      steps: {
        first: {
          ...password,
          outcomes: {
            passed: "second",
            failed: "DENY",
          },
        },
        second: password,
      },
    };
    await storeChain(api, chain);
    const interactive = [400, "invalid_grant", expect.stringMatching(/^SIGN_IN_INTERACTIVE: /)];
    for (let tries = 0; tries < 6; tries += 1) expect(outcome(await wrong())).toEqual(interactive);
    expect(outcome(await api.signIn(person))).toEqual(interactive);
    expect((await userOf(person))?.failures).toBe(0);
    const steps = {
      first: { component: "userName", configuration: {}, outcomes: { given: "second" } },
      second: password,
    };
    await storeChain(api, { ...chain, steps });
    expect((await api.signIn(person)).status).toBe(200);
  });

  it("takes forms only, each field once", async () => {
    expect((await api.send("POST", tokenPath, { body: { grant_type: "password" } })).status).toBe(415);
    const twice = { body: "username=a&username=b", headers: { "content-type": "application/x-www-form-urlencoded" } };
    const answer = await api.send("POST", tokenPath, twice);
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    expect(answer.json.error_description).toContain("'username' occurs twice");
    expect(answer.headers).toMatchObject({ "cache-control": "no-store", pragma: "no-cache" });
  });
});

describe("refreshing", () => {
  it("gives new tokens and keeps the session", async () => {
    const first = (await api.signIn(person)).json;
    const second = (await refresh(first.refresh_token)).json;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await withToken(second.access_token)).json.username).toBe(person);
    expect((await refresh(second.refresh_token)).status).toBe(200);
  });

  it("ends the whole session when a token is used twice", async () => {
    const first = (await api.signIn(person)).json;
    const second = (await refresh(first.refresh_token)).json;
    expect(outcome(await refresh(first.refresh_token))).toEqual([400, "invalid_grant", genericText]);
    expect((await refresh(second.refresh_token)).status).toBe(400);
    expect((await withToken(second.access_token)).status).toBe(401);
  });

  it("lets one of many win that come side by side", async () => {
    const { json } = await api.signIn(person);
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(json.refresh_token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("ends with the session after twelve hours, however often it is refreshed", async () => {
    let { json } = await api.signIn(person);
    for (let hours = 0; hours < 12; hours += 4) {
      json = (await refresh(json.refresh_token)).json;
      clock.advance(4 * 60 * minuteMs);
    }
    expect((await refresh(json.refresh_token)).status).toBe(400);
  });

  // @specification 5.token-policy
  it("asks again whether the user may", async () => {
    const { json } = await api.signIn(person);
    const user = await userOf(person);
    const [member] = await api.store.select("userClassMembers", { where: { userKey: user?.key ?? "" } });
    await api.store.transaction(() => api.store.remove("userClassMembers", member?.key ?? ""));
    expect((await refresh(json.refresh_token)).status).toBe(400);
  });
});

describe("revocation", () => {
  // @specification 1.sessions 5.revocation
  it("of a refresh token ends the session and its access tokens", async () => {
    const { json } = await api.signIn(person);
    expect((await withToken(json.access_token)).status).toBe(200);
    expect((await revoke(json.refresh_token)).status).toBe(200);
    expect((await withToken(json.access_token)).status).toBe(401);
    expect((await refresh(json.refresh_token)).status).toBe(400);
  });

  // @specification 5.revocation
  it("of an access token ends that one only", async () => {
    const { json } = await api.signIn(person);
    expect((await revoke(json.access_token)).status).toBe(200);
    expect((await withToken(json.access_token)).status).toBe(401);
    expect((await refresh(json.refresh_token)).status).toBe(200);
  });

  it("answers 200 for what is no token, and again for the same token", async () => {
    const { json } = await api.signIn(person);
    for (const token of [
      "rubbish",
      "a.b.c",
      json.refresh_token,
      json.refresh_token,
      json.access_token,
      json.access_token,
    ]) {
      expect((await revoke(token)).status).toBe(200);
    }
  });

  it("leaves the tokens of other clients alone", async () => {
    const { json } = await api.signIn(person);
    await api.store.transaction(() => api.store.save("clients", { id: `thief-${person}`, grants: [] }));
    const form = { client_id: `thief-${person}`, token: json.refresh_token };
    expect((await api.send("POST", "/identity/connect/revocation", { form })).status).toBe(200);
    expect((await refresh(json.refresh_token)).status).toBe(200);
  });
});

describe("an access token", () => {
  const mint = async (part: { header?: object; claims?: object; key?: Parameters<SignJWT["sign"]>[0] } = {}) => {
    const { kid, key } = await activeSigningKey(api.context);
    const user = await userOf(person);
    const now = Math.floor(clock.now() / 1000);
    const claims = {
      iss: `${testPublicAddress}/identity`,
      aud: testPublicAddress,
      sub: user?.key ?? "",
      iat: now,
      exp: now + 300,
      jti: api.context.ids.guid(),
      gid: api.context.ids.guid(),
      ver: user?.tokenVersion,
      client_id: "gatehouse",
      scope: "api",
      ...part.claims,
    };
    const header = { alg: "RS256", typ: "at+jwt", kid, ...part.header };
    return new SignJWT(claims).setProtectedHeader(header).sign(part.key ?? key);
  };

  // @specification 4.userinfo 5.token
  it("says who its user is", async () => {
    const user = await userOf(person);
    const { json } = await withToken(await mint());
    expect(json).toEqual({ sub: user?.key ?? "", username: person, preferred_username: person, scope: "api" });
  });

  it("ends after five minutes, to the second", async () => {
    const token = await mint();
    clock.advance(299_000);
    expect((await withToken(token)).status).toBe(200);
    clock.advance(1_000);
    expect((await withToken(token)).status).toBe(401);
  });

  it("ends after five minutes whatever end it says, and does not begin later than now", async () => {
    const now = Math.floor(clock.now() / 1000);
    const years = 10 * 365 * 24 * 3600;
    const long = await mint({ claims: { exp: now + years } });
    const ahead = (seconds: number) => mint({ claims: { iat: now + seconds, exp: now + years } });
    expect((await withToken(await ahead(61))).status).toBe(401);
    // The clock of another process may be ahead by so much.
    expect((await withToken(await ahead(60))).status).toBe(200);
    expect((await withToken(long)).status).toBe(200);
    clock.advance(300_000);
    expect((await withToken(long)).status).toBe(401);
    expect((await withToken(await mint({ claims: { exp: now + years, iat: now } }))).status).toBe(401);
  });

  it.each<[string, object]>([
    ["another issuer", { iss: "https://evil.example/identity" }],
    ["another audience", { aud: "https://evil.example" }],
    ["a start in the future", { nbf: 4_102_444_800 }],
    ["an old user version", { ver: 0 }],
    ["an unknown user", { sub: "nobody" }],
    ["no session", { gid: undefined }],
    ["no end", { exp: undefined }],
    ["no identifier", { jti: undefined }],
  ])("with %s is refused", async (_name, claims) => {
    const { status, headers } = await withToken(await mint({ claims }));
    expect(status).toBe(401);
    expect(headers["www-authenticate"]).toContain('error="invalid_token"');
  });

  it.each<[string, object]>([
    ["another type", { typ: "JWT" }],
    ["no key id", { kid: undefined }],
    ["an unknown key id", { kid: "../../etc/passwd" }],
  ])("with %s is refused", async (_name, header) => {
    expect((await withToken(await mint({ header }))).status).toBe(401);
  });

  it("without a signature, or signed with the public key as a secret, is refused", async () => {
    const [header = "", payload = "", signature = ""] = (await mint()).split(".");
    const { kid, key } = await activeSigningKey(api.context);
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const none = `${encode({ alg: "none", typ: "at+jwt", kid })}.${payload}.`;
    const pem = createPublicKey(key).export({ type: "spki", format: "pem" });
    const signed = `${encode({ alg: "HS256", typ: "at+jwt", kid })}.${payload}`;
    const hmac = `${signed}.${createHmac("sha256", pem).update(signed).digest("base64url")}`;
    const changed = `${header}.${encode({ sub: "root" })}.${signature}`;
    for (const token of [none, hmac, changed, `${header}.${payload}`, "x".repeat(5000)]) {
      expect((await withToken(token)).status).toBe(401);
    }
  });

  it("of a user who is locked or disabled since is refused", async () => {
    const token = (await api.signIn(person)).json.access_token;
    const user = await userOf(person);
    await api.store.transaction(() => api.store.save("users", { key: user?.key ?? "", disabled: true }));
    expect((await withToken(token)).status).toBe(401);
  });
});

describe("the published keys", () => {
  it("verify our tokens and hold nothing private", async () => {
    const { json } = await api.send("GET", "/identity/connect/jwks");
    expect(Object.keys(json.keys[0]).toSorted()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
    const rows = await api.store.select("signingKeys");
    expect(rows[0]?.privateKey).toMatch(/^v1\|/);
  });
});
