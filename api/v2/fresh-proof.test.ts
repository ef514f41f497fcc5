import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { proofMinutes } from "#domain/session-limits.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";
import { answerOf, pageBrowser } from "#test/support/authorization-page.ts";
import { beginBrowserSession } from "#test/support/begin-session.ts";
import { codeAt, enrolCodes } from "#test/support/one-time-codes.ts";
import { basic, pkce, register } from "#test/support/registered-clients.ts";
import { logInBySoap, message, sendSoap } from "#test/support/soap-messages.ts";
import { storeChain } from "#test/support/stored-chain.ts";

type Headers = Readonly<Record<string, string>>;

const minuteMs = 60_000;
const classes = ["_EXPLICIT_REST_API_USERS_", "_EXPLICIT_API_USERS_"];
const back = "https://portal.example/in";
const clock = new ManualClock();
let api: TestApi;
let anna: Row<"users">;
let secretOfPortal = "";
let secretOfRobot = "";
let count = 0;

beforeAll(async () => {
  api = await openTestApi({ clock });
  const grants = ["authorization_code", "refresh_token"];
  const portal = { id: "portal", displayName: "Portal", grants, firstParty: true, scopes: ["api"] };
  secretOfPortal = await register(api.context, { ...portal, redirectUris: [back] });
  const robot = await api.addUser("robot", { classes });
  secretOfRobot = await register(api.context, { id: "machine", grants: ["client_credentials"], userId: robot.id });
});
afterAll(() => api.close());
beforeEach(async () => {
  anna = await api.addUser(`anna${++count}`, { classes });
});

const required = [401, "PROOF_REQUIRED"];
const told = ({ status, json }: TestAnswer) => [status, json?.error?.code];
const bearer = (token: unknown): Headers => ({ authorization: `Bearer ${String(token)}` });
const pathOf = ({ key }: Pick<Row<"users">, "key">) => `/v2/users(${key})`;
const later = (minutes: number) => clock.advance(minutes * minuteMs);

/** Adds a question, which needs a fresh proof. */
const ask = (headers: Headers, question: string, of: Pick<Row<"users">, "key"> = anna) =>
  api.send("POST", `${pathOf(of)}/credentials`, { headers, body: { question, answer: "blue" } });
const act = (headers: Headers, action: string, body: object = {}) =>
  api.send("POST", `${pathOf(anna)}/${action}`, { headers, body });
const password = () => `password-of-${anna.id}`;

/** Proves by the default chain that it is anna. */
async function prove(headers: Headers, fields: object = { password: password() }): Promise<TestAnswer> {
  const begun = await act(headers, "prove");
  return act(headers, "answerProof", { attempt: begun.json.attempt, fields });
}

const refresh = (token: unknown, client: Headers = {}, clientId = "gatehouse") =>
  api.send("POST", "/identity/connect/token", {
    form: { grant_type: "refresh_token", client_id: clientId, refresh_token: String(token) },
    headers: client,
  });

describe("a thief with the session of a browser alone", () => {
  it("exchanges no device of one-time codes, and takes no question away", async () => {
    await enrolCodes(api, anna);
    const { json: question } = await ask(bearer(await api.tokenOf(anna.id)), "Colour?");
    const { headers } = await beginBrowserSession(api, anna.id);
    later(proofMinutes);
    const remove = () => api.send("DELETE", `${pathOf(anna)}/credentials(${question.key})`, { headers });
    const all = () => api.store.select("userCredentials", { where: { userKey: anna.key }, orderBy: [["key", "asc"]] });
    const before = await all();
    expect(told(await act(headers, "beginOneTimeCode"))).toEqual(required);
    expect(told(await act(headers, "beginPasskey"))).toEqual(required);
    expect(told(await remove())).toEqual(required);
    expect(await all()).toEqual(before);
    expect(await api.store.count("credentialEnrolments", { userKey: anna.key })).toBe(0);

    expect((await prove(headers)).json).toMatchObject({ state: "proved" });
    const begun = await act(headers, "beginOneTimeCode");
    const secret = new URL(begun.json.address).searchParams.get("secret") ?? "";
    expect((await act(headers, "confirmOneTimeCode", { code: codeAt(secret, clock.now()) })).status).toBe(200);
    expect((await remove()).status).toBe(204);
  });
});

