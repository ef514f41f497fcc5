import { afterAll, beforeAll, expect, it } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

let api: TestApi;
let keys: readonly string[];
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada", "ben"], targets: { T1: [] } });
  await api.letIn(...Object.values(people));
  keys = ["ada", "ben"].map((id) => people[id]?.key ?? "");
});
afterAll(() => api.close());

const callers = ["root", "ada", "ben", "root", "ben", "ada"] as const;

it("the same address gives each caller what that caller may see, in any order", async () => {
  const path = "/v2/users?$filter=id%20in%20('ada','ben')&$orderby=id&$select=id&$count=true";
  const seen: unknown[] = [];
  for (const as of callers) {
    const { json } = await api.send("GET", path, { as });
    seen.push([json["@odata.count"], ...json.value.map(({ id }: { id: string }) => id)]);
  }
  const all = [2, "ada", "ben"];
  expect(seen).toEqual([all, [1, "ada"], [1, "ben"], all, [1, "ben"], [1, "ada"]]);
});

it("an address with a key gives the entity of that key, and only to who may see it", async () => {
  const seen: unknown[] = [];
  for (const as of callers) {
    for (const key of keys) {
      const { status, json } = await api.send("GET", `/v2/users(${key})?$select=id`, { as });
      seen.push(status === 200 ? json.id : status);
    }
  }
  const both = ["ada", "ben"];
  expect(seen).toEqual([...both, "ada", 403, 403, "ben", ...both, 403, "ben", "ada", 403]);
});

it("who gets more rights sees more at the same address at once", async () => {
  const { store } = api.context;
  const ids = async () => (await api.send("GET", "/v2/users?$select=id&$orderby=id", { as: "ada" })).json.value.length;
  expect(await ids()).toBe(1);
  await store.transaction(() => store.save("users", { key: keys[0] ?? "", superuser: true }));
  expect(await ids()).toBeGreaterThan(2);
  await store.transaction(() => store.save("users", { key: keys[0] ?? "", superuser: false }));
  expect(await ids()).toBe(1);
});
