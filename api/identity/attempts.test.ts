import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { signInAttemptMinutes } from "#domain/chain-limits.ts";
import { ManualClock } from "#platform/clock.ts";
import { createLogger } from "#platform/logs/log.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";

const clock = new ManualClock();
const path = "/identity/sign-in/attempts";
let api: TestApi;
let person = "";
let count = 0;

beforeAll(async () => {
  api = await openTestApi({ clock });
});
afterAll(() => api.close());
beforeEach(async () => {
  person = `person${++count}`;
  await api.addUser(person);
});

const cookieOf = ({ headers }: TestAnswer) => String(headers["set-cookie"]).split(";", 1)[0] ?? "";
const begin = (body: object = {}, headers = {}) => api.send("POST", path, { body, headers });
const answer = (begun: TestAnswer, fields: unknown, cookie = cookieOf(begun)) =>
  api.send("POST", `${path}/${begun.json.attempt}/steps`, {
    body: { fields },
    headers: cookie === "" ? {} : { cookie },
  });
const right = () => ({ userName: person, password: `password-of-${person}` });
const wrong = () => ({ userName: person, password: "wrong" });

it("is known by its handle to nobody who reads the log", async () => {
  const lines: string[] = [];
  const log = createLogger({ module: "test", destination: { write: (line: string) => void lines.push(line) } });
  const logged = await openTestApi({ log });
  const begun = await logged.send("POST", path, { body: {} });
  const at = `${path}/${begun.json.attempt}/steps`;
  for (const [method, address] of [
    ["POST", at],
    ["POST", `/react/session/${begun.json.attempt}`],
    // Refused before a route is found.
    ["PUT", at],
    ["POST", `${at}/more`],
  ] as const)
    await logged.send(method, address, { body: { fields: {} } });
  await logged.close();
  expect(lines.filter((line) => line.includes(`${path}/{attempt}/steps`)).length).toBeGreaterThan(0);
  expect(lines.filter((line) => line.includes(String(begun.json.attempt)))).toEqual([]);
});

describe("a sign-in by the default chain", () => {
  it("asks as data for name and password, and gives tokens", async () => {
    const begun = await begin();
    expect(begun.status).toBe(201);
    expect(begun.json).toMatchObject({
      title: { en: "Sign in", de: "Anmelden" },
      fields: [
        { name: "userName", kind: "text", autocomplete: "username" },
        { name: "password", kind: "password", autocomplete: "current-password" },
      ],
      expiresAt: new Date(clock.now() + signInAttemptMinutes * 60_000).toISOString(),
    });
    const { status, json } = await answer(begun, right());
    expect([status, json.end, json.tokens.token_type]).toEqual([200, "ALLOW", "Bearer"]);
    const info = await api.send("GET", "/identity/connect/userinfo", {
      headers: { authorization: `Bearer ${json.tokens.access_token}` },
    });
    expect(info.json.username).toBe(person);
    const [row] = await api.store.select("sesslog_full", { where: { operation: "LGIN", ident: person, result: "S" } });
    expect(row?.recipient).toBe(info.json.sub);
  });

  it("asks once more after a wrong password, three times in all, and says no more than that it has failed", async () => {
    const begun = await begin();
    const statuses: unknown[] = [];
    for (const fields of [wrong(), { userName: "nobody", password: "x" }]) {
      const { status, json } = await answer(begun, fields);
      statuses.push([status, json.error.code, json.fields.length, json.alert.en]);
    }
    expect(statuses[0]).toEqual(statuses[1]);
    expect(statuses[0]).toEqual([401, "SIGN_IN_FAILED", 2, expect.stringContaining("wrong")]);
    const last = await answer(begun, wrong());
    expect([last.status, last.json]).toEqual([
      401,
      { end: "DENY", error: { code: "SIGN_IN_FAILED", message: "Signing in has failed." } },
    ]);
    expect((await answer(begun, right())).json.error.code).toBe("SIGN_IN_ATTEMPT_OVER");
  });

  it("counts wrong passwords with those of all doors, and tells of the lock to who knows the right one", async () => {
    for (let tries = 0; tries < 3; tries += 1) await api.signIn(person, { password: "wrong" });
    const begun = await begin();
    await answer(begun, wrong());
    await answer(begun, wrong());
    const { status, json } = await answer(begun, right());
    expect([status, json.end, json.error.code]).toEqual([401, "DENY", "USER_LOCKED"]);
  });

  it("knows a name that was given at its beginning, and does not ask for it", async () => {
    const begun = await begin({ userName: person });
    expect(begun.json.fields.map(({ name }: { name: string }) => name)).toEqual(["password"]);
    expect((await answer(begun, { password: `password-of-${person}` })).status).toBe(200);
  });

  it("lets nobody in whom the policy of tokens does not", async () => {
    const { id } = await api.addUser(`${person}-no-rest`, { classes: [] });
    const refused = await answer(await begin(), { userName: id, password: `password-of-${id}` });
    expect([refused.status, refused.json.error.code]).toEqual([401, "SIGN_IN_FAILED"]);
  });
});

