import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

const groupKey = "22222222-2222-4222-8222-222222222222";
const people = ["ada", "bob", "cy"];

let api: RequestApi;
beforeAll(async () => {
  api = await openRequestApi({ people, targets: { T1: [{ authorizers: ["bob"] }] } });
  const group = { key: groupKey, targetSystemKey: "T1", shortId: "sales", longId: "sales", stableId: "1" };
  await api.store.transaction(() => api.store.save("groups", { ...group, displayId: "Sales", managed: true }));
});
afterAll(() => api.close());

const root = (method: string, path: string, body?: object) => api.call(method, path, "root", body);
const as = (id: string, method: string, path: string, body?: object) => api.call(method, path, id, body);

const draft = {
  description: "Everybody in sales",
  condition: "displayName eq 'nobody'",
  surplus: "exception",
  deficit: "add",
  entitlements: [
    { kind: "account", targetSystemKey: "T1" },
    { kind: "membership", groupKey },
  ],
};

async function added(id: string): Promise<string> {
  const { status, json } = await root("POST", "/v2/roles", { id, draft });
  expect([status, json.error]).toEqual([201, undefined]);
  return String(json.key);
}

describe("a role is refused", () => {
  it.each<[string, object, string]>([
    ["a name with blanks", { id: "two words" }, "id"],
    ["an unknown field", { id: "R", colour: "red" }, "colour"],
    ["an unknown way", { id: "R", draft: { surplus: "ignore" } }, "surplus"],
    ["an entitlement without its key", { id: "R", draft: { entitlements: [{ kind: "account" }] } }, "targetSystemKey"],
    [
      "a secret attribute",
      { id: "R", draft: { entitlements: [{ kind: "account", targetSystemKey: "T1", attributes: { password: "x" } }] } },
      "password",
    ],
  ])("with %s", async (_what, body, words) => {
    const before = await api.store.count("roles");
    const { status, json } = await root("POST", "/v2/roles", body);
    expect(status).toBe(400);
    expect(JSON.stringify(json.error)).toContain(words);
    expect(await api.store.count("roles")).toBe(before);
  });

  it("with the name of another one, and by who may not administer roles", async () => {
    await added("TWICE");
    expect((await root("POST", "/v2/roles", { id: "TWICE" })).json.error).toMatchObject({
      code: "ROLE_EXISTS",
      target: "id",
    });
    expect((await as("ada", "POST", "/v2/roles", { id: "MINE" })).status).toBe(403);
  });
});

