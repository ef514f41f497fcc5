import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";

let api: TestApi;
const keys: Record<string, string> = {};

beforeAll(async () => {
  api = await openTestApi();
  const { store } = api.context;
  const eva = await api.addUser("eva");
  const ada = await api.addUser("ada");
  const ben = await api.addUser("ben");
  await store.transaction(() => store.save("users", { key: ada.key, managerKey: eva.key }));
  Object.assign(keys, { ada: ada.key, ben: ben.key });
  await haveMember("ada", "staff");
  await haveMember("ben", "board");
});
afterAll(() => api.close());

/** Adds a group with an account of a user in it. */
async function haveMember(id: string, group: string): Promise<void> {
  const { store, ids } = api.context;
  const [accountKey, groupKey] = [ids.guid(), ids.guid()];
  keys[`${id}'s account`] = accountKey;
  keys[group] = groupKey;
  const named = (name: string) => ({
    targetSystemKey: "AD1",
    stableId: name,
    longId: name,
    shortId: name,
    displayId: name,
  });
  await store.transaction(async () => {
    await store.save("accounts", { key: accountKey, ...named(id), userKey: keys[id] ?? null });
    await store.save("groups", { key: groupKey, ...named(group) });
    await store.save("groupMemberships", { key: ids.guid(), groupKey, accountKey });
    await store.save("groupOwners", { key: ids.guid(), groupKey, userKey: keys[id] ?? "" });
  });
}

const get = async (path: string, as: string) => {
  const { status, json } = await api.send("GET", path.replaceAll(" ", "%20"), { as });
  return { status, rows: (json.value ?? []) as Record<string, unknown>[], json };
};

describe("grants", () => {
  test("cannot be written by anyone", async () => {
    expect((await api.send("POST", "/v2/grants", { as: "root", body: { kind: "account" } })).status).toBe(405);
    const { rows } = await get("/v2/grants", "root");
    const path = `/v2/grants(${String(rows[0]?.["key"])})`;
    expect((await api.send("PATCH", path, { as: "root", body: { until: null } })).status).toBe(405);
    expect((await api.send("DELETE", path, { as: "root" })).status).toBe(405);
  });

  test("tell a superuser who has what, and why", async () => {
    const { rows } = await get("/v2/grants?$expand=user($select=id)", "root");
    const words = rows.map(({ kind, user, accountName, groupName, because, endedAt }) =>
      [(user as { id: string }).id, kind, accountName, groupName, because, endedAt].join(" "),
    );
    expect(words.toSorted()).toEqual([
      "ada account ada  direct ",
      "ada membership ada staff direct ",
      "ada ownership  staff direct ",
      "ben account ben  direct ",
      "ben membership ben board direct ",
      "ben ownership  board direct ",
    ]);
  });

  test("tell people of their own access, and managers of that of their direct reports", async () => {
    const namesFor = async (as: string) =>
      (await get("/v2/grants", as)).rows
        .map(({ kind, accountName, groupName }) => [kind, accountName, groupName].join(" "))
        .toSorted();
    expect(await namesFor("ben")).toEqual(["account ben ", "membership ben board", "ownership  board"]);
    expect(await namesFor("eva")).toEqual(["account ada ", "membership ada staff", "ownership  staff"]);
    expect((await get(`/v2/users(${keys["ada"]})/grants`, "ada")).rows).toHaveLength(3);
    expect((await get(`/v2/users(${keys["ada"]})/grants`, "ben")).status).toBe(403);
    expect((await get(`/v2/groups(${keys["staff"]})/grants`, "ada")).status).toBe(403);
  });

  test("are found from the thing: its account, its group, its target system", async () => {
    const kinds = async (path: string) => (await get(path, "root")).rows.map(({ kind }) => kind).toSorted();
    expect(await kinds(`/v2/accounts(${keys["ada's account"]})/grants`)).toEqual(["account", "membership"]);
    expect(await kinds(`/v2/groups(${keys["staff"]})/grants`)).toEqual(["membership", "ownership"]);
    const { store } = api.context;
    expect(await store.count("grants", { targetSystemKey: "AD1" })).toBe(6);
  });

  test("tell what was there on a day that has gone", async () => {
    const { store, clock } = api.context;
    const [given] = await store.select("grants", { where: { kind: "membership", groupKey: keys["board"] ?? "" } });
    const before = new Date((given?.from ?? 0) + 1).toISOString();
    await expect.poll(() => clock.now()).toBeGreaterThan((given?.from ?? 0) + 1);
    await store.transaction(async () => {
      const [member] = await store.select("groupMemberships", { where: { groupKey: keys["board"] ?? "" } });
      await store.remove("groupMemberships", member?.key ?? "");
    });
    const asOf = (moment: string) =>
      get(
        `/v2/grants?$filter=groupName eq 'board' and from le ${moment} and (endedAt eq null or endedAt gt ${moment})`,
        "root",
      );
    const later = new Date(clock.now() + 60_000).toISOString();
    expect((await asOf(before)).rows).toHaveLength(2);
    expect((await asOf(later)).rows).toMatchObject([{ kind: "ownership" }]);
    const { rows } = await get(`/v2/grants?$filter=kind eq 'membership' and groupName eq 'board'`, "root");
    expect(rows).toMatchObject([{ endedBecause: "direct", lastConfirmedAt: null }]);
  });

  test("say when a discovery has last found the access, and nothing where none has", async () => {
    const { store, clock } = api.context;
    const startedAt = clock.now() + 1_000;
    await store.transaction(() => store.save("listings", { targetSystemKey: "AD1", startedAt }));
    const confirmed = async () =>
      Object.fromEntries(
        (await get("/v2/grants?$filter=groupName eq 'staff'", "root")).rows.map(({ kind, lastConfirmedAt }) => [
          kind,
          lastConfirmedAt,
        ]),
      );
    const then = new Date(startedAt).toISOString();
    expect(await confirmed()).toEqual({ membership: then, ownership: then });
    await store.transaction(async () => {
      const [member] = await store.select("groupMemberships", { where: { groupKey: keys["staff"] ?? "" } });
      await store.save("groupMemberships", { key: member?.key ?? "", shownByTarget: false });
    });
    expect(await confirmed()).toEqual({ membership: null, ownership: then });
  });
});