describe("a password that is set without the one before", () => {
  it("of one's own needs a fresh proof, also by a link, and so does a link for anybody", async () => {
    const root = await api.addUser(`${anna.id}-root`, { superuser: true });
    const accountKey = api.context.ids.guid();
    const names = { stableId: accountKey, longId: "x", shortId: "x", displayId: "x" };
    const account = { key: accountKey, targetSystemKey: "NOWHERE", userKey: root.key, ...names };
    await api.store.transaction(() => api.store.save("accounts", account));
    const { headers } = await beginBrowserSession(api, root.id);
    later(proofMinutes);
    const send = (method: string, path: string, body: object = {}) => api.send(method, path, { headers, body });
    const chosen = { password: "Kettle-fish-7" };
    const own = [
      await send("POST", `/v2/users(${root.key})/resetPasswords`, chosen),
      await send("POST", `/v2/accounts(${accountKey})/resetPassword`, chosen),
      await send("PATCH", `/v2/accounts(${accountKey})`, chosen),
      await send("POST", `/v2/users(${root.key})/issuePasswordLink`),
      await send("POST", `/v2/users(${anna.key})/issuePasswordLink`),
    ];
    expect(own.map(told)).toEqual(own.map(() => required));
    const others = [
      await send("POST", `/v2/users(${anna.key})/resetPasswords`, chosen),
      await send("PATCH", `/v2/accounts(${accountKey})`, { enabled: true }),
    ];
    for (const answer of others) expect(told(answer)).not.toEqual(required);
  });
});

describe("a password that is changed with the one before", () => {
  it("needs a fresh proof where its refusal could tell of another account's password", async () => {
    const { store, ids } = api.context;
    const accountKey = ids.guid();
    await store.transaction(async () => {
      const address = { type: "fault", description: "d", targetGroup: "ALONE" };
      await store.save("targetSystems", { id: "ALONE", ...address });
      const names = { stableId: accountKey, longId: "x", shortId: "x", displayId: "x" };
      await store.save("accounts", { key: accountKey, targetSystemKey: "ALONE", userKey: anna.key, ...names });
      await store.save("targetGroups", { id: "ALONE", passwordPolicyId: "DEFAULT", uniquePasswords: false });
    });
    const { headers } = await beginBrowserSession(api, anna.id);
    later(proofMinutes);
    const change = async () => {
      const body = { currentPassword: "anything", password: "Kettle-fish-7" };
      return told(await api.send("POST", `/v2/accounts(${accountKey})/changePassword`, { headers, body }));
    };
    expect(await change()).not.toEqual(required);
    await store.transaction(() => store.save("targetGroups", { id: "ALONE", uniquePasswords: true }));
    expect(await change()).toEqual(required);
    await prove(headers);
    expect(await change()).not.toEqual(required);
  });
});

