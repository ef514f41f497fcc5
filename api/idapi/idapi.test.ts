import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { ManualClock } from "#platform/clock.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";
import { sessionsBegunBy } from "#test/support/session-headers.ts";
import { storeChain } from "#test/support/stored-chain.ts";

const classes = ["_EXPLICIT_API_USERS_", "_EXPLICIT_REST_API_USERS_"];
const minuteMs = 60_000;
const clock = new ManualClock();
let api: TestApi;

beforeAll(async () => {
  api = await openTestApi({ clock });
  for (const id of ["ada", "ben", "cleo"]) await api.addUser(id, { classes });
  await api.addUser("locked", { classes, locked: true, lockedBy: "administrator" });
  await api.addUser("failed", { classes, locked: true, lockedBy: "failures", lockedAt: clock.now() });
  await api.addUser("disabled", { classes, disabled: true });
  await api.addUser("without-right", { classes: ["_EXPLICIT_REST_API_USERS_"] });
});
afterAll(() => api.close());

const login = (user: unknown, password: unknown = `password-of-${String(user)}`) =>
  api.send("POST", "/idapi/login", { body: { user, password } });
const keyOf = async (user: string) => String((await login(user)).json.sessionKey);
const call = (name: string, key: string, body: object = {}) =>
  api.send("POST", `/idapi/${name}`, { headers: { authorization: `Bearer ${key}` }, body });
const sessions = () => api.store.count("keyedSessions", {});
const codeOf = ({ status, json }: TestAnswer) => [status, json?.error?.code];

describe("a login", () => {
  it.each([
    ["nothing", {}],
    ["no password", { user: "ada" }],
    ["an empty password", { user: "ada", password: "" }],
    ["an empty name", { user: "", password: "x" }],
    ["a number as name", { user: 1, password: "x" }],
    ["a list as password", { user: "ada", password: ["password-of-ada"] }],
    ["one field too many", { user: "ada", password: "password-of-ada", superuser: true }],
  ])("with %s is refused for its form, and begins nothing", async (_what, body) => {
    const before = await sessions();
    expect(codeOf(await api.send("POST", "/idapi/login", { body }))).toEqual([400, "INPUT_INVALID"]);
    expect(await sessions()).toBe(before);
  });

  it("is refused before the password is looked at where the chain that is taken asks for more", async () => {
    const password = { component: "password", configuration: {}, outcomes: { passed: "code", failed: "DENY" } };
    const code = {
      component: "oneTimeCode",
      configuration: {},
      outcomes: { passed: "ALLOW", failed: "DENY", none: "DENY" },
    };
    await storeChain(api, {
      name: "sign-in",
      description: "",
      purpose: "signIn",
      position: 1,
      selectors: [],
      first: "password",
      steps: {
        password,
        code,
      },
    });
    const refused = [await login("ada"), await login("nobody")].map(codeOf);
    await api.store.transaction(() => api.store.save("authChains", { name: "sign-in", enabled: false }));
    expect(refused).toEqual([
      [400, "SIGN_IN_INTERACTIVE"],
      [400, "SIGN_IN_INTERACTIVE"],
    ]);
  });

  // @specification 5.library-login
  it("that fails has one error, whatever the reason, and begins nothing", async () => {
    const before = await sessions();
    const refusals = [
      await login("nobody"),
      await login("ada", "wrong"),
      await login("locked"),
      await login("failed"),
      await login("disabled"),
      await login("without-right"),
      await login("ada", "x".repeat(10_000)),
      await login("a".repeat(5_000)),
    ];
    const told = refusals.map(({ status, text, headers }) => {
      const { "x-request-id": _id, date: _date, ...others } = headers;
      return { status, text, headers: others };
    });
    for (const one of told) expect(one).toEqual(told[0]);
    expect(told[0]?.status).toBe(401);
    expect(refusals[0]?.json.error).toEqual({
      code: "IDAPI_LOGIN_FAILED",
      message: "The user name or password is invalid or the user has insufficient privileges.",
      details: [],
    });
    expect(await sessions()).toBe(before);
    expect(await sessionsBegunBy(api, "library")).toBe(before);
  });

  it("is audited as what it was, under the door's name, and shows no word that may be a password", async () => {
    await login("password-in-the-wrong-field", "x");
    await login("ben");
    const rows = await api.store.select("sesslog_full", { where: { operation: "LGIN" }, orderBy: [["seq", "desc"]] });
    expect(rows[0]).toMatchObject({ module: "idapi", result: "S", ident: "ben" });
    await api.context.gathered.flush();
    expect(JSON.stringify(await api.store.select("sesslog_full", {}))).not.toContain("password-in-the-wrong-field");
  });

  it("counts wrong passwords with those of the token server as one", async () => {
    for (let tries = 0; tries < 3; tries++) await login("cleo", "wrong");
    for (let tries = 0; tries < 2; tries++) await api.signIn("cleo", { password: "wrong" });
    expect((await login("cleo")).status).toBe(401);
    expect((await api.signIn("cleo")).json.error_description).toBe("USER_LOCKED");
  });
});

