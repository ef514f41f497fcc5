import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestApi, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

const root = `${testPublicAddress}/v2`;
const path = "/v2/targetSystems('T1')";
let api: TestApi;
let [adaKey, beaKey]: (string | undefined)[] = [];
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada", "bea"], targets: { T1: [] } });
  [adaKey, beaKey] = [people["ada"]?.key, people["bea"]?.key];
  await api.letIn(...Object.values(people));
});
afterAll(() => api.close());

const get = (at: string, headers: Record<string, string> = {}) => api.send("GET", at, { as: "root", headers });
const patchAt = (at: string, body: unknown, headers: Record<string, string> = {}) =>
  api.send("PATCH", at, { as: "root", body, headers });
const patch = (body: unknown, headers: Record<string, string> = {}) => patchAt(path, body, headers);

describe("the form of an answer", () => {
  it.each([
    [undefined, "minimal"],
    ["*/*", "minimal"],
    ["application/*", "minimal"],
    ["application/json", "minimal"],
    ["text/html, application/json;q=0.5", "minimal"],
    ["application/json;odata.metadata=none", "none"],
    ["application/json;metadata=full;charset=utf-8", "full"],
    ["application/json;odata.metadata=full;q=0.1, application/json;odata.metadata=none;q=0.9", "none"],
  ])("that Accept %s names has odata.metadata=%s", async (accept, level) => {
    const { headers } = await get(path, accept === undefined ? {} : { accept });
    expect(headers["content-type"]).toBe(`application/json;odata.metadata=${level};charset=utf-8`);
  });

  it.each(["text/html", "application/xml", "application/json;odata.metadata=all", "application/json;q=0", "image/*"])(
    "that Accept %s names is not to be had: 406",
    async (accept) => {
      const { status, json } = await get(path, { accept });
      expect([status, json.error.code, json.error.target]).toEqual([406, "NOT_ACCEPTABLE", "Accept"]);
    },
  );

  it("is named by $format before Accept, with or without its $", async () => {
    const full = await get(`${path}?$format=application/json;odata.metadata=full`, { accept: "text/html" });
    expect(full.headers["content-type"]).toContain("odata.metadata=full");
    expect((await get(`${path}?format=json`)).status).toBe(200);
    expect((await get(`${path}?$format=atom`)).status).toBe(406);
  });

  it("without metadata keeps only count and link", async () => {
    const { json } = await get("/v2/nothing", { accept: "application/json;odata.metadata=none" });
    expect(json.error.code).toBe("NOT_FOUND");
    const users = await get("/v2/users?$count=true&$select=id", {
      accept: "application/json;odata.metadata=none",
      prefer: "maxpagesize=1",
    });
    expect(Object.keys(users.json)).toEqual(["@odata.count", "value", "@odata.nextLink"]);
    expect(Object.keys(users.json.value[0])).toEqual(["id"]);
  });

  it("with full metadata names types, ids and links of every entity and property", async () => {
    const { json } = await get(`${path}?$expand=accounts`, { accept: "application/json;odata.metadata=full" });
    expect(json).toMatchObject({
      "@odata.type": "#Gatehouse.REST.Models.v2.TargetSystem",
      "@odata.id": `${root}/targetSystems('T1')`,
      "@odata.editLink": `${root}/targetSystems('T1')`,
      "accounts@odata.navigationLink": `${root}/targetSystems('T1')/accounts`,
      "accounts@odata.associationLink": `${root}/targetSystems('T1')/accounts/$ref`,
      "proxyServers@odata.type": "#Collection(String)",
      accounts: [],
    });
    const users = await get("/v2/users?$top=1", { accept: "application/json;odata.metadata=full" });
    expect(users.json.value[0]).toMatchObject({
      "key@odata.type": "#Guid",
      "@odata.id": expect.stringContaining(`${root}/users(`),
    });
  });

  it("says its version; a request in another one is refused", async () => {
    expect((await get("/v2/users", { "odata-version": "3.0" })).status).toBe(400);
    expect((await get("/v2/users", { "odata-version": "4.01" })).status).toBe(200);
    expect((await get("/v2/nothing")).status).toBe(404);
    expect((await get(`/v2/users?$filter=x`)).headers["odata-version"]).toBe("4.0");
  });
});