describe("a fresh proof", () => {
  it("is signing in, for minutes, and no refresh of its tokens makes it anew", async () => {
    const { json } = await api.signIn(anna.id);
    expect((await ask(bearer(json.access_token), "One?")).status).toBe(201);
    later(proofMinutes - 1);
    const { json: second } = await refresh(json.refresh_token);
    expect((await ask(bearer(second.access_token), "Two?")).status).toBe(201);
    later(1);
    const { json: third } = await refresh(second.refresh_token);
    const refused = await ask(bearer(third.access_token), "Three?");
    expect(told(refused)).toEqual(required);
    expect(refused.headers["www-authenticate"]).toBe(
      'Bearer realm="gatehouse", error="insufficient_user_authentication"',
    );
    expect(await api.store.count("userCredentials", { userKey: anna.key })).toBe(2);
    const rows = await api.store.select("sesslog_full", { where: { operation: "USQA", recipient: anna.key } });
    expect(rows.map(({ result }) => result)).toEqual(["S", "S", "F"]);

    expect((await prove(bearer(third.access_token))).json).toMatchObject({
      state: "proved",
      asked: null,
      attempt: null,
      refusal: null,
      provedUntil: new Date(clock.now() + proofMinutes * minuteMs).toISOString(),
    });
    expect((await ask(bearer(third.access_token), "Three?")).status).toBe(201);
    expect(await api.store.select("sesslog_full", { where: { operation: "PRVE", recipient: anna.key } })).toMatchObject(
      [{ result: "S", actor: anna.key, recipient: anna.key }],
    );
  });

  it("is looked at behind rights and input, and needed by no call that only reads", async () => {
    const other = await api.addUser(`${anna.id}-other`);
    const { headers } = await beginBrowserSession(api, anna.id);
    later(proofMinutes);
    expect(told(await ask(headers, "Mine?", other))).toEqual([403, "FORBIDDEN"]);
    expect(told(await ask(headers, ""))).toEqual([400, "INPUT_INVALID"]);
    expect((await api.send("GET", `${pathOf(anna)}/credentials`, { headers })).status).toBe(200);
  });

  it("is of one session, whatever another one has proved", async () => {
    const [proved, other] = [await beginBrowserSession(api, anna.id), await beginBrowserSession(api, anna.id)];
    later(proofMinutes);
    await prove(proved.headers);
    expect((await ask(proved.headers, "One?")).status).toBe(201);
    expect(told(await ask(other.headers, "Two?"))).toEqual(required);
    const begun = await act(proved.headers, "prove");
    const answer = { attempt: begun.json.attempt, fields: { password: password() } };
    expect(told(await act(other.headers, "answerProof", answer))).toEqual([400, "SIGN_IN_ATTEMPT_OVER"]);
  });

  it("is given by nobody for somebody else", async () => {
    const other = await api.addUser(`${anna.id}-other`);
    const { headers } = await beginBrowserSession(api, other.id);
    expect(told(await act(headers, "prove"))).toEqual([403, "FORBIDDEN"]);
    expect(told(await act({ ...bearer(await api.tokenOf("root")) }, "prove"))).toEqual([403, "FORBIDDEN"]);
  });

  it("asks what the chain of signing in asks, and counts what is wrong as every door does", async () => {
    const { headers } = await beginBrowserSession(api, anna.id);
    later(proofMinutes);
    const begun = await act(headers, "prove");
    expect(begun.json).toMatchObject({ state: "asked", asked: { fields: [{ name: "password" }] } });
    const states: unknown[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      const answer = { attempt: begun.json.attempt, fields: { password: "wrong" } };
      const { json } = await act(headers, "answerProof", answer);
      states.push([json.state, json.isWrong]);
    }
    expect(states).toEqual([
      ["asked", true],
      ["asked", true],
      ["failed", false],
    ]);
    expect((await api.store.get("users", anna.key))?.failures).toBe(3);
    expect(told(await ask(headers, "One?"))).toEqual(required);
    await prove(headers, { password: "wrong" });
    await prove(headers, { password: "wrong" });
    expect((await prove(headers)).json).toMatchObject({ state: "failed", refusal: "USER_LOCKED" });
    expect(told(await ask(headers, "One?"))).toEqual(required);
  });

  it("takes the second factor too where signing in takes one", async () => {
    const { secret } = await enrolCodes(api, anna);
    const { headers } = await beginBrowserSession(api, anna.id);
    const passed = { outcomes: { passed: "code", failed: "DENY" }, configuration: {}, component: "password" };
    const code = { outcomes: { passed: "ALLOW", failed: "DENY", none: "DENY" }, configuration: {} };
    await storeChain(api, {
      name: "sign-in",
      description: "",
      purpose: "signIn",
      position: 1,
      selectors: [],
      first: "password",
      steps: {
        password: passed,
        code: {
          ...code,
          component: "oneTimeCode",
        },
      },
    });
    later(proofMinutes);
    const begun = await act(headers, "prove");
    const answer = (fields: object) => act(headers, "answerProof", { attempt: begun.json.attempt, fields });
    const asked = await answer({ password: password() });
    expect(asked.json).toMatchObject({ state: "asked", provedUntil: null, asked: { fields: [{ name: "code" }] } });
    expect(told(await ask(headers, "One?"))).toEqual(required);
    expect((await answer({ code: codeAt(secret, clock.now()) })).json.state).toBe("proved");
    expect((await ask(headers, "One?")).status).toBe(201);
    await api.store.transaction(() => api.store.save("authChains", { name: "sign-in", enabled: false }));
  });
});

