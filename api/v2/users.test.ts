import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { policyOf } from "#domain/policy-name.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";
import { submit } from "#operations/requests/submit.ts";
import { disableUser } from "#operations/users/set-disabled.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";
import { failure } from "#test/support/says.ts";
import { callerOf } from "#test/support/service.ts";

const guid = "11111111-1111-4111-8111-111111111111";
let api: TestApi;
let root: Row<"users">;
let person: Row<"users">;
let count = 0;

beforeAll(async () => {
  api = await openTestApi({
    settings: { workingCalendars: { nights: { week: { friday: ["22:00-24:00"] }, holidays: [] } } },
  });
  await foundOrganisation(api.context, { people: ["lead"], targets: { T1: [{ authorizers: ["lead"] }] } });
  [root] = (await api.store.select("users", { where: { id: "root" } })) as [Row<"users">];
  await api.addUser("outsider");
});
afterAll(() => api.close());
beforeEach(async () => {
  person = await api.addUser(`person${++count}`);
});

const asRoot = (method: string, path: string, body?: unknown) =>
  api.send(method, path, { as: "root", ...(body === undefined ? {} : { body }) });
const add = (body: object) => asRoot("POST", "/v2/users", body);
const pathOf = ({ key }: Pick<Row<"users">, "key">) => `/v2/users(${key})`;
const userOf = ({ key }: Pick<Row<"users">, "key">) => api.store.get("users", key);
const audited = async (operation: string, where: object = {}) =>
  (await api.store.select("sesslog_full", { where: { operation, ...where } })).map(({ actor, result }) => [
    actor,
    result,
  ]);

describe("POST /v2/users", () => {
  it("adds a user without a password, who is no superuser", async () => {
    const { status, json, headers, text } = await add({
      id: "anna",
      displayName: " Anna Abel ",
      managerKey: person.key,
    });
    expect(status).toBe(201);
    expect(new URL(String(headers["location"])).pathname).toBe(`/v2/users(${json.key})`);
    expect(json).toMatchObject({ id: "anna", displayName: "Anna Abel", managerKey: person.key, disabled: false });
    expect(text).not.toContain("Hash");
    expect(await userOf(json)).toMatchObject({ passwordHash: null, superuser: false, tokenVersion: 1 });
    expect(await audited("USAD", { recipient: json.key, ident: "anna" })).toEqual([[root.key, "S"]]);
  });

  it.each([
    ["the same", "Carla", "Carla"],
    ["in small letters", "Erna", "erna"],
    ["in capitals", "fred", "FRED"],
    ["in letters of another width", "gerd", "ｇerd"],
    ["composed otherwise", "m\u00fcller", "mu\u0308ller"],
  ])("refuses the id of another user %s", async (_what, id, other) => {
    expect((await add({ id })).status).toBe(201);
    expect(failure(await add({ id: other }))).toEqual([409, "USER_EXISTS", "id"]);
  });

  it("stores an id composed, else as it is given", async () => {
    expect((await add({ id: "Bu\u0308hler" })).json).toMatchObject({ id: "B\u00fchler" });
  });

  it.each(["rооt", "r00t", "ROOT"])("refuses %j, which looks like the id of a superuser", async (id) => {
    const { json, status } = await add({ id });
    expect([status, JSON.stringify(json)]).toEqual([409, expect.stringContaining("'root'")]);
  });

  it.each([
    [{}, "INPUT_INVALID", "id"],
    [{ id: "a b" }, "INPUT_INVALID", "id"],
    [{ id: "dora\u200b" }, "INPUT_INVALID", "id"],
    [{ id: "do\u00adra" }, "INPUT_INVALID", "id"],
    [{ id: "dora\u202e" }, "INPUT_INVALID", "id"],
    [{ id: "x".repeat(129) }, "INPUT_INVALID", "id"],
    [{ id: "dora", displayName: " " }, "INPUT_INVALID", "displayName"],
    [{ id: "dora", displayName: "Dora\nSmith" }, "INPUT_INVALID", "displayName"],
    [{ id: "dora", displayName: "Dora \u202Ehtims" }, "INPUT_INVALID", "displayName"],
    [{ id: "dora", managerKey: guid }, "MANAGER_UNFIT", "managerKey"],
    [{ id: "dora", timeZone: "+02:00" }, "TIME_ZONE_UNKNOWN", "timeZone"],
    [{ id: "dora", calendar: "constructor" }, "CALENDAR_UNKNOWN", "calendar"],
  ])("refuses %j with 400 %s and the field", async (body, code, field) => {
    expect(failure(await add(body))).toEqual([400, code, field]);
    expect(await api.store.count("users", { id: "dora" })).toBe(0);
  });

  it("takes the time zone and the calendar by which a person works, and gives them back", async () => {
    const works = { timeZone: "America/New_York", calendar: "nights" };
    const { json } = await add({ id: "nadia", ...works });
    expect((await asRoot("GET", pathOf(json))).json).toMatchObject(works);
    expect(failure(await asRoot("PATCH", pathOf(json), { calendar: "days" }))).toEqual([
      400,
      "CALENDAR_UNKNOWN",
      "calendar",
    ]);
    expect((await asRoot("PATCH", pathOf(json), { timeZone: null, calendar: null })).status).toBe(204);
    expect(await userOf(json)).toMatchObject({ timeZone: null, calendar: null });
  });

  it("makes nobody a superuser, and takes no password", async () => {
    for (const field of [{ superuser: true }, { password: "Secret 1 of mine" }, { passwordHash: "x" }]) {
      expect((await add({ id: "eve", ...field })).status).toBe(400);
    }
    expect(await api.store.count("users", { id: "eve" })).toBe(0);
  });
});