describe("an entity tag", () => {
  it("is given with an entity, and saves reading it again", async () => {
    const { headers, json } = await get(path);
    expect(headers["etag"]).toMatch(/^W\/"\d+\.[\w-]{16}"$/);
    expect(json["@odata.etag"]).toBe(headers["etag"]);
    const again = await get(path, { "if-none-match": String(headers["etag"]) });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect((await get(path, { "if-none-match": 'W/"0", *' })).status).toBe(304);
    expect((await get(path, { "if-none-match": 'W/"0"' })).status).toBe(200);
  });

  it("that is not the entity's any more stops a change, and nothing is changed", async () => {
    const { headers } = await get(path);
    const etag = String(headers["etag"]);
    const changed = await patch({ description: "one" }, { "if-match": etag });
    expect([changed.status, changed.headers["etag"]]).toEqual([204, (await get(path)).headers["etag"]]);
    expect(changed.headers["etag"]).not.toBe(etag);
    const late = await patch({ description: "two" }, { "if-match": etag });
    expect([late.status, late.json.error.code]).toEqual([412, "VERSION_MISMATCH"]);
    expect((await api.send("DELETE", path, { as: "root", headers: { "if-match": etag } })).status).toBe(412);
    expect((await get(path)).json.description).toBe("one");
    expect((await patch({ description: "three" }, { "if-match": "*" })).status).toBe(204);
    expect((await patch({ description: "x" }, { "if-match": "three" })).status).toBe(400);
    expect((await patch({ description: "x" }, { "if-none-match": "*" })).status).toBe(412);
  });

  describe("of a resource with parts of its own", () => {
    const phase = (minApprovals: number) => ({
      sequence: 1,
      minApprovals,
      authorizers: [{ userKey: adaKey }, { userKey: beaKey }],
    });

    it.each<readonly [string, () => Promise<unknown>]>([
      ["an option by its own address", () => patchAt(`${path}/options('allowAccountEnable')`, { value: false })],
      ["an option as a property", () => patch({ allowAccountUnlock: false })],
      ["its phases", () => patch({ authorizationPhases: [phase(1)] })],
      ["a number in its phases", () => patch({ authorizationPhases: [phase(2)] })],
    ])("moves with %s: no 304, and a change on the old condition is refused", async (_, change) => {
      const before = await get(path);
      const known = { "if-none-match": String(before.headers["etag"]) };
      expect((await get(path, known)).status).toBe(304);
      await change();
      const after = await get(path, known);
      expect([after.status, after.json["@odata.etag"]]).toEqual([200, after.headers["etag"]]);
      const late = await patch({ allowPasswordVerify: false }, { "if-match": String(before.headers["etag"]) });
      expect([late.status, late.json.error.code]).toEqual([412, "VERSION_MISMATCH"]);
      expect((await get(path)).json.allowPasswordVerify).toBe(true);
      const current = { "if-match": String(after.headers["etag"]) };
      expect((await patch({ helpUrl: null }, current)).status).toBe(204);
    });

    it("is the same however the resource is read, and stays where the same phases are written again", async () => {
      const { headers } = await get(path);
      const listed = await get("/v2/targetSystems?$select=id");
      const expanded = await get("/v2/targetGroups?$expand=targetSystems($select=id)&$select=id");
      expect(listed.json.value[0]["@odata.etag"]).toBe(headers["etag"]);
      expect(expanded.json.value[0].targetSystems[0]["@odata.etag"]).toBe(headers["etag"]);
      await patch({ authorizationPhases: [phase(2)] });
      expect((await get(path)).headers["etag"]).toBe(headers["etag"]);
    });

    it("of a group moves with the type that its target system gives it", async () => {
      const key = api.context.ids.guid();
      const ids = { stableId: "g", longId: "g", shortId: "g", displayId: "g" };
      await api.store.transaction(() =>
        api.store.save("groups", { key, targetSystemKey: "T1", ...ids, managed: true }),
      );
      const known = { "if-none-match": String((await get(`/v2/groups(${key})`)).headers["etag"]) };
      expect((await get(`/v2/groups(${key})?$select=shortId`, known)).status).toBe(304);
      await patch({ networkResourcePlatform: "Shared folder" });
      const after = await get(`/v2/groups(${key})`, known);
      expect([after.status, after.json.networkResourcePlatform]).toEqual([200, "Shared folder"]);
    });

    it("of an option is a condition like any other, although its name is unique only below its target system", async () => {
      const at = `${path}/options('allowClaimAccounts')`;
      const { headers } = await get(at);
      const etag = { "if-match": String(headers["etag"]) };
      expect((await patchAt(at, { value: true }, etag)).status).toBe(204);
      expect((await patchAt(at, { value: false }, etag)).status).toBe(412);
      expect((await get(at)).json.value).toBe(true);
    });
  });

  it("saves nothing of what is expanded beside the entity", async () => {
    const expanded = `${path}?$expand=options($filter=name eq 'context_strict')`.replaceAll(" ", "%20");
    const known = { "if-none-match": String((await get(expanded)).headers["etag"]) };
    expect((await get(path, known)).status).toBe(304);
    expect((await get(expanded, known)).status).toBe(200);
  });

  it("is not asked before the policies are", async () => {
    const { status } = await api.send("PATCH", path, {
      as: "ada",
      body: { description: "x" },
      headers: { "if-match": 'W/"0"' },
    });
    expect(status).toBe(403);
  });
});