describe("a sign-in that is under way", () => {
  it.each<[string, (begun: TestAnswer) => Promise<TestAnswer>]>([
    ["without its cookie", (begun) => answer(begun, right(), "")],
    ["with the cookie of another browser", async (begun) => answer(begun, right(), cookieOf(await begin()))],
    [
      "with another handle",
      (begun) => answer({ ...begun, json: { attempt: "x".repeat(43) } }, right(), cookieOf(begun)),
    ],
  ])("%s is over", async (_name, send) => {
    const { status, json } = await send(await begin());
    expect([status, json.error.code]).toEqual([400, "SIGN_IN_ATTEMPT_OVER"]);
  });

  it("is over after ten minutes", async () => {
    const begun = await begin();
    clock.advance(signInAttemptMinutes * 60_000);
    expect((await answer(begun, right())).json.error.code).toBe("SIGN_IN_ATTEMPT_OVER");
  });

  it("takes one of two answers that come together", async () => {
    const begun = await begin();
    const answers = await Promise.all([answer(begun, right()), answer(begun, right())]);
    // The other one comes to a sign-in that has moved on, or has ended.
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, expect.toBeOneOf([400, 409])]);
  });

  it.each<[string, unknown, string]>([
    ["no fields", undefined, "fields.userName"],
    ["fields that are a list", [], "fields"],
    ["a field that is no text", { userName: 1 }, "fields"],
    ["an empty field", { userName: "ada", password: "" }, "fields.password"],
    ["a name that is too long", { userName: "x".repeat(401), password: "x" }, "fields.userName"],
    ["a value that is too long", { userName: "x", password: "x".repeat(20_000) }, "fields.password"],
    ["many fields", Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`f${index}`, "x"])), "fields"],
  ])("takes no %s", async (_name, fields, target) => {
    const { status, json } = await answer(await begin(), fields);
    expect([status, json.error.code, json.error.target]).toEqual([400, "INPUT_INVALID", target]);
  });

  it("keeps neither handle nor cookie nor what was entered", async () => {
    const begun = await begin();
    const secrets = [begun.json.attempt, cookieOf(begun).split("=")[1] ?? "", "password-in-the-wrong-field"];
    await answer(begun, { userName: secrets[2], password: "x" });
    const rows = [await api.store.select("signInAttempts"), await api.store.select("sesslog_full")];
    for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe("beginning", () => {
  it.each<[string, object, string]>([
    ["an unknown field", { password: "x" }, "FIELD_UNKNOWN"],
    ["an unknown client", { clientId: "unknown" }, "CLIENT_INVALID"],
    ["an unknown scope", { scope: "everything" }, "SCOPE_INVALID"],
  ])("with %s is refused", async (_name, body, code) => {
    const { status, json } = await begin(body);
    expect([status >= 400, json.error.details[0]?.code ?? json.error.code]).toEqual([true, code]);
  });

  it("asks nothing that could tell whether a name is known", async () => {
    const known = await begin({ userName: person });
    const unknown = await begin({ userName: "nobody" });
    const said = ({ json }: TestAnswer) => JSON.stringify(json).replace(json.attempt, "");
    expect(said(known)).toBe(said(unknown));
  });
});
