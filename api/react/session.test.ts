import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { usualQuestions } from "#domain/chains/step-texts.ts";
import { ManualClock } from "#platform/clock.ts";
import { defaultPolicies } from "#policies/default-policies.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestAnswer, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { beginBrowserSession, type BrowserSession } from "#test/support/begin-session.ts";

import { noSessionCookie, sessionCookie } from "../session-cookie.ts";

const clock = new ManualClock();
let api: TestApi;
let ada: Row<"users">;
let session: BrowserSession;

beforeAll(async () => {
  api = await openTestApi({ clock });
  ada = await api.addUser("ada", { displayName: "Ada Lovelace", classes: [] });
  session = await beginBrowserSession(api, "ada");
});
afterAll(() => api.close());

const code = ({ status, json }: TestAnswer) => [status, json?.error?.code];
const get = (headers: Readonly<Record<string, string | string[]>>, path = "/react/session") =>
  api.send("GET", path, { headers });
const refused = [401, "SESSION_INVALID"];
const crossSite = [403, "CROSS_SITE"];

describe("the cookie of a session", () => {
  const secret = new Secret("A".repeat(43));

  it("is for this host, its pages and no script, until the browser is closed", () => {
    expect(sessionCookie({ publicAddress: testPublicAddress }, secret)).toBe(
      `__Host-gatehouse-session=${"A".repeat(43)}; Path=/; HttpOnly; SameSite=Strict; Secure`,
    );
    expect(noSessionCookie({ publicAddress: testPublicAddress })).toBe(
      "__Host-gatehouse-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure",
    );
  });

  it("is taken over plain http on this machine alone", () => {
    const at = (publicAddress: string) => sessionCookie({ publicAddress }, secret);
    expect(at("http://127.0.0.1:8080")).toBe(`gatehouse-session=${"A".repeat(43)}; Path=/; HttpOnly; SameSite=Strict`);
    expect(at("http://gatehouse.example")).toMatch(/^__Host-.*; Secure$/);
  });
});

describe("GET /react/session", () => {
  it("says who is signed in, until when, and what they may do", async () => {
    const { status, json, headers } = await get({ cookie: session.cookie, "accept-encoding": "gzip" });
    const now = clock.now();
    expect(status).toBe(200);
    const [known] = await api.store.select("keyedSessions", { where: { userKey: ada.key } });
    expect(json).toEqual({
      key: known?.key,
      user: {
        key: ada.key,
        id: "ada",
        displayName: "Ada Lovelace",
      },
      classes: ["_ALLUSERS_"],
      superuser: false,
      idleSeconds: 1800,
      csrfToken: session.csrfToken,
      sample: false,
      startedAt: new Date(now).toISOString(),
      endsAt: new Date(now + 12 * 36e5).toISOString(),
      offeredQuestions: usualQuestions,
      may: expect.objectContaining({
        users_get_list: "some",
        users_post_create: "none",
        identity_connect_token: "none",
        react_session_get: "all",
        passwordpolicies_get_list: "all",
        checkouts_post_create: "some",
      }),
    });
    expect(Object.keys(json.may).toSorted()).toEqual(defaultPolicies.map(({ name }) => name).toSorted());
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(JSON.stringify(json)).not.toContain(session.cookie.split("=")[1]);
  });

  it("says of a superuser what it is in force for", async () => {
    const { cookie } = await beginBrowserSession(api, "root");
    const { json } = await get({ cookie });
    expect(json).toMatchObject({ superuser: true, user: { displayName: null } });
    expect(json.may).toMatchObject({ users_get_list: "all", users_post_create: "all" });
  });

  it.each([
    ["typed by somebody", { "sec-fetch-site": "none" }, [200, undefined]],
    ["of our pages", { "sec-fetch-site": "same-origin", origin: testPublicAddress }, [200, undefined]],
    ["of another site", { "sec-fetch-site": "cross-site" }, crossSite],
    ["of a neighbour", { "sec-fetch-site": "same-site" }, crossSite],
    ["of another origin", { origin: "https://evil.example" }, crossSite],
    ["of a page without an origin", { origin: "null" }, crossSite],
    ["of two origins", { origin: [testPublicAddress, "https://evil.example"] }, crossSite],
    ["of another scheme", { origin: "http://gatehouse.example" }, crossSite],
    ["with a site that no browser says", { "sec-fetch-site": "" }, crossSite],
  ])("asked by a call %s", async (_how, headers, expected) => {
    expect(code(await get({ cookie: session.cookie, ...headers }))).toEqual(expected);
  });

  it.each([
    ["nothing", {}, [401, "TOKEN_MISSING"]],
    ["an empty cookie", { cookie: "__Host-gatehouse-session=" }, refused],
    ["a planted cookie", { cookie: `__Host-gatehouse-session=${"A".repeat(43)}` }, refused],
    ["a long cookie", { cookie: `__Host-gatehouse-session=${"A".repeat(12_000)}` }, refused],
    ["a cookie without its prefix", { cookie: `gatehouse-session=${"A".repeat(43)}` }, [401, "TOKEN_MISSING"]],
    ["a name in other letters", { cookie: `__HOST-gatehouse-session=${"A".repeat(43)}` }, [401, "TOKEN_MISSING"]],
  ])("is refused to who shows %s", async (_what, headers, expected) => {
    expect(code(await get(headers))).toEqual(expected);
  });

  it("is refused where a planted cookie stands beside the right one", async () => {
    const planted = `__Host-gatehouse-session=${"A".repeat(43)}`;
    const all = [
      `${planted}; ${session.cookie}`,
      `${session.cookie}; ${planted}`,
      `${session.cookie}; ${session.cookie}`,
      [planted, session.cookie],
    ];
    for (const cookie of all) expect(code(await get({ cookie }))).toEqual(refused);
    expect((await get({ cookie: `a=b; ${session.cookie}; gatehouse-session=c` })).status).toBe(200);
  });

  it("is for sessions of browsers alone", async () => {
    const bearer = { authorization: `Bearer ${await api.tokenOf("root")}` };
    expect(code(await get(bearer))).toEqual(refused);
    expect(code(await api.send("DELETE", "/react/session", { headers: bearer }))).toEqual(refused);
    expect(code(await get({ ...bearer, cookie: session.cookie }))).toEqual(refused);
  });
});

