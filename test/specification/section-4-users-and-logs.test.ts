import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { createPasswordHasher } from "#operations/proofs/password-hasher.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";
import { failure } from "#test/support/says.ts";

const guid = "11111111-1111-4111-8111-111111111111";
const question = "Gatehouse.REST.Models.v2.Question";

let api: TestApi;
let ada = { key: "" };
let ben = { key: "" };
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada", "ben"], targets: { AD1: [] } });
  await api.letIn(...Object.values(people));
  ada = people["ada"] ?? ada;
  ben = people["ben"] ?? ben;
  const { store, ids } = api.context;
  await store.transaction(async () => {
    await store.save("managedSystemPolicies", {
      id: "UNIX",
      description: "root passwords",
      mode: "push",
      managedByNode: "node1",
      changeIntervalHours: 24,
      checkoutMaxMinutes: 60,
      disclosurePlugins: ["copy"],
    });
    const system = { id: "AD1", description: "AD1", type: "fault", mode: "push", targetSystemKey: "AD1" } as const;
    const { key: managedSystemKey } = await store.save("managedSystems", { key: ids.guid(), ...system });
    await store.save("managedSystemBindings", { key: ids.guid(), policyId: "UNIX", managedSystemKey });
    const managed = { managedSystemKey, accountKey: guid, policyId: "UNIX", status: "C" } as const;
    await store.save("managedAccounts", { key: ids.guid(), ...managed });
  });
});
afterAll(() => api.close());

const get = (path: string, as = "root") => api.send("GET", path.replaceAll(" ", "%20"), { as });
const post = (path: string, body: object, as = "root") => api.send("POST", path, { as, body });
const patch = (path: string, body: object, as = "root") => api.send("PATCH", path, { as, body });
const remove = (path: string, as = "root") => api.send("DELETE", path, { as });

describe(`POST /users({userKey})/credentials/${question}`, () => {
  const path = (key: string) => `/v2/users(${key})/credentials`;
  const body = (part = {}) => ({ question: "First pet?", answer: " Rex  the\tDOG ", ...part });

  // @specification 4.add-question
  it("fails immediately when the user does not exist", async () => {
    expect((await post(`${path(guid)}/${question}`, body())).status).toBe(404);
    expect((await post(`${path(guid)}/${question}`, body(), "ben")).status).toBe(403);
    expect(await api.store.count("userCredentials", { userKey: guid })).toBe(0);
  });

  // @specification 4.add-question
  it("keeps the hash of the normalised answer only, and GET and DELETE work on the type too", async () => {
    const { status, json } = await post(`${path(ada.key)}/${question}`, body(), "ada");
    expect(status).toBe(201);
    const row = await api.store.get("userCredentials", json.key);
    const fits = (answer: string) => createPasswordHasher().verify(row?.answerHash ?? null, new Secret(answer));
    expect([await fits("rex the dog"), await fits(" Rex  the\tDOG ")]).toEqual([true, false]);
    expect(JSON.stringify([json, row])).not.toMatch(/rex/i);
    expect((await get(`${path(ada.key)}/${question}`, "ada")).json.value).toHaveLength(1);
    expect((await get(`${path(ada.key)}/v2.Question(${json.key})`, "ada")).json.question).toBe("First pet?");
    expect(failure(await post(path(ada.key), body(), "ada"))).toEqual([409, "QUESTION_EXISTS", "question"]);
    expect((await remove(`${path(ada.key)}(${json.key})`, "ben")).status).toBe(403);
    expect((await remove(`${path(ben.key)}(${json.key})`)).status).toBe(404);
    expect((await remove(`${path(ada.key)}(${json.key})`, "ada")).status).toBe(204);
    expect((await get(path(ada.key), "ada")).json.value).toEqual([]);
  });

  it.each([
    [{ question: "" }, "question"],
    [{ answer: "  " }, "answer"],
    [{ answer: 7 }, "answer"],
    [{ answer: "x".repeat(257) }, "answer"],
    [{ answer: undefined }, "answer"],
  ])("refuses %j", async (part, target) => {
    const { status, json } = await post(`${path(ada.key)}/${question}`, body(part), "ada");
    expect([status, json.error.target]).toEqual([400, target]);
  });

  it("is for the user themselves and superusers; a type that is no credential is not found", async () => {
    expect((await post(`${path(ada.key)}/${question}`, body(), "ben")).status).toBe(403);
    expect((await post(`${path(ada.key)}/Gatehouse.REST.Models.v2.User`, body())).status).toBe(404);
  });
});

