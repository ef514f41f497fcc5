import { afterAll, beforeAll, expect, it } from "vitest";

import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

let api: RequestApi;
beforeAll(async () => {
  api = await openRequestApi({ people: ["ada", "bob"], targets: {} });
});
afterAll(() => api.close());

const begin = (body: object, as = "root") => api.call("POST", "/v2/enforcementRuns", as, body);
const known = async () => (await api.store.select("users", { where: { id: "ada" } })).map(({ key }) => key);

it("begins a run of the named utility, over everybody or over some people", async () => {
  const all = await begin({ kind: "autores" });
  expect([all.status, all.json]).toMatchObject([201, { kind: "autores", reason: "asked", state: "queued" }]);
  const userKeys = await known();
  const some = await begin({ kind: "rbacenforce", userKeys, threads: 2 });
  expect([some.status, some.json]).toMatchObject([201, { kind: "rbacenforce", userKeys, threads: 2 }]);
  expect((await begin({ kind: "autores", userKeys: null, threads: null })).status).toBe(201);
});

it.each<[string, object, string]>([
  ["no utility", {}, "kind"],
  ["an unknown utility", { kind: "everything" }, "kind"],
  ["nobody", { kind: "autores", userKeys: [] }, "userKeys"],
  ["no thread", { kind: "autores", threads: 0 }, "threads"],
  ["an unknown field", { kind: "autores", colour: "red" }, "colour"],
])("begins none for %s", async (_what, body, field) => {
  const before = await api.store.count("enforcementRuns");
  const { status, json } = await begin(body);
  expect([status, JSON.stringify(json.error)]).toEqual([400, expect.stringContaining(field)]);
  expect(await api.store.count("enforcementRuns")).toBe(before);
});

it("says itself for which reason it was begun", async () => {
  expect((await begin({ kind: "autores", reason: "nightly" })).json).toMatchObject({ reason: "asked" });
  const { paths } = (await api.send("GET", "/v2/openapi.json", { as: "root" })).json;
  const { properties } = paths["/v2/enforcementRuns"].post.requestBody.content["application/json"].schema;
  expect(Object.keys(properties).toSorted()).toEqual(["kind", "threads", "userKeys"]);
});

it("begins none for who may not", async () => {
  expect((await begin({ kind: "autores" }, "ada")).status).toBe(403);
});