describe("Prefer", () => {
  it("decides whether a change answers the entity", async () => {
    const silent = await patch({ description: "four" });
    expect([silent.status, silent.text, silent.headers["odata-entityid"]]).toEqual([
      204,
      "",
      `${root}/targetSystems('T1')`,
    ]);
    expect(silent.headers).not.toHaveProperty("preference-applied");
    const shown = await patch({ description: "five" }, { prefer: "return=representation" });
    expect([shown.status, shown.headers["preference-applied"], shown.json.description]).toEqual([
      200,
      "return=representation",
      "five",
    ]);
    const minimal = await patch({ description: "six" }, { prefer: "return=minimal" });
    expect([minimal.status, minimal.headers["preference-applied"]]).toEqual([204, "return=minimal"]);
  });

  it("decides whether a new entity is answered", async () => {
    const body = (id: string) => ({ id, description: "new" });
    const post = (id: string, headers: Record<string, string> = {}) =>
      api.send("POST", "/v2/targetGroups", { as: "root", body: body(id), headers });
    const shown = await post("G1");
    expect([shown.status, shown.headers["location"], shown.json.id]).toEqual([201, `${root}/targetGroups('G1')`, "G1"]);
    expect(shown.json["@odata.context"]).toBe(`${root}/$metadata#targetGroups/$entity`);
    const silent = await post("G2", { prefer: "return=minimal" });
    expect([silent.status, silent.text]).toEqual([204, ""]);
    expect([silent.headers["location"], silent.headers["odata-entityid"]]).toEqual([
      `${root}/targetGroups('G2')`,
      `${root}/targetGroups('G2')`,
    ]);
  });
});

describe("a body", () => {
  it.each([
    "null",
    "[]",
    "1",
    '"x"',
    "{",
    '{"__proto__":{"a":1}}',
    '{"description":5}',
    '{"description":[]}',
    '{"nothing":1}',
  ])("%s is 400", async (body) => expect((await patch(body)).status).toBe(400));

  it("of another kind is 415", async () => {
    expect((await patch("{}", { "content-type": "text/plain" })).status).toBe(415);
    expect(
      (await patch('{"description":"x"}', { "content-type": "application/json;odata.metadata=minimal" })).status,
    ).toBe(204);
  });

  it("for a change needs a key in the address, and a collection is not deleted", async () => {
    const { status, json } = await api.send("PATCH", "/v2/accounts", { as: "root", body: {} });
    expect([status, json.error.code]).toEqual([400, "KEY_REQUIRED"]);
    expect(json.error.message).toContain("/accounts({key})");
    expect((await api.send("DELETE", "/v2/accounts", { as: "root" })).status).toBe(405);
    expect(
      (await api.send("PATCH", "/v2/targetSystems('none')", { as: "root", body: { description: "x" } })).status,
    ).toBe(404);
  });
});