describe("GET managedSystemPolicies and below", () => {
  // @specification 2.managed-system-policy.below 4.managed-system-policies
  it.each([
    [
      "",
      { value: [{ id: "DEFAULT", mode: "push" }, { id: "HISTORICAL", mode: "vault", enabled: false }, { id: "UNIX" }] },
    ],
    ["('UNIX')", { id: "UNIX", mode: "push", concurrency: 1, randomizeOnCheckIn: true, disclosurePlugins: ["copy"] }],
    ["('UNIX')/managedAccounts", { value: [{ policyId: "UNIX", status: "C", checkoutCount: 0, checkoutLimit: 1 }] }],
    ["('UNIX')/managedSystems", { value: [{ id: "AD1", mode: "push", targetSystemKey: "AD1", enabled: true }] }],
  ])("managedSystemPolicies%s is read-only", async (below, part) => {
    const { status, json } = await get(`/v2/managedSystemPolicies${below}`);
    expect(status).toBe(200);
    expect(json).toMatchObject(part);
    for (const method of ["POST", "PATCH", "DELETE"]) {
      const body = method === "DELETE" ? {} : { body: {} };
      const { status: refused, headers } = await api.send(method, `/v2/managedSystemPolicies${below}`, {
        as: "root",
        ...body,
      });
      expect([refused, headers["allow"]]).toEqual([405, "GET, HEAD, OPTIONS"]);
    }
    expect((await get(`/v2/managedSystemPolicies${below}`, "ben")).status).toBe(403);
  });

  it("below one that does not exist is 404", async () => {
    for (const below of ["", "/managedAccounts", "/managedSystems"]) {
      expect((await get(`/v2/managedSystemPolicies('NONE')${below}`)).status).toBe(404);
    }
  });
});

describe("GET /users", () => {
  // @specification 4.users
  it("tolerates a null display name", async () => {
    await api.addUser("nobody", { displayName: null });
    expect((await get("/v2/users?$orderby=displayName,id&$filter=displayName eq null")).json.value).toContainEqual(
      expect.objectContaining({ id: "nobody", displayName: null }),
    );
  });
});

describe("GET SessionLog, its summary, SessionLogAnalytics, SessionLogData", () => {
  // @specification 2.session-log 4.session-logs
  it("a session log has its rows", async () => {
    await patch("/v2/targetSystems('AD1')", { description: "" });
    // The keeper of a hub does this each second.
    while ((await api.store.auditChain.extend()) > 0);
    const { json } = await get("/v2/sessionLogs?$filter=failures gt 0&$expand=data");
    expect(json.value.length).toBeGreaterThan(0);
    for (const session of json.value) {
      expect(session.data).toHaveLength(session.entries);
      expect(session.data.filter(({ result }: { result: string }) => result !== "S")).toHaveLength(session.failures);
      expect(session.startedAt <= session.lastAt).toBe(true);
      const one = await get(`/v2/sessionLogs('${session.key}')`);
      expect(one.json).toMatchObject({ key: session.key });
      expect((await get(`/v2/sessionLogs('${session.key}')/data`)).json.value.length).toBe(one.json.entries);
    }
  });

  // @specification 4.session-logs
  it("the summary adds up", async () => {
    const { json } = await get("/v2/sessionLogs/summary");
    expect(json.entries).toBe(json.succeeded + json.failed + json.unknown);
    expect(json).toMatchObject({ sessions: expect.any(Number), distinctUsers: expect.any(Number) });
    expect(Date.parse(json.firstAt)).toBeLessThanOrEqual(Date.parse(json.lastAt));
  });

  // @specification 2.session-log-analytics 4.session-logs
  it("analytics count by day, operation and result, with percentiles of the duration", async () => {
    const { json } = await get("/v2/sessionLogAnalytics?$filter=operation eq 'TGTU' and result eq 'F'");
    expect(json.value).toMatchObject([{ operation: "TGTU", result: "F", day: new Date().toISOString().slice(0, 10) }]);
    const [{ key, count, p50, p95 }] = json.value;
    expect([typeof count, p50 <= p95]).toEqual(["number", true]);
    expect((await get(`/v2/sessionLogAnalytics('${key}')`)).json.key).toBe(key);
  });

  it("data can be filtered by operation and time", async () => {
    const now = new Date(Date.now() + 60_000).toISOString();
    const { json } = await get(`/v2/sessionLogData?$filter=operation eq 'TGTU' and time lt ${now}&$count=true&$top=1`);
    expect(json["@odata.count"]).toBeGreaterThan(0);
    expect(json.value[0]).toMatchObject({ operation: "TGTU", durationMs: expect.any(Number), module: "rest" });
  });

  // @specification 4.session-logs
  it("are read-only and for superusers", async () => {
    for (const path of ["sessionLogs", "sessionLogs/summary", "sessionLogAnalytics", "sessionLogData"]) {
      expect((await get(`/v2/${path}`, "ben")).status).toBe(403);
      const { status, headers } = await post(`/v2/${path}`, {});
      expect([status, headers["allow"]]).toEqual([405, "GET, HEAD, OPTIONS"]);
    }
  });
});

describe("GET, PATCH PasswordPolicy", () => {
  // @specification 4.password-policy 5.policy.password-policies
  it("reads for any valid token, updates for superusers", async () => {
    expect((await get("/v2/passwordPolicies", "ben")).json.value).toHaveLength(2);
    expect((await get("/v2/passwordPolicies('DEFAULT')", "ben")).status).toBe(200);
    const changes = { length: { minLength: { value: 9 } } };
    expect((await patch("/v2/passwordPolicies('DEFAULT')", changes, "ben")).status).toBe(403);
    expect((await patch("/v2/passwordPolicies('DEFAULT')", changes)).status).toBe(204);
    expect((await patch("/v2/passwordPolicies('NONE')", changes)).status).toBe(404);
    expect((await post("/v2/passwordPolicies", { id: "X" })).status).toBe(400);
    expect((await remove("/v2/passwordPolicies('DEFAULT')")).status).toBe(409);
  });
});