describe("the doors", () => {
  it("an application of others sends people to its page again, and proves nobody itself", async () => {
    const request = { client_id: "portal", redirect_uri: back, scope: "api" };
    const browser = pageBrowser(api, request);
    const entered = { userName: anna.id, password: password() };
    const code = answerOf(await browser.submit(await browser.begin(), entered)).get("code") ?? "";
    const authorization = basic("portal", secretOfPortal);
    const { json } = await api.send("POST", "/identity/connect/token", {
      form: { grant_type: "authorization_code", code, redirect_uri: back, code_verifier: pkce.verifier },
      headers: { authorization },
    });
    expect((await ask(bearer(json.access_token), "One?")).status).toBe(201);
    later(proofMinutes);
    const { json: again } = await refresh(json.refresh_token, { authorization }, "portal");
    expect(told(await ask(bearer(again.access_token), "Two?"))).toEqual(required);
    expect(told(await act(bearer(again.access_token), "prove"))).toEqual(required);
  });

  it("a client that acts for itself has no person who could prove anything", async () => {
    const { json } = await api.send("POST", "/identity/connect/token", {
      form: { grant_type: "client_credentials" },
      headers: { authorization: basic("machine", secretOfRobot) },
    });
    const [robot] = await api.store.select("users", { where: { id: "robot" } });
    const refused = await ask(bearer(json.access_token), "One?", robot);
    expect(told(refused)).toEqual(required);
    expect(refused.json.error.message).toContain("a client that acts for itself cannot prove a person");
    const proof = await api.send("POST", `${pathOf(robot ?? anna)}/prove`, {
      headers: bearer(json.access_token),
      body: {},
    });
    expect(told(proof)).toEqual(required);
  });

  it("a session of the library and one of SOAP prove as others do, and a call with a password is a proof", async () => {
    const fields = (question: string) =>
      `<userKey>${anna.key}</userKey><question>${question}</question><answer>blue</answer>`;
    const bySoap = (sessdat: Parameters<typeof message>[1], question: string) =>
      sendSoap(api, message("usersAddQuestion", sessdat, fields(question)));
    const sesskey = await logInBySoap(api, anna.id);
    const login = { user: anna.id, password: password() };
    const { sessionKey } = (await api.send("POST", "/idapi/login", { body: login })).json;
    const byLibrary = (name: string, body: object) =>
      api.send("POST", `/idapi/${name}`, { headers: bearer(sessionKey), body });
    const question = (text: string) => ({ userKey: anna.key, question: text, answer: "blue" });
    expect((await bySoap({ sesskey }, "One?")).code).toBe(null);
    expect((await byLibrary("users.addQuestion", question("Two?"))).status).toBe(200);
    later(proofMinutes);
    expect((await bySoap({ sesskey }, "Three?")).code).toBe("PROOF_REQUIRED");
    expect(told(await byLibrary("users.addQuestion", question("Three?")))).toEqual(required);
    expect((await bySoap(login, "Three?")).code).toBe(null);
    const begun = await byLibrary("users.prove", { key: anna.key });
    const answer = { key: anna.key, attempt: begun.json.attempt, fields: { password: password() } };
    expect((await byLibrary("users.answerProof", answer)).json).toMatchObject({ state: "proved" });
    expect((await byLibrary("users.addQuestion", question("Four?"))).status).toBe(200);
  });
});
