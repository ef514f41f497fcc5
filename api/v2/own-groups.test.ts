import { afterAll, beforeAll, expect, it } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";

let api: TestApi;
let ada: { readonly id: string; readonly key: string };
let ben: { readonly id: string; readonly key: string };
let adasAccount: string;

beforeAll(async () => {
  api = await openTestApi();
  [ada, ben] = [await api.addUser("ada"), await api.addUser("ben")];
  adasAccount = await member(ada, "staff");
  await member(ben, "board");
});
afterAll(() => api.close());

/** Adds a group with an account of a user in it. */
async function member(of: { readonly id: string; readonly key: string }, group: string): Promise<string> {
  const { store, ids } = api.context;
  const [accountKey, groupKey] = [ids.guid(), ids.guid()];
  const named = (id: string) => ({ targetSystemKey: "AD1", stableId: id, longId: id, shortId: id, displayId: id });
  await store.transaction(async () => {
    await store.save("accounts", { key: accountKey, ...named(of.id), userKey: of.key });
    await store.save("groups", { key: groupKey, ...named(group) });
    await store.save("groupMemberships", { key: ids.guid(), groupKey, accountKey });
  });
  return accountKey;
}

const get = (path: string, as: string) => api.send("GET", path.replaceAll(" ", "%20"), { as });
const withGroups = "$expand=groupMemberships($expand=group($select=shortId))";

it("everybody reads the groups of their own accounts, with the accounts", async () => {
  const { status, json } = await get(`/v2/users(${ada.key})/accounts?${withGroups}`, "ada");
  expect(status).toBe(200);
  expect(json.value).toMatchObject([{ shortId: "ada", groupMemberships: [{ group: { shortId: "staff" } }] }]);
});

it("nobody reads or counts the groups of others", async () => {
  expect((await get(`/v2/users(${ben.key})/accounts?${withGroups}`, "ada")).status).toBe(403);
  const named = (group: string) => `$filter=groupMemberships/any(m:m/group/shortId eq '${group}')`;
  const found = async (group: string) =>
    (await get(`/v2/users(${ada.key})/accounts?${named(group)}`, "ada")).json.value.length;
  expect([await found("staff"), await found("board")]).toEqual([1, 0]);
});

it("the memberships of an account are asked for by who may read accounts", async () => {
  const path = `/v2/accounts(${adasAccount})/groupMemberships?$expand=group`;
  expect((await get(path, "ada")).status).toBe(403);
  expect((await get(path, "root")).json.value).toMatchObject([{ group: { shortId: "staff" } }]);
});