describe("PATCH /v2/users({key})", () => {
  const change = (body: object, of = person) => asRoot("PATCH", pathOf(of), body);

  it("changes name and manager, and leaves what is not given", async () => {
    expect((await change({ displayName: "Somebody", managerKey: root.key })).status).toBe(204);
    expect((await change({ displayName: null })).status).toBe(204);
    expect(await userOf(person)).toMatchObject({ displayName: null, managerKey: root.key, id: person.id });
    expect(await audited("USUP", { recipient: person.key })).toHaveLength(2);
  });

  it("refuses a manager who is, or is below, the user", async () => {
    const below = await api.addUser(`${person.id}-below`, { managerKey: person.key });
    const lowest = await api.addUser(`${person.id}-lowest`, { managerKey: below.key });
    for (const managerKey of [person.key, below.key, lowest.key, guid])
      expect(failure(await change({ managerKey }))).toEqual([400, "MANAGER_UNFIT", "managerKey"]);
    expect((await userOf(person))?.managerKey).toBeNull();
  });

  it("neither disables nor unlocks, and makes nobody a superuser", async () => {
    await change({ disabled: true, locked: true, displayName: "the same" });
    expect((await change({ superuser: true })).status).toBe(400);
    expect(await userOf(person)).toMatchObject({ disabled: false, locked: false, superuser: false });
  });

  it("changes the id, which tokens do not bear", async () => {
    const token = await api.tokenOf(person.id);
    expect((await change({ id: `${person.id}-new` })).status).toBe(204);
    const { json } = await api.send("GET", "/identity/connect/userinfo", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(json.username).toBe(`${person.id}-new`);
    expect((await change({ id: `${person.id}-NEW` })).status).toBe(204);
    for (const id of ["root", "Root", "rооt"])
      expect(failure(await change({ id }))).toEqual([409, "USER_EXISTS", "id"]);
  });

  it("refuses another id while accounts belong to the user by the present one, until they are attached by hand", async () => {
    const names = { stableId: person.id, longId: person.id, shortId: person.id, displayId: person.id };
    const key = api.context.ids.guid();
    await api.store.transaction(() =>
      api.store.save("accounts", { key, ...names, targetSystemKey: "T1", userKey: person.key, associatedBy: "auto" }),
    );
    const refused = await change({ id: `${person.id}-new` });
    expect(failure(refused)).toEqual([409, "USER_ID_IN_USE", "id"]);
    expect(refused.json.error.message).toContain("Attach each by hand");
    await asRoot("PATCH", `/v2/accounts(${key})`, { userKey: person.key });
    expect((await change({ id: `${person.id}-new` })).status).toBe(204);
    expect((await api.store.get("accounts", key))?.userKey).toBe(person.key);
  });

  it("refuses another id while a request makes an account by the present one", async () => {
    const ask = (attributes: object) =>
      invoke(submit, api.context, callerOf(person), {
        recipientKey: person.key,
        operations: [{ code: "ACUA", targetSystemKey: "T1", ...attributes }],
      });
    await ask({ attributes: { shortId: "named" } });
    expect((await change({ id: `${person.id}-a` })).status).toBe(204);
    await ask({});
    expect(failure(await change({ id: `${person.id}-b` }))).toEqual([409, "USER_ID_IN_USE", "id"]);
    expect((await change({ id: `${person.id}-a` })).status).toBe(204);
  });

  it("knows no user of a key that nobody has", async () => {
    expect((await change({ displayName: "x" }, { ...person, key: guid })).status).toBe(404);
  });
});

describe("disable and enable", () => {
  const disable = (of = person) => asRoot("POST", `${pathOf(of)}/disable`, {});
  const enable = (of = person) => asRoot("POST", `${pathOf(of)}/enable`, {});
  const withToken = (token: string) =>
    api.send("GET", "/identity/connect/userinfo", { headers: { authorization: `Bearer ${token}` } });
  const refresh = (token: string) =>
    api.send("POST", "/identity/connect/token", {
      form: { grant_type: "refresh_token", client_id: "gatehouse", refresh_token: token },
    });
  const told = ({ status, json }: TestAnswer) => [status, json.error, json.error_description];

  it("ends tokens, refresh tokens and sessions, which do not come back", async () => {
    const { json: tokens } = await api.signIn(person.id);
    expect((await withToken(tokens.access_token)).status).toBe(200);
    expect((await disable()).json).toMatchObject({ key: person.key, disabled: true });
    expect((await withToken(tokens.access_token)).status).toBe(401);
    expect(told(await refresh(tokens.refresh_token))).toEqual([400, "invalid_grant", "USER_DISABLED"]);
    const sessions = await asRoot("GET", `/v2/sessionLogs?$filter=actor%20eq%20'${person.key}'`);
    expect(sessions.json.value).toMatchObject([
      { door: "password", endReason: "revoked", endedAt: expect.any(String) },
    ]);

    expect((await enable()).json).toMatchObject({ key: person.key, disabled: false });
    expect((await withToken(tokens.access_token)).status).toBe(401);
    expect((await refresh(tokens.refresh_token)).json.error).toBe("invalid_grant");
    const again = await api.signIn(person.id);
    expect((await withToken(again.json.access_token)).status).toBe(200);
    expect((await refresh(again.json.refresh_token)).status).toBe(200);
    expect(await audited("ADIS", { recipient: person.key })).toEqual([[root.key, "S"]]);
    expect(await audited("AENA", { recipient: person.key })).toEqual([[root.key, "S"]]);
  });

  it("tells only who knows the password that the user is disabled", async () => {
    await disable();
    expect(told(await api.signIn(person.id))).toEqual([400, "invalid_grant", "USER_DISABLED"]);
    const [, , wrong] = told(await api.signIn(person.id, { password: "wrong" }));
    expect(wrong).not.toContain("DISABLED");
  });

  it("changes nothing of who is so already", async () => {
    await disable();
    const before = await userOf(person);
    expect((await disable()).status).toBe(200);
    expect(await userOf(person)).toEqual(before);
    await enable();
    const enabled = await userOf(person);
    expect((await enable()).status).toBe(200);
    expect(await userOf(person)).toEqual(enabled);
  });

  it("leaves the session alone in which a client acts for itself", async () => {
    const sessid = api.context.ids.guid();
    await api.store.transaction(() =>
      api.store.sessions.start({
        sessid,
        door: "clientCredentials",
        userKey: person.key,
        clientId: "robot",
        ip: null,
        startedAt: api.context.clock.now(),
        expiresAt: null,
      }),
    );
    await disable();
    expect((await asRoot("GET", `/v2/sessionLogs('${sessid}')`)).json).toMatchObject({ key: sessid, endedAt: null });
  });

  it("never shuts out oneself, nor the last superuser", async () => {
    expect(failure(await disable(root))).toEqual([409, "USER_IS_CALLER", "key"]);
    const operator = engineCaller("cli", "test", "cli:test");
    const shutOut = (key: string) => invoke(disableUser, api.context, operator, { key });
    await expect(shutOut(root.key)).rejects.toMatchObject({ code: "LAST_SUPERUSER" });
    const second = await api.addUser(`${person.id}-root`, { superuser: true });
    await shutOut(second.key);
    await expect(shutOut(root.key)).rejects.toMatchObject({ code: "LAST_SUPERUSER" });
    expect((await userOf(root))?.disabled).toBe(false);
  });
});

describe("unlock", () => {
  const unlockAs = (as: string, of: Pick<Row<"users">, "key">) =>
    api.send("POST", `${pathOf(of)}/unlock`, { as, body: {} });
  const lock = (of: Row<"users">) =>
    api.store.transaction(() =>
      api.store.save("users", { key: of.key, locked: true, lockedAt: 1, lockedBy: "failures", failures: 5 }),
    );

  it("is refused to whom it is not for, of whom it is not, and with more than it takes", async () => {
    await lock(person);
    await api.addUser("desk", { classes: ["_EXPLICIT_REST_API_USERS_", "_HELP_DESK_"] });
    expect(failure(await unlockAs("outsider", person)).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
    expect((await unlockAs("desk", root)).status).toBe(403);
    expect((await unlockAs("desk", { key: guid })).status).toBe(403);
    expect((await unlockAs("root", { key: guid })).status).toBe(404);
    expect(failure(await asRoot("POST", `${pathOf(person)}/unlock`, { locked: false }))[0]).toBe(400);
    expect(await userOf(person)).toMatchObject({ locked: true, failures: 5 });
  });

  it("lets somebody sign in again, says whether there was a lock, and leaves a disabled user disabled", async () => {
    await lock(person);
    expect((await unlockAs("desk", person)).json).toMatchObject({ key: person.key, unlocked: true });
    expect((await unlockAs("desk", person)).json).toMatchObject({ unlocked: false });
    expect(await userOf(person)).toMatchObject({ locked: false, lockedAt: null, lockedBy: null, failures: 0 });
    expect((await api.signIn(person.id)).status).toBe(200);
    await lock(person);
    await asRoot("POST", `${pathOf(person)}/disable`, {});
    expect((await unlockAs("root", person)).json).toMatchObject({ unlocked: true });
    expect(await userOf(person)).toMatchObject({ locked: false, disabled: true });
    expect(await audited("ULCK", { recipient: person.key, result: "S" })).toHaveLength(3);
  });

  it("is advertised on who is locked", async () => {
    const name = "Gatehouse.REST.Models.v2.unlock";
    const advertised = async () => (await asRoot("GET", `${pathOf(person)}?$select=key,${name}`)).json[`#${name}`];
    expect(await advertised()).toBeUndefined();
    await lock(person);
    expect(await advertised()).toEqual({});
  });
});

it("names the manager to who may read the user, and nothing else of them", async () => {
  const below = await api.addUser(`${person.id}-below`, { managerKey: person.key });

  const path = `${pathOf(below)}?$select=id&$expand=manager`;
  const { json } = await api.send("GET", path, { as: below.id });
  expect(json).toMatchObject({ id: below.id, manager: { key: person.key, id: person.id } });
  expect(json.manager).not.toHaveProperty("locked");
  expect(
    (await asRoot("GET", `/v2/users?$filter=manager/id%20eq%20'${person.id}'&$select=id`)).json.value,
  ).toHaveLength(1);
  expect((await api.send("GET", `${pathOf(below)}/manager`, { as: "outsider" })).status).toBe(403);
});

describe("the policies", () => {
  const calls = ({ key }: Pick<Row<"users">, "key">) =>
    [
      ["POST", "/v2/users", { id: "intruder" }],
      ["PATCH", `/v2/users(${key})`, { displayName: "x" }],
      ["POST", `/v2/users(${key})/disable`, {}],
      ["POST", `/v2/users(${key})/enable`, {}],
      ["POST", `/v2/users(${key})/issuePasswordLink`, {}],
    ] as const;

  it("let superusers alone, also where it is about oneself", async () => {
    const [outsider] = await api.store.select("users", { where: { id: "outsider" } });
    for (const of of [person, outsider ?? person]) {
      for (const [method, path, body] of calls(of))
        expect([path, (await api.send(method, path, { as: "outsider", body })).status]).toEqual([path, 403]);
    }
    expect(await api.store.count("users", { id: "intruder" })).toBe(0);
  });

  it("may say on whom somebody may act", async () => {
    await api.addUser("helper", { classes: ["_EXPLICIT_REST_API_USERS_", "_HELP_DESK_"] });
    const allow = (name: string, expression: string) =>
      invoke(setPolicy, api.context, callerOf(root), { key: name, expression, comment: "test" });
    await allow(policyOf.get("users"), "IsSuperuser() || '_HELP_DESK_' in principal.classes");
    await allow(
      policyOf.action("users/issuePasswordLink"),
      "IsSuperuser() || ('_HELP_DESK_' in principal.classes && !resource.superuser)",
    );
    const issue = (of: Pick<Row<"users">, "key">) =>
      api.send("POST", `${pathOf(of)}/issuePasswordLink`, { as: "helper", body: {} });
    expect((await issue(person)).status).toBe(200);
    expect((await issue(root)).status).toBe(403);
  });
});
