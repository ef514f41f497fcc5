import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

let api: TestApi;
const keys: Record<string, string> = {};

beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada", "ben"], targets: { T1: [] } });
  await api.letIn(...Object.values(people));
  const { store, ids } = api.context;
  await store.transaction(async () => {
    for (const [id, count] of [
      ["ada", 2],
      ["ben", 1],
    ] as const) {
      keys[id] = people[id]?.key ?? "";
      for (let n = 0; n < count; n += 1) {
        const name = `${id}-${n}`;
        const names = { stableId: name, longId: name, shortId: name, displayId: name };
        await store.save("accounts", { key: ids.guid(), targetSystemKey: "T1", userKey: keys[id] ?? null, ...names });
      }
    }
  });
});
afterAll(() => api.close());

async function read(as: string, path: string, query: string) {
  const { status, json } = await api.send("GET", `/v2/${path}?${query.replaceAll(" ", "%20")}`, { as });
  return {
    status,
    json,
    ids: (json.value ?? []).map((row: { id?: string; shortId?: string }) => row.id ?? row.shortId),
  };
}

describe("a superuser", () => {
  test.each([
    ["accounts", "$filter=user/id eq 'ada'&$orderby=shortId", ["ada-0", "ada-1"]],
    ["accounts", "$filter=user/accounts/$count gt 1&$orderby=shortId desc", ["ada-1", "ada-0"]],
    ["accounts", "$filter=user/accounts/any(a:a/shortId eq 'ben-0')", ["ben-0"]],
    ["users", "$filter=accounts/any(a:a/targetSystem/id eq 'T1')&$orderby=id", ["ada", "ben"]],
    ["users", "$filter=not accounts/any(a:a/shortId eq 'ada-0') and id ne 'root'&$orderby=id", ["ben"]],
    ["users", "$filter=accounts/any(a:a/shortId in ('ada-0','ben-0','none'))&$orderby=id desc", ["ben", "ada"]],
    ["users", "$filter=accounts/any(a:a/shortId eq null)", []],
    ["targetSystems", "$compute=targetGroupDetails/id as place&$orderby=place desc,accounts/$count", ["T1"]],
  ])("follows relations: %s?%s", async (path, query, ids) => {
    expect(await read("root", path, query)).toMatchObject({ status: 200, ids });
  });
});

describe("somebody who sees only themselves", () => {
  test.each([
    ["$filter=accounts/any(a:startswith(a/shortId,'ada'))", []],
    ["$filter=accounts/any()", ["ben"]],
    ["$filter=accounts/any(a:a/shortId eq 'ada-0')", []],
    ["$filter=accounts/any(a:a/shortId eq 'ben-0')", ["ben"]],
    ["$filter=accounts/all(a:a/shortId eq 'ada-0')", []],
    ["$filter=accounts/$count eq 2", []],
    ["$filter=id eq 'ada'", []],
    ["$orderby=id desc", ["ben"]],
    ["$search=ada", []],
  ])("learns nothing of others by users?%s", async (query, ids) => {
    expect(await read("ben", "users", `${query}&$count=true`)).toMatchObject({
      status: 200,
      ids,
      json: { "@odata.count": ids.length },
    });
  });

  test("reads one of what is listed along a way, and none that they do not see", async () => {
    const one = async (as: string, path: string) => (await api.send("GET", `/v2/${path}`, { as })).status;
    const { json } = await read("root", "accounts", "$filter=shortId eq 'ben-0'&$select=key");
    const key = json.value[0].key;
    expect(await one("ben", `users(${keys["ben"]})/accounts(${key})`)).toBe(200);
    expect(await one("root", `targetSystems('T1')/accounts(${key})`)).toBe(200);
    expect(await one("root", `targetSystems('T1')/accounts(${key})/shortId/$value`)).toBe(200);
    expect(await one("root", `users(${keys["ada"]})/accounts(${key})`)).toBe(404);
    expect(await one("ben", `users(${keys["ada"]})/accounts(${key})`)).toBe(403);
    expect(await one("ben", `targetSystems('T1')/accounts(${key})`)).toBe(403);
  });

  test("expands only what they see", async () => {
    const { json } = await read("ben", "users", "$expand=accounts($select=shortId;$count=true)");
    expect(json.value).toMatchObject([{ id: "ben", accounts: [{ shortId: "ben-0" }], "accounts@odata.count": 1 }]);
  });

  test.each(["$filter=user/id eq 'ben'", "$compute=user/id as owner", "$expand=user"])(
    "may not follow a relation under a policy that refuses it: %s",
    async (query) => {
      expect(await read("ben", `users(${keys["ben"]})/accounts`, query)).toMatchObject({ status: 403 });
    },
  );
});