describe("a role", () => {
  let key: string;
  beforeAll(async () => {
    key = await added("SALES");
  });

  it("is a draft, which its owner may change, and nobody else sees", async () => {
    expect((await as("ada", "GET", `/v2/roles(${key})`)).status).toBe(403);
    expect((await root("POST", `/v2/roles(${key})/setOwners`, { userKeys: [api.keyOf("ada")] })).status).toBe(200);
    const { json } = await as("ada", "GET", `/v2/roles(${key})?$expand=owners,versions`);
    expect(json).toMatchObject({
      id: "SALES",
      state: "draft",
      number: null,
      draft: { number: 1, surplus: "exception", entitlements: [{ kind: "account" }, { kind: "membership", groupKey }] },
      owners: [{ id: "ada" }],
      versions: [{ number: 1, state: "draft" }],
    });
    expect((await as("ada", "PATCH", `/v2/roles(${key})`, { draft: { deficit: "none" } })).status).toBe(204);
    expect((await as("ada", "POST", `/v2/roles(${key})/putInForce`, {})).status).toBe(403);
    expect((await as("bob", "PATCH", `/v2/roles(${key})`, { draft: {} })).status).toBe(403);
  });

  it("keeps a draft that was changed since it was read, whoever saves, discards it or puts it in force", async () => {
    const { json, headers } = await root("GET", `/v2/roles(${key})`);
    const read = { "if-match": String(json["@odata.etag"]) };
    expect(headers["etag"]).toBe(json["@odata.etag"]);
    await as("ada", "PATCH", `/v2/roles(${key})`, { draft: { comment: "by ada" } });
    const late = [
      await api.call("PATCH", `/v2/roles(${key})`, "root", { draft: { comment: "by root" } }, read),
      await api.call("POST", `/v2/roles(${key})/putInForce`, "root", { number: 1 }, read),
      await api.call("POST", `/v2/roles(${key})/discardDraft`, "root", {}, read),
    ];
    expect(late.map((answer) => [answer.status, answer.json.error.code])).toEqual(
      late.map(() => [412, "VERSION_MISMATCH"]),
    );
    const kept = (await root("GET", `/v2/roles(${key})`)).json;
    expect(kept).toMatchObject({ state: "draft", draft: { comment: "by ada" } });
    const now = { "if-match": String(kept["@odata.etag"]) };
    const saved = await api.call("PATCH", `/v2/roles(${key})`, "root", { draft: { comment: null } }, now);
    expect(saved.status).toBe(204);
  });

  it("comes in force with what it reads, is an item of the catalog, and can be asked for", async () => {
    const refused = await root("POST", `/v2/roles(${key})/putInForce`, { number: 7 });
    expect(refused.json.error).toMatchObject({ code: "ROLE_CHANGED", target: "number" });
    const { status, json } = await root("POST", `/v2/roles(${key})/putInForce`, { number: 1 });
    expect([status, json.reads]).toEqual([200, [{ fact: "'displayName' of the user", writers: [] }]]);
    expect((await as("ada", "GET", `/v2/catalogueItems('${key}')`)).status).toBe(403);
    const item = (await root("GET", `/v2/catalogueItems('${key}')`)).json;
    expect(item).toMatchObject({ resourceType: "role", name: "SALES", requestable: false, codes: ["ROLA", "ROLD"] });
    const authorizationPhases = [{ sequence: 1, authorizers: [{ userKey: api.keyOf("bob") }] }];
    await root("POST", `/v2/roles(${key})/setAuthorizationPhases`, { authorizationPhases });
    expect((await as("ada", "GET", `/v2/catalogueItems('${key}')`)).json).toMatchObject({ requestable: true });
    const asked = await as("ada", "POST", "/v2/requests", {
      recipientKey: api.keyOf("ada"),
      operations: [{ code: "ROLA", roleKey: key }],
    });
    expect(asked.status).toBe(202);
    const operations = (await as("ada", "GET", `/v2/requests(${String(asked.json.key)})/operations`)).json.value;
    expect(operations.map((one: { code: string; aboutName: string | null }) => [one.code, one.aboutName])).toEqual([
      ["ROLA", "SALES"],
      ["ACUA", null],
      ["GRUA", null],
    ]);
    const standing = await as("ada", "POST", "/v2/catalogueItems/standing", {
      recipientKey: api.keyOf("ada"),
      keys: [key],
    });
    expect(JSON.stringify(standing.json)).toContain(String(asked.json.key));
  });

  it("is used by what it gives", async () => {
    const unmanaged = await root("POST", `/v2/groups(${groupKey})/unmanage`, {});
    expect(unmanaged.json.error).toMatchObject({ code: "ROLE_IN_USE" });
    expect((await root("DELETE", "/v2/targetSystems('T1')")).json.error.code).toBe("TARGET_IN_USE");
    expect((await root("DELETE", `/v2/roles(${key})`)).json.error).toMatchObject({ code: "ROLE_IN_USE" });
  });

  it("has members by name and exclusions with a reason and an end", async () => {
    const path = `/v2/roles(${key})/assignments`;
    const named = { userKey: api.keyOf("cy"), because: "named", reason: "covers for bob" };
    expect((await root("POST", path, { ...named, reason: " " })).status).toBe(400);
    expect((await root("POST", path, { ...named, userKey: "none" })).json.error).toMatchObject({ target: "userKey" });
    expect((await root("POST", path, { ...named, until: "2020-01-01T00:00:00Z" })).json.error).toMatchObject({
      target: "until",
    });
    expect((await root("POST", path, { ...named, because: "request" })).status).toBe(400);
    const { status, json } = await root("POST", path, named);
    expect([status, json.because]).toEqual([201, "named"]);
    expect((await as("ada", "POST", path, named)).status).toBe(403);
    expect((await root("GET", `${path}?$expand=person`)).json.value).toMatchObject([
      { person: { id: "cy" }, until: null },
    ]);
    expect((await root("DELETE", `${path}(${String(json.key)})`)).status).toBe(204);
  });

  it("is retired, and its versions stay readable", async () => {
    const { json } = await root("POST", `/v2/roles(${key})/retire`, {});
    expect(json).toEqual(expect.objectContaining({ key, state: "retired", members: 0 }));
    expect((await root("GET", `/v2/roles(${key})/versions`)).json.value).toMatchObject([
      { state: "retired", content: { deficit: "none" } },
    ]);
    expect((await root("DELETE", `/v2/roles(${key})`)).status).toBe(204);
  });
});
