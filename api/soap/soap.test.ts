import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { ManualClock } from "#platform/clock.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { sessionsBegunBy } from "#test/support/session-headers.ts";
import { envelope, faultCode, logInBySoap, message, sendSoap, type SessionData } from "#test/support/soap-messages.ts";

const classes = ["_EXPLICIT_API_USERS_"];
const clock = new ManualClock();
let api: TestApi;

beforeAll(async () => {
  api = await openTestApi({ clock });
  for (const id of ["ada", "ben"]) await api.addUser(id, { classes });
  await api.addUser("locked", { classes, locked: true, lockedBy: "administrator" });
  await api.addUser("disabled", { classes, disabled: true });
  await api.addUser("without-right", { classes: [] });
});
afterAll(() => api.close());

const send = (body: string | Buffer, headers: Readonly<Record<string, string>> = {}) => sendSoap(api, body, headers);
const whoAmI = (sessdat: SessionData | null) => send(message("identityUserinfo", sessdat));
const login = (user: string, password: string) =>
  send(message("login", null, `<user>${user}</user><password>${password}</password>`));
const sessions = () => api.store.count("keyedSessions", {});

describe("what is no message", () => {
  it.each<[string, string]>([
    ["empty", ""],
    ["no XML", "hello"],
    ["another document", "<a/>"],
    ["an envelope of SOAP 1.2", '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body/></e:Envelope>'],
    ["an envelope without a body", '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"/>'],
    ["an empty body", envelope("")],
    ["two operations", envelope('<login xmlns="urn:gatehouse:idapi"/><logout xmlns="urn:gatehouse:idapi"/>')],
    [
      "a header that must be understood",
      envelope('<login xmlns="urn:gatehouse:idapi"/>').replace(
        "<s:Body>",
        '<s:Header><x s:mustUnderstand="1"/></s:Header><s:Body>',
      ),
    ],
    ["a document type", `<!DOCTYPE a><a/>`],
    ["who calls, twice", message("identityUserinfo", {}, "<sessdat/>")],
  ])("is refused with the one fault: %s", async (_what, body) => {
    expect(await send(body)).toMatchObject({ status: 500, code: "BODY_INVALID" });
  });

  it("is refused, of whatever media type, size or compression", async () => {
    const body = message("login", null);
    expect(await send(body, { "content-type": "application/json" })).toMatchObject({
      status: 415,
      code: "MEDIA_UNSUPPORTED",
    });
    expect(await send(body, { "content-type": "text/xml; charset=utf-16" })).toMatchObject({ status: 415 });
    expect(await send(body, { "content-encoding": "br" })).toMatchObject({ status: 415, code: "MEDIA_UNSUPPORTED" });
    expect(await send(body, { "content-encoding": "gzip" })).toMatchObject({ status: 500, code: "BODY_INVALID" });
    expect(await send("x".repeat(1024 * 1024 + 1))).toMatchObject({ status: 413, code: "BODY_TOO_LARGE" });
    const { status, text } = await api.send("PUT", "/idapisoap", { body });
    expect([status, faultCode(text)]).toEqual([405, null]);
  });

  it("of an operation that is not offered, or in another namespace, names nothing", async () => {
    for (const body of [
      message("usersNothing", null),
      message("users.create", null),
      message("constructor", null),
      envelope("<identityUserinfo/>"),
      envelope('<identityUserinfo xmlns="urn:other"/>'),
    ])
      expect(await send(body)).toMatchObject({ status: 500, code: "NOT_FOUND" });
  });
});

describe("signing in", () => {
  // @specification 7.soap-no-login
  it("is asked for of every call", async () => {
    for (const sessdat of [null, {}, { sesskey: "" }])
      expect(await whoAmI(sessdat)).toMatchObject({ status: 500, code: "ERR_NOT_LOGGED_IN" });
    expect(await send(message("logout", null))).toMatchObject({ code: "ERR_NOT_LOGGED_IN" });
  });

  // @specification 5.library-login 5.soap-leaks
  it("fails in one way, and leaves nothing", async () => {
    const before = await sessions();
    const answers = [
      await login("nobody", "x"),
      await login("ada", "wrong"),
      await login("locked", "password-of-locked"),
      await login("disabled", "password-of-disabled"),
      await login("without-right", "password-of-without-right"),
      await login("", ""),
    ];
    for (const { status, code, text } of answers) {
      expect([status, code, text]).toEqual([500, "IDAPI_LOGIN_FAILED", answers[0]?.text]);
      expect(text).toContain("The user name or password is invalid or the user has insufficient privileges.");
    }
    expect(await sessions()).toBe(before);
    expect(await sessionsBegunBy(api, "soap")).toBe(0);
  });

  it("gives a key that is kept as a hash, and ends by logout and after a quarter of an hour", async () => {
    const sesskey = await logInBySoap(api, "ada");
    expect((await whoAmI({ sesskey })).text).toContain("<username>ada</username>");
    expect(JSON.stringify(await api.store.select("keyedSessions", {}))).not.toContain(sesskey);
    expect(await sessionsBegunBy(api, "soap")).toBe(1);
    expect(await send(message("logout", { sesskey }))).toMatchObject({ status: 200, code: null });
    expect(await whoAmI({ sesskey })).toMatchObject({ code: "ERR_INVALID_SESSKEY" });
    const idle = await logInBySoap(api, "ada");
    const overHttp = { headers: { authorization: `Bearer ${idle}` }, body: { path: "users" } };
    expect((await api.send("POST", "/idapi/read", overHttp)).status).toBe(401);
    clock.advance(15 * 60_000);
    expect(await whoAmI({ sesskey: idle })).toMatchObject({ code: "ERR_INVALID_SESSKEY" });
  });
});