describe("a session key", () => {
  it("is no access token, and an access token is no session key", async () => {
    const key = await keyOf("ada");
    expect((await api.send("GET", "/v2/users", { headers: { authorization: `Bearer ${key}` } })).status).toBe(401);
    expect(codeOf(await call("identity.userinfo", await api.tokenOf("ada")))).toEqual([401, "SESSION_INVALID"]);
  });

  it.each(["", "x", "a.b.c", "A".repeat(43), "é"])("'%s' opens nothing", async (key) => {
    const { status } = await call("identity.userinfo", encodeURIComponent(key));
    expect(status).toBe(401);
  });

  it("stands in one header and nowhere else", async () => {
    const key = await keyOf("ada");
    const send = (headers: Readonly<Record<string, string | string[]>>, path = "") =>
      api.send("POST", `/idapi/identity.userinfo${path}`, { headers, body: {} });
    expect((await send({})).status).toBe(401);
    expect((await send({ authorization: [`Bearer ${key}`, `Bearer ${key}`] })).status).toBe(401);
    expect((await send({ cookie: `sessionKey=${key}` })).status).toBe(401);
    expect((await send({}, `?sessionKey=${key}`)).status).toBe(401);
    expect((await send({ authorization: `Bearer ${key}` })).json).toMatchObject({ username: "ada" });
  });

  it("ends with its session: by logout, which is good once", async () => {
    const key = await keyOf("ada");
    expect((await call("logout", key)).status).toBe(204);
    expect(codeOf(await call("logout", key))).toEqual([401, "SESSION_INVALID"]);
    expect(codeOf(await call("identity.userinfo", key))).toEqual([401, "SESSION_INVALID"]);
  });

  it("ends where it was not used for a quarter of an hour", async () => {
    const key = await keyOf("ben");
    clock.advance(15 * minuteMs - 1);
    expect((await call("identity.userinfo", key)).status).toBe(200);
    clock.advance(15 * minuteMs);
    expect(codeOf(await call("identity.userinfo", key))).toEqual([401, "SESSION_INVALID"]);
  });

  it("ends when the right to sign in is taken away, and when an administrator locks the user", async () => {
    await api.addUser("dana", { classes });
    const key = await keyOf("dana");
    const [member] = await api.store.select("userClassMembers", {
      where: { userClassId: "_EXPLICIT_API_USERS_", userKey: (await userOf("dana")).key },
    });
    await api.store.transaction(() => api.store.remove("userClassMembers", member?.key ?? ""));
    expect(codeOf(await call("identity.userinfo", key))).toEqual([401, "SESSION_INVALID"]);
    const other = await keyOf("ada");
    const { key: userKey } = await userOf("ada");
    const lock = (locked: boolean) =>
      api.store.transaction(() =>
        api.store.save("users", { key: userKey, locked, lockedBy: locked ? "administrator" : null }),
      );
    await lock(true);
    expect(codeOf(await call("identity.userinfo", other))).toEqual([401, "SESSION_INVALID"]);
    await lock(false);
  });
});

async function userOf(id: string) {
  const [user] = await api.store.select("users", { where: { id } });
  if (user === undefined) throw new Error(`there is no ${id}`);
  return user;
}

describe("a call", () => {
  it("of what is not offered is told so to whoever has a session, and to nobody else", async () => {
    const key = await keyOf("ada");
    for (const name of ["users.nothing", "nothing", "sessions.logIn", "webhooks.nextStep", "users.endSession/x"])
      expect([name, codeOf(await call(name, key))]).toEqual([name, [404, "NOT_FOUND"]]);
    expect((await api.send("POST", "/idapi/users.nothing", { body: {} })).status).toBe(401);
    expect((await api.send("GET", "/idapi/users.create", { headers: { authorization: `Bearer ${key}` } })).status).toBe(
      405,
    );
  });

  it("is judged field by field after the policy, with secrets in boxes and moments as texts", async () => {
    const key = await keyOf("ada");
    const reset = await call("users.resetPasswords", key, { key: (await userOf("ada")).key, password: 5, more: 1 });
    expect(reset.json.error).toMatchObject({ code: "INPUT_INVALID", target: "password" });
    const asked = await call("checkouts.ask", key, { managedAccountKey: "x", reason: "r", startAt: 1_900_000_000_000 });
    expect(asked.json.error.code).toMatch(/^(FORBIDDEN|INPUT_INVALID)$/);
    expect(codeOf(await call("accounts.update", key, { key: "x", asRead: true }))).toEqual([400, "FIELD_UNKNOWN"]);
  });

  it("that answers nothing is 204", async () => {
    const [own] = await api.store.select("users", { where: { id: "root" } });
    await api.store.transaction(() =>
      api.store.save("userClassMembers", {
        key: api.context.ids.guid(),
        userClassId: "_EXPLICIT_API_USERS_",
        userKey: own?.key ?? "",
      }),
    );
    const key = await keyOf("root");
    expect((await call("userClasses.add", key, { id: "C", description: "x" })).status).toBe(200);
    expect((await call("userClasses.remove", key, { key: "C" })).status).toBe(204);
  });

  it("reads what GET reads at a path, and nothing that GET does not", async () => {
    const key = await keyOf("ada");
    const read = (path: unknown) => call("read", key, { path });
    expect((await read("/v2/users?$select=id&$filter=id eq 'ada'")).json.value).toMatchObject([{ id: "ada" }]);
    expect((await read("users/$count")).text).toBe("1");
    expect((await read(`users(${(await userOf("ada")).key})/displayName`)).status).toBe(204);
    expect(codeOf(await read("users?$nonsense=1"))).toEqual([400, "QUERY_OPTION_UNKNOWN"]);
    expect(codeOf(await read("/identity/connect/userinfo"))).toEqual([404, "NOT_FOUND"]);
    expect(codeOf(await read("$metadata"))).toEqual([404, "NOT_FOUND"]);
    expect(codeOf(await read("$batch"))).toEqual([404, "NOT_FOUND"]);
    expect(codeOf(await read("x".repeat(10_000)))).toEqual([400, "INPUT_INVALID"]);
    expect(codeOf(await read(5))).toEqual([400, "INPUT_INVALID"]);
    expect((await read("users?\u0000")).status).toBeLessThan(500);
  });
});
