import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { ServiceError } from "#domain/errors.ts";
import { answersKeptHours, batchRowsMax, callKeyMaxCharacters } from "#domain/limits.ts";
import { ManualClock } from "#platform/clock.ts";
import { openDatabase } from "#store/database.ts";
import { openTestApi, type TestApi, type TestCall } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

const clock = new ManualClock();
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ clock });
  const { people } = await foundOrganisation(api.context, { people: ["ada"], targets: { T1: [], T2: [] } });
  await api.letIn(...Object.values(people));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => api.close());

let keys = 0;
let ids = 0;
const newKey = () => `key-${++keys}`;
const newId = () => `G${++ids}`;
const withKey = (key: string, call: TestCall = {}): TestCall => ({
  as: "root",
  headers: { "idempotency-key": key },
  ...call,
});
const create = (key: string, id: string, part: TestCall = {}) =>
  api.send("POST", "/v2/targetGroups", withKey(key, { body: { id, description: "made" }, ...part }));
const groups = (id: string) => api.store.count("targetGroups", { id });
const audited = () => api.store.count("sesslog_full");

describe("a call that names a key", () => {
  it("is carried out once and gets the same answer again, with what leads to the result", async () => {
    const [key, id] = [newKey(), newId()];
    const first = await create(key, id);
    const rows = await audited();
    const again = await create(key, id);
    expect(first.status).toBe(201);
    expect([again.status, again.text, again.headers["location"], again.headers["etag"]]).toEqual([
      first.status,
      first.text,
      first.headers["location"],
      first.headers["etag"],
    ]);
    expect([again.headers["content-type"], again.headers["odata-version"]]).toEqual([
      first.headers["content-type"],
      first.headers["odata-version"],
    ]);
    expect([await groups(id), await audited()]).toEqual([1, rows + 1]);
    const [told] = await api.store.select("sesslog_full", { orderBy: [["seq", "desc"]], limit: 1 });
    expect(told).toMatchObject({ result: "S", message: "Answered again, as it was before." });
  });

  it("is carried out once also where the same call comes five times at once", async () => {
    const [key, id] = [newKey(), newId()];
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(key, id)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect([answers[0]?.status, await groups(id)]).toEqual([201, 1]);
  });

  it("gets the answer of then, also where what it changed was changed since", async () => {
    const patch = (key: string, description: string) =>
      api.send("PATCH", "/v2/targetSystems('T1')", {
        ...withKey(key, { body: { description } }),
        headers: { "idempotency-key": key, prefer: "return=representation" },
      });
    const key = newKey();
    const first = await patch(key, "one");
    expect(first.json).toMatchObject({ description: "one" });
    await patch(newKey(), "two");
    expect((await patch(key, "one")).text).toBe(first.text);
    expect((await api.store.get("targetSystems", "T1"))?.description).toBe("two");
  });

  it.each<[string, (key: string, id: string) => ReturnType<TestApi["send"]>]>([
    ["another body", (key, id) => create(key, `${id}x`)],
    [
      "another address",
      (key, id) =>
        api.send("POST", "/v2/targetGroups?$format=json", withKey(key, { body: { id, description: "made" } })),
    ],
    ["another method", (key) => api.send("DELETE", "/v2/targetSystems('T2')", withKey(key))],
  ])("and comes with %s is refused", async (_what, other) => {
    const [key, id] = [newKey(), newId()];
    await create(key, id);
    const { status, json } = await other(key, id);
    expect([status, json.error.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  });

  it("shares its key with nobody", async () => {
    const key = newKey();
    expect((await create(key, newId())).status).toBe(201);
    expect((await create(key, newId(), { as: "ada" })).status).toBe(403);
  });

  it("that was refused did nothing, so it is judged anew", async () => {
    const [key, id] = [newKey(), newId()];
    await create(newKey(), id);
    const rows = await audited();
    expect((await create(key, id)).status).toBe(409);
    expect(await audited()).toBe(rows + 1);
    await api.send("DELETE", `/v2/targetGroups('${id}')`, { as: "root" });
    expect((await create(key, id)).status).toBe(201);
  });

  it("whose outcome is unknown is asked again safely, whether it was carried out or not", async () => {
    for (const carriedOut of [true, false]) {
      const [key, id] = [newKey(), newId()];
      const { transaction } = api.store;
      const failing = vi.spyOn(api.store, "transaction").mockImplementationOnce(async (run) => {
        if (carriedOut) await transaction(run);
        throw new ServiceError("OUTCOME_UNKNOWN");
      });
      const unknown = await create(key, id);
      expect([unknown.status, unknown.json.error.code]).toEqual([503, "OUTCOME_UNKNOWN"]);
      failing.mockRestore();
      expect(await groups(id)).toBe(carriedOut ? 1 : 0);
      expect([(await create(key, id)).status, await groups(id)]).toEqual([201, 1]);
    }
  });

  it("keeps its answer sealed", async () => {
    const [key, id] = [newKey(), newId()];
    await create(key, id);
    const database = openDatabase({ databaseUrl: api.databaseUrl });
    const rows = await database.read("SELECT * FROM `keptAnswers`");
    await database.close();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`"${id}|${key}|made`));
  });

  it("is a part of a batch, and of a group whose parts happen together", async () => {
    for (const group of [{}, { atomicityGroup: "g" }]) {
      const [key, id] = [newKey(), newId()];
      const part = {
        id: "1",
        method: "POST",
        url: "targetGroups",
        headers: { "idempotency-key": key },
        body: { id, description: "x" },
      };
      const send = () => api.send("POST", "/v2/$batch", { as: "root", body: { requests: [{ ...part, ...group }] } });
      const [first, again] = [await send(), await send()];
      expect(first.json.responses).toMatchObject([{ status: 201 }]);
      expect(again.json).toEqual(first.json);
      expect(await groups(id)).toBe(1);
    }
  });
});

