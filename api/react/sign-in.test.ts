import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi();
  // Staff need not be users of the REST API.
  await api.addUser("ada", { classes: [] });
});
afterAll(() => api.close());

const cookiesOf = ({ headers }: TestAnswer) =>
  [headers["set-cookie"] ?? []].flat().map((cookie) => cookie.split(";", 1)[0]);
const begin = (headers = {}) => api.send("POST", "/react/session", { body: {}, headers });
const answer = (begun: TestAnswer, password = "password-of-ada", headers = {}) =>
  api.send("POST", `/react/session/${begun.json.attempt}`, {
    body: { fields: { userName: "ada", password } },
    headers: { cookie: String(cookiesOf(begun)[0]), ...headers },
  });

describe("signing in to a session of the browser", () => {
  it("leads by the chain to the cookie, and to nothing else", async () => {
    const { status, json, headers, text } = await answer(await begin());
    expect([status, json]).toEqual([200, { end: "ALLOW" }]);
    expect(String(headers["set-cookie"])).toMatch(
      /^__Host-gatehouse-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(text).not.toContain(String(headers["set-cookie"]).slice(25, 68));
    const session = await api.send("GET", "/react/session", {
      headers: { cookie: String(cookiesOf({ status, json, headers, text })[0]) },
    });
    expect(session.json.user.id).toBe("ada");
    const [row] = await api.store.select("sesslog_full", { where: { operation: "LGIN", ident: "ada", result: "S" } });
    expect(await api.store.sessions.stateOf(row?.sessid ?? "")).toMatchObject({ door: "chain" });
  });

  it("gives another cookie each time, whatever was shown before", async () => {
    const first = cookiesOf(await answer(await begin()))[0];
    const begun = await begin();
    const second = await answer(begun, "password-of-ada", { cookie: `${cookiesOf(begun)[0]}; ${first}` });
    expect(second.status).toBe(200);
    expect(cookiesOf(second)[0]).not.toBe(first);
  });

  it("gives no cookie to who has failed", async () => {
    const { status, headers, json } = await answer(await begin(), "wrong");
    expect([status, json.error.code, headers["set-cookie"]]).toEqual([401, "SIGN_IN_FAILED", undefined]);
  });

  it.each<[string, object]>([
    ["of another site", { "sec-fetch-site": "cross-site" }],
    ["of a neighbour", { "sec-fetch-site": "same-site" }],
    ["of another origin", { origin: "https://evil.example" }],
    ["of no origin", { origin: "null" }],
  ])("is refused to a page %s, at its beginning and at each step", async (_which, headers) => {
    expect((await begin(headers)).json.error.code).toBe("CROSS_SITE");
    expect((await answer(await begin(), "password-of-ada", headers)).json.error.code).toBe("CROSS_SITE");
  });

  it("is no way to tokens, nor a sign-in for tokens one to a session", async () => {
    const begun = await begin();
    const other = await api.send("POST", `/identity/sign-in/attempts/${begun.json.attempt}/steps`, {
      body: { fields: { userName: "ada", password: "password-of-ada" } },
      headers: { cookie: String(cookiesOf(begun)[0]) },
    });
    expect([other.status, other.json.error.code]).toEqual([400, "SIGN_IN_ATTEMPT_OVER"]);
    expect((await answer(begun)).status).toBe(200);
  });
});