describe("the single-call mode", () => {
  // @specification 4.soap-single-call
  it("does what is asked and leaves no session", async () => {
    const before = await sessions();
    const { status, text } = await whoAmI({ user: "ben", password: "password-of-ben" });
    expect([status, text]).toEqual([200, expect.stringContaining("<username>ben</username>")]);
    expect(await sessions()).toBe(before);
  });

  // @specification 5.soap-wrong-password
  it("refuses a wrong password as a key that is worth nothing, whatever is wrong", async () => {
    const before = await sessions();
    const answers = [
      await whoAmI({ sesskey: "A".repeat(43) }),
      await whoAmI({ user: "ben", password: "wrong" }),
      await whoAmI({ user: "nobody", password: "x" }),
      await whoAmI({ user: "locked", password: "password-of-locked" }),
      await whoAmI({ user: "without-right", password: "password-of-without-right" }),
      await whoAmI({ user: "ben" }),
      await whoAmI({ password: "x" }),
      await whoAmI({ sesskey: "x", user: "ben", password: "password-of-ben" }),
    ];
    for (const { code, text } of answers) expect([code, text]).toEqual(["ERR_INVALID_SESSKEY", answers[0]?.text]);
    expect(await sessions()).toBe(before);
  });

  it("counts wrong passwords as every door does", async () => {
    await api.addUser("cleo", { classes: [...classes, "_EXPLICIT_REST_API_USERS_"] });
    for (let tries = 0; tries < 2; tries++) await whoAmI({ user: "cleo", password: "wrong" });
    for (let tries = 0; tries < 2; tries++) await login("cleo", "wrong");
    await api.send("POST", "/idapi/login", { body: { user: "cleo", password: "wrong" } });
    expect((await api.signIn("cleo")).json.error_description).toBe("USER_LOCKED");
    expect(await login("cleo", "password-of-cleo")).toMatchObject({ code: "IDAPI_LOGIN_FAILED" });
  });
});

describe("the networks that may call", () => {
  it("are this machine alone, unless others are named; what a client writes of itself counts for nothing", async () => {
    const behind = await openTestApi({
      settings: { trustedProxies: ["127.0.0.1"], trustedProxyHeader: "x-forwarded-for" },
    });
    const from = (address: string) => sendSoap(behind, message("login", null), { "x-forwarded-for": address });
    expect(await from("127.0.0.1")).toMatchObject({ code: "IDAPI_LOGIN_FAILED" });
    expect(await from("192.0.2.7")).toMatchObject({ status: 500, code: "NETWORK_REFUSED" });
    expect(await from("127.0.0.1, 192.0.2.7")).toMatchObject({ code: "NETWORK_REFUSED" });
    const wsdl = await behind.send("GET", "/idapisoap?wsdl", { headers: { "x-forwarded-for": "192.0.2.7" } });
    expect(faultCode(wsdl.text)).toBe("NETWORK_REFUSED");
    Object.assign(behind.context.settings, { soapNetworks: ["192.0.2.0/24", "2001:db8::/32"] });
    expect(await from("192.0.2.7")).toMatchObject({ code: "IDAPI_LOGIN_FAILED" });
    expect(await from("2001:db8::1")).toMatchObject({ code: "IDAPI_LOGIN_FAILED" });
    expect(await from("127.0.0.1")).toMatchObject({ code: "NETWORK_REFUSED" });
    await behind.close();
  });
});

describe("a call", () => {
  it("is refused as every door refuses it, and audited under its name", async () => {
    const sesskey = await logInBySoap(api, "ben");
    const refused = await send(message("userClassesAdd", { sesskey }, "<id>C</id><description>x</description>"));
    expect(refused).toMatchObject({ status: 500, code: "FORBIDDEN" });
    const [row] = await api.store.select("sesslog_full", { where: { operation: "UCAD" } });
    expect(row).toMatchObject({ module: "soap", result: "F", ident: "C" });
  });

  it("is counted as a sign-in where it is one, and so refused when there are too many", async () => {
    const limited = await openTestApi({ settings: { tokenRequestsPerMinuteAndName: 2 } });
    const one = () => sendSoap(limited, message("login", null, "<user>nobody</user><password>x</password>"));
    expect((await one()).code).toBe("IDAPI_LOGIN_FAILED");
    expect((await one()).code).toBe("IDAPI_LOGIN_FAILED");
    expect(await one()).toMatchObject({ status: 429, code: "TOO_MANY" });
    const other = await sendSoap(limited, message("identityUserinfo", { user: "nobody", password: "x" }));
    expect(other).toMatchObject({ status: 429, code: "TOO_MANY" });
    await limited.close();
  });

  it("is no part of a batch", async () => {
    const requests = [{ id: "1", method: "POST", url: "/idapisoap", headers: {}, body: {} }];
    const { json } = await api.send("POST", "/v2/$batch", { body: { requests } });
    expect(json.responses[0].status).toBeGreaterThanOrEqual(400);
  });
});

it("the description says where it is called, whoever asks", async () => {
  const { status, text, headers } = await api.send("GET", "/idapisoap?wsdl");
  expect([status, headers["content-type"]]).toEqual([200, "text/xml; charset=utf-8"]);
  expect(text).toContain('<soap:address location="https://gatehouse.example/idapisoap"/>');
});
