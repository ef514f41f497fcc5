import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestApi, type TestApi, type TestCall } from "#test/support/api.ts";

let api: TestApi;
let ada: string;
let group: string;

beforeAll(async () => {
  api = await openTestApi();
  ada = (await api.addUser("ada")).key;
  const { store, ids } = api.context;
  group = ids.guid();
  const names = { stableId: "staff", longId: "staff", shortId: "staff", displayId: "staff" };
  await store.transaction(() => store.add("groups", { key: group, targetSystemKey: "LDAP", ...names }));
});
afterAll(() => api.close());

const call = async (method: string, tail = "", part: TestCall = {}) => {
  const { status, json } = await api.send(method, `/v2/groups(${group})/owners${tail}`, { as: "root", ...part });
  return [status, json?.error?.code ?? json?.value?.map(({ id }: { id: string }) => id)];
};

describe("the owners of a group", () => {
  it.each<[string, unknown, string]>([
    ["nobody", {}, "INPUT_INVALID"],
    ["whoever is no user", { userKey: "00000000-0000-4000-8000-000000000000" }, "USER_UNKNOWN"],
    ["a field that is not known", { userKey: "00000000-0000-4000-8000-000000000000", veto: true }, "INPUT_INVALID"],
  ])("are not %s", async (_name, body, code) => {
    expect(await call("POST", "", { body })).toEqual([400, code]);
    expect(await call("GET")).toEqual([200, []]);
  });

  it("are added and removed by hand, by superusers unless a policy says otherwise, and audited", async () => {
    expect(await call("POST", "", { as: "ada", body: { userKey: ada } })).toEqual([403, "FORBIDDEN"]);
    expect(await call("POST", "", { body: { userKey: ada } })).toEqual([204, undefined]);
    expect(await call("POST", "", { body: { userKey: ada } })).toEqual([409, "GROUP_OWNER_EXISTS"]);
    expect(await call("GET")).toEqual([200, ["ada"]]);
    expect(await call("DELETE", `(${ada})`, { as: "ada" })).toEqual([403, "FORBIDDEN"]);
    expect(await call("DELETE", `(${ada})`)).toEqual([204, undefined]);
    expect(await call("DELETE", `(${ada})`)).toEqual([404, "NOT_FOUND"]);
    const rows = await api.store.select("sesslog_full", { where: { ident: group, result: "S" } });
    expect(rows.map(({ operation, recipient }) => [operation, recipient])).toEqual([
      ["GOWA", ada],
      ["GOWR", ada],
    ]);
  });

  it("are not taken away here where the target names them", async () => {
    const { store, ids } = api.context;
    const owner = { key: ids.guid(), groupKey: group, userKey: ada, fromTarget: true };
    await store.transaction(() => store.add("groupOwners", owner));
    expect(await call("DELETE", `(${ada})`)).toEqual([409, "GROUP_OWNER_OF_TARGET"]);
    expect(await call("POST", "", { body: { userKey: ada } })).toEqual([204, undefined]);
    expect(await call("DELETE", `(${ada})`)).toEqual([204, undefined]);
  });
});