describe("a call with the cookie", () => {
  it("does what the user may, and no more", async () => {
    const own = await get(session.headers, `/v2/users(${ada.key})`);
    expect([own.status, own.json.id]).toEqual([200, "ada"]);
    expect((await get(session.headers, "/v2/sessionLogs")).status).toBe(403);
    expect((await get(session.headers, "/users")).status).toBe(200);
    expect((await get(session.headers, "/v2/nothing")).status).toBe(404);
    expect((await get(session.headers, "/react/nothing")).status).toBe(302);
  });

  it("is in the audit as one of the user interface, under its session", async () => {
    await api.send("POST", `/v2/users(${ada.key})/chooseNotices`, {
      headers: session.headers,
      body: { digestHour: 7 },
    });
    const [row] = await api.store.select("sesslog_full", { where: { operation: "NTCH" } });
    expect(row).toMatchObject({ sessid: session.sessid, actor: ada.key, result: "S", lastUpdatedModule: "ui" });
  });

  it.each([
    ["no token", undefined],
    ["an empty token", ""],
    ["the token of nobody", "kid.mac"],
    ["two tokens", "twice"],
    ["the cookie's own value", "cookie"],
    ["a token with more behind it", "more"],
  ])("is refused with %s", async (_which, text) => {
    const { cookie, csrfToken } = session;
    const texts: Record<string, string | string[]> = {
      twice: [csrfToken, csrfToken],
      cookie: cookie.split("=")[1] ?? "",
      more: `${csrfToken}=`,
    };
    const token = text === undefined ? {} : { "x-csrf-token": texts[text] ?? text };
    expect(code(await get({ cookie, ...token }, "/v2/users"))).toEqual(crossSite);
    expect(code(await get({ cookie, ...token }, "/v2/nothing"))).toEqual(crossSite);
  });

  it("opens nothing of the token server and the proxies", async () => {
    for (const path of ["/identity/connect/userinfo", "/identity/nothing", "/proxies/v1/nothing", "/nothing", "/V2/x"])
      expect([path, ...code(await get(session.headers, path))]).toEqual([path, 401, "TOKEN_MISSING"]);
  });

  it("may be a batch, whose parts show the cookie and the token of the whole", async () => {
    const requests = [{ id: "1", method: "GET", url: "users/$count" }];
    const batch = (headers: object, body: object) =>
      api.send("POST", "/v2/$batch", { headers: { ...headers }, body: { ...body } });
    expect((await batch(session.headers, { requests })).json.responses).toMatchObject([{ status: 200, body: "1" }]);
    const parts = requests.map((part) => ({ ...part, headers: session.headers }));
    for (const whole of [{}, { cookie: session.cookie }])
      for (const of of [requests, parts])
        expect((await batch(whole, { requests: of })).json.responses[0].status).toBeGreaterThan(400);
    const large = {
      requests,
      [" ".repeat(2e4)]: 0,
    };
    expect(code(await batch({}, large))).toEqual([413, "BODY_TOO_LARGE"]);
    expect(code(await batch({ cookie: session.cookie }, large))).toEqual(crossSite);
    expect((await batch(session.headers, large)).status).toBe(400);
  });
});

