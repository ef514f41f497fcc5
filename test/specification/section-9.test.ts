import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { entitySets } from "#api/v2/routes.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const get = (path: string) => api.send("GET", path, { as: "root" });

describe("the version of the REST API", () => {
  // @specification 9.prefix
  it("is the prefix of every set, in the service document and in what is answered", async () => {
    const { json } = await get("/v2");
    // Results of simulations are answered and never read.
    const read = entitySets.filter(({ list }) => list !== undefined);
    expect(json.value.map(({ name }: { name: string }) => name).toSorted()).toEqual(
      read.map(({ name }) => name).toSorted(),
    );
    expect(entitySets.filter((set) => !read.includes(set)).map(({ name }) => name)).toEqual(["simulations"]);
    expect(json["@odata.context"]).toMatch(/\/v2\/\$metadata$/);
    for (const { name } of read) {
      const { status, json: listed } = await get(`/v2/${name}?$top=1`);
      expect([status, listed["@odata.context"]]).toEqual([200, expect.stringContaining(`/v2/$metadata#${name}`)]);
    }
  });

  // @specification 9.prefix
  it("is part of the names of all types", async () => {
    const { text } = await get("/v2/$metadata");
    const namespaces = [...text.matchAll(/<Schema [^>]*Namespace="([^"]+)"/g)].map(([, name]) => name);
    expect(namespaces).toContain("Gatehouse.REST.Models.v2");
    expect(namespaces.filter((name) => name?.startsWith("Gatehouse."))).toEqual(["Gatehouse.REST.Models.v2"]);
  });

  it.each(["/v1", "/v3", "/v1/users", "/v3/users", "/v22/users", "/v2.0/users"])("%s is none", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