describe("a key", () => {
  it.each(["", "a b", "é", "k".repeat(callKeyMaxCharacters + 1)])("'%s' is refused", async (key) => {
    const { status, json } = await create(key, newId());
    expect([status, json.error.code]).toEqual([400, "HEADER_INVALID"]);
  });

  it.each([
    ["/v2/$batch", { body: { requests: [] } }],
    ["/identity/connect/token", { form: { grant_type: "password" } }],
  ])("at %s, whose answers are not kept, is refused", async (path, call) => {
    const { status, text } = await api.send("POST", path, withKey(newKey(), call));
    expect([status, text]).toEqual([400, expect.stringContaining("Leave the header out")]);
  });
});

describe("the headers of OData", () => {
  const named = (requestId: string | undefined, firstSent: string | undefined): TestCall => ({
    as: "root",
    headers: {
      ...(requestId === undefined ? {} : { "repeatability-request-id": requestId }),
      ...(firstSent === undefined ? {} : { "repeatability-first-sent": firstSent }),
    },
  });
  const sent = (agoMs = 0) => new Date(Math.floor(clock.now() / 1000) * 1000 - agoMs).toUTCString();

  it("do the same, and the answer says that it was accepted", async () => {
    const [call, id] = [named(newKey(), sent(1000)), newId()];
    const send = () => api.send("POST", "/v2/targetGroups", { ...call, body: { id, description: "made" } });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect([first, again].map(({ headers }) => headers["repeatability-result"])).toEqual(["accepted", "accepted"]);
  });

  it.each([
    ["without the time", () => named(newKey(), undefined), 400],
    ["without the id", () => named(undefined, sent()), 400],
    ["with a time of another form", () => named(newKey(), "2030-01-01T00:00:00Z"), 400],
    ["first sent a day ago", () => named(newKey(), sent(answersKeptHours * 3_600_000)), 412],
  ])("%s are refused", async (_what, call, status) => {
    const answer = await api.send("POST", "/v2/targetGroups", { ...call(), body: { id: newId(), description: "x" } });
    expect(answer.status).toBe(status);
  });
});

describe("after a day", () => {
  it("a key names another call, and old answers are dropped", async () => {
    const [key, id] = [newKey(), newId()];
    await create(key, id);
    clock.advance(answersKeptHours * 3_600_000);
    // The token of the first day has expired.
    const anew = String((await api.signIn("root")).json.access_token);
    const headers = { "idempotency-key": key, authorization: `Bearer ${anew}` };
    const body = { id: newId(), description: "another" };
    expect((await api.send("POST", "/v2/targetGroups", { headers, body })).status).toBe(201);
    const drop = () => api.store.transaction(() => api.store.keptAnswers.drop(batchRowsMax));
    expect(await drop()).toBeGreaterThan(0);
    expect(await drop()).toBe(0);
  });
});