it("a group of a batch that is undone does not undo that its session was used", async () => {
  const { headers, sessid } = await beginBrowserSession(api, "root");
  clock.advance(60_000);
  const part = (id: string, body: object) => ({ id, method: "POST", url: "targetGroups", atomicityGroup: "g", body });
  const requests = [part("1", { id: "UNDONE" }), part("2", { id: "UNDONE", unknown: true })];
  const { json } = await api.send("POST", "/v2/$batch", { headers, body: { requests } });
  expect(json.responses.map(({ status }: { status: number }) => status)).toEqual([424, 400]);
  expect(await api.store.get("targetGroups", "UNDONE")).toBeUndefined();
  await expect.poll(() => api.store.get("keyedSessions", sessid)).toMatchObject({ lastUsedAt: clock.now() });
});

describe("the end of a session", () => {
  it("is known to a page that signs out, and to every other one at its next call", async () => {
    const { headers, sessid } = await beginBrowserSession(api, "ada");
    const out = await api.send("DELETE", "/react/session", { headers });
    expect([out.status, out.text]).toEqual([204, ""]);
    expect(out.headers["set-cookie"]).toEqual([noSessionCookie({ publicAddress: testPublicAddress })]);
    expect(code(await get(headers))).toEqual(refused);
    expect(code(await get(headers, "/v2/users"))).toEqual(refused);
    expect(code(await api.send("DELETE", "/react/session", { headers }))).toEqual(refused);
    const [row] = await api.store.select("sesslog_full", { where: { operation: "LOUT", sessid } });
    expect(row).toMatchObject({ actor: ada.key, recipient: ada.key, result: "S", message: "session" });
    const header = await api.send("GET", `/v2/users(${ada.key})/sessions('${sessid}')`, { headers: session.headers });
    expect(header.json).toMatchObject({ door: "password", actor: ada.key, endReason: "logout" });
    expect((await get(session.headers)).status).toBe(200);
  });

  it("may be made in the list of one's sessions", async () => {
    const other = await beginBrowserSession(api, "ada");
    const path = `/v2/users(${ada.key})/sessions`;
    const listed = await get(session.headers, `${path}?$filter=endedAt%20eq%20null`);
    const keys = listed.json.value.map(({ key }: { key: string }) => key).toSorted();
    expect(keys).toEqual([session.sessid, other.sessid].toSorted());
    const body = { sessionKey: other.sessid };
    const ended = await api.send("POST", `/v2/users(${ada.key})/endSession`, { headers: session.headers, body });
    expect(ended.status).toBe(200);
    expect(code(await get(other.headers))).toEqual(refused);
  });

  it.each([
    ["an administrator disables the user", "disable"],
    ["the user is given a new password by a link", "link"],
  ])("comes when %s", async (_what, what) => {
    const eve = await api.addUser(`eve-${what}`);
    const { headers } = await beginBrowserSession(api, eve.id);
    expect((await get(headers)).status).toBe(200);
    if (what === "disable") await api.send("POST", `/v2/users(${eve.key})/disable`, { as: "root", body: {} });
    else await chooseByLink(eve);
    expect(code(await get(headers))).toEqual(refused);
  });
});

async function chooseByLink({ key }: Row<"users">): Promise<void> {
  const { json } = await api.send("POST", `/v2/users(${key})/issuePasswordLink`, { as: "root", body: {} });
  const { origin, pathname, searchParams } = new URL(String(json.link));
  expect(origin).toBe(testPublicAddress);
  const form = { link: searchParams.get("link") ?? "", password: "A new passw0rd", again: "A new passw0rd" };
  expect((await api.send("POST", pathname, { form })).text).toContain("Your password is set");
}
