import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestApi, type TestApi, type TestCall } from "#test/support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada");
});
afterAll(() => api.close());

const path = (name: string) => `/v2/settings('${encodeURIComponent(name)}')`;
const get = (name: string) => api.send("GET", path(name), { as: "root" });
const set = (name: string, value: unknown, call: TestCall = {}) =>
  api.send("PATCH", path(name), { as: "root", body: { value }, ...call });

describe("/v2/settings", () => {
  it.each([
    ["GET", "/v2/settings"],
    ["GET", path("LOCKOUT_DURATION")],
    ["PATCH", path("LOCKOUT_DURATION")],
  ])("%s %s: 401 without a login, 403 for an ordinary user", async (method, at) => {
    const body = method === "PATCH" ? { body: { value: 5 } } : {};
    expect((await api.send(method, at, body)).status).toBe(401);
    expect((await api.send(method, at, { as: "ada", ...body })).status).toBe(403);
    expect((await get("LOCKOUT_DURATION")).json.storedValue).toBeNull();
  });

  it.each([
    ["LOCKOUT_DURATION", "soon", 400, "SETTING_VALUE_INVALID", "LOCKOUT_DURATION must be a whole number."],
    ["LOCKOUT_DURATION", 0, 400, "SETTING_VALUE_INVALID", "LOCKOUT_DURATION must lie between 1 and 525600."],
    ["LWS SAVE QUEUE SPACE", "yes", 400, "SETTING_VALUE_INVALID", "LWS SAVE QUEUE SPACE must be true or false."],
    ["GATEHOUSE_DATA", "/x", 409, "SETTING_NOT_STORED", "Set GATEHOUSE_DATA in the environment, in gatehouse.env"],
    ["LOKOUT_DURATION", 5, 404, "NOT_FOUND", "Was 'LOCKOUT_DURATION' meant?"],
  ])("%s is not %j: %i %s", async (name, value, status, code, words) => {
    const answer = await set(name, value);
    expect([answer.status, answer.json.error.code, answer.json.error.message]).toEqual([
      status,
      code,
      expect.stringContaining(words),
    ]);
    expect(await api.store.count("settings", { name: "LOKOUT_DURATION" })).toBe(0);
  });

  it("lists every setting, also what cannot be stored, and no password", async () => {
    const { json } = await api.send("GET", "/v2/settings?$top=1000&$count=true", { as: "root" });
    const byName = new Map(json.value.map((one: { name: string }) => [one.name, one]));
    expect(byName.size).toBe(json["@odata.count"]);
    expect(byName.get("LWS SAVE QUEUE SPACE")).toMatchObject({
      variable: "LWS_SAVE_QUEUE_SPACE",
      value: false,
      origin: "default",
      storedValue: null,
      defaultValue: false,
      takesEffect: "atOnce",
      notStorable: null,
      waitsFor: null,
    });
    expect(byName.get("DATABASE_URL")).toMatchObject({
      origin: "environment",
      takesEffect: null,
      notStorable: expect.stringContaining("Set DATABASE_URL in the"),
    });
    expect(byName.get("NoKillRetry")).toMatchObject({ variable: "NO_KILL_RETRY", waitsFor: null, value: false });
    const some = await api.send("GET", "/v2/settings?$filter=startswith(name,'LOCK')&$select=name,value", {
      as: "root",
    });
    expect(some.json.value).toMatchObject([{ name: "LOCKOUT_DURATION", value: 30 }]);
  });

  it("stores a value under either spelling of the name, moves the tag, and takes it away again by null", async () => {
    const before = await get("LWS_SAVE_QUEUE_SPACE");
    expect([before.status, before.json.name]).toEqual([200, "LWS SAVE QUEUE SPACE"]);
    const tag = String(before.headers["etag"]);
    const changed = await set("LWS SAVE QUEUE SPACE", true, { headers: { "if-match": tag } });
    expect(changed.status).toBe(204);
    const after = await get("LWS SAVE QUEUE SPACE");
    expect(after.json).toMatchObject({ value: true, storedValue: true, origin: "stored", lastUpdatedModule: "rest" });
    expect([after.headers["etag"], api.context.settings.lwsSaveQueueSpace]).toEqual([changed.headers["etag"], true]);
    expect((await set("LWS SAVE QUEUE SPACE", false, { headers: { "if-match": tag } })).status).toBe(412);
    const none = await set("LWS_SAVE_QUEUE_SPACE", null, { headers: { prefer: "return=representation" } });
    expect(none.json).toMatchObject({ value: false, storedValue: null, origin: "default" });
    const removal = await api.send("DELETE", path("LWS SAVE QUEUE SPACE"), { as: "root" });
    expect([removal.status, removal.headers["allow"]]).toEqual([405, "GET, HEAD, PATCH, OPTIONS"]);
  });

  it("shows what acts at the next start beside what is in force", async () => {
    await set("CORS_ORIGINS", "https://a.example,https://b.example");
    expect((await get("CORS_ORIGINS")).json).toMatchObject({
      value: "",
      origin: "default",
      storedValue: "https://a.example,https://b.example",
      takesEffect: "nextStart",
    });
  });
});
