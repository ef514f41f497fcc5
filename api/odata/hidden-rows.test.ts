import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { policyOf } from "#domain/policy-name.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";
import { callerOf } from "#test/support/service.ts";

let api: TestApi;
let ada: string;
let ben: string;
let hidden: string;
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada", "ben"], targets: { T1: [] } });
  await api.letIn(...Object.values(people));
  [ada, ben] = [people["ada"]?.key ?? "", people["ben"]?.key ?? ""];
  const { store, ids } = api.context;
  await store.transaction(async () => {
    for (const [id, userKey] of [
      ["a1", ada],
      ["b1", ben],
      ["b2", ben],
    ] as const) {
      const key = ids.guid();
      if (id === "b1") hidden = key;
      await store.save("accounts", {
        key,
        targetSystemKey: "T1",
        stableId: id,
        longId: id,
        shortId: id,
        displayId: id,
        userKey,
      });
    }
  });
});
afterAll(() => api.close());

const asAda = (path: string) => api.send("GET", path.replaceAll(" ", "%20"), { as: "ada" });
const idsIn = async (path: string) => (await asAda(path)).json.value.map(({ id }: { id: string }) => id);

// A user sees their own row and their own accounts; ada must learn nothing of ben's.
describe("of rows that the caller may not see, nothing is told by", () => {
  it("a list, a filter, a search and an order", async () => {
    expect(await idsIn("/v2/users")).toEqual(["ada"]);
    expect(await idsIn("/v2/users?$filter=id eq 'ben'")).toEqual([]);
    expect(await idsIn("/v2/users?$search=ben")).toEqual([]);
    expect(await idsIn("/v2/users?$orderby=id desc&$skip=0&$top=5")).toEqual(["ada"]);
  });

  it("a count, at any place", async () => {
    expect((await asAda("/v2/users/$count")).text).toBe("1");
    expect((await asAda("/v2/users?$count=true&$top=0")).json["@odata.count"]).toBe(1);
    expect((await asAda("/v2/users?$expand=accounts($count=true;$top=0)")).json.value[0]["accounts@odata.count"]).toBe(
      1,
    );
    expect((await asAda(`/v2/users(${ada})/accounts/$count`)).text).toBe("1");
    expect((await asAda(`/v2/users(${ben})/accounts/$count`)).status).toBe(403);
  });

  it("any, all and $count in a filter or an order", async () => {
    expect(await idsIn("/v2/users?$filter=accounts/any(a:startswith(a/stableId,'b'))")).toEqual([]);
    expect(await idsIn("/v2/users?$filter=accounts/all(a:a/stableId eq 'a1')")).toEqual(["ada"]);
    expect(await idsIn("/v2/users?$filter=accounts/$count gt 1")).toEqual([]);
    expect((await asAda("/v2/users?$orderby=accounts/$count desc")).json.error.code).toBe("ORDER_BY_NOT_ALLOWED");
    expect((await asAda("/v2/users?$compute=accounts/$count as n&$select=n")).json.value).toMatchObject([{ n: 1 }]);
  });

  it("an expansion: what the caller may not read at all refuses the call", async () => {
    const { json } = await asAda("/v2/users?$expand=accounts");
    expect(json.value[0].accounts.map(({ stableId }: { stableId: string }) => stableId)).toEqual(["a1"]);
    for (const path of [
      "/v2/users?$expand=accounts($expand=targetSystem)",
      "/v2/users?$filter=accounts/any(a:a/targetSystem/description eq 'T1')",
      "/v2/users?$orderby=id&$expand=accounts($filter=user/id eq 'ben')",
      `/v2/accounts(${hidden})`,
      `/v2/accounts(${hidden})/user`,
      `/v2/users(${ben})/id/$value`,
      `/v2/users(${ben})/$ref`,
      `/v2/users(${api.context.ids.guid()})`,
    ]) {
      expect([path, (await asAda(path)).status]).toEqual([path, 403]);
    }
  });

  it("a link to a next page of somebody else", async () => {
    const { json } = await api.send("GET", "/v2/users?$orderby=id", {
      as: "root",
      headers: { prefer: "maxpagesize=1" },
    });
    const link = String(json["@odata.nextLink"]).replace("https://gatehouse.example", "");
    expect(await idsIn(link)).toEqual([]);
  });
});

describe("a value that a policy of its own hides is told at no address", () => {
  let account = "";
  let attributes: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    const { store, ids } = api.context;
    const [own] = await store.select("accounts", { where: { userKey: ada } });
    account = own?.key ?? "";
    attributes = { phone: ids.guid(), salary: ids.guid() };
    await store.transaction(async () => {
      for (const [name, key] of Object.entries(attributes))
        await store.save("accountAttributes", { key, accountKey: account, name, sequence: 0, value: `${name} of ada` });
    });
    await allow(policyOf.get("accounts"), "true");
    await allow(policyOf.list("accounts"), "true");
    await allow(policyOf.get("accounts/attributes"), "true");
    await allow(policyOf.list("accounts/attributes"), "true");
  });

  async function allow(name: string, expression: string): Promise<void> {
    const [root] = await api.store.select("users", { where: { id: "root" } });
    const caller = callerOf(root ?? { key: "", id: "", superuser: false });
    await invoke(setPolicy, api.context, caller, { key: name, expression, comment: "test" });
  }
  const valueOf = (name: string) => `data/value eq '${name} of ada'`;
  const namesIn = async (path: string) => {
    const { json } = await asAda(path);
    return json.value.map(({ name }: { name: string }) => name).toSorted();
  };

  it("to those who may see no value: only what leaves it out is answered", async () => {
    await allow(policyOf.get("accounts/attributes/data/value"), "IsSuperuser()");
    const list = `/v2/accounts(${account})/attributes`;
    for (const path of [
      list,
      `${list}(${attributes["salary"]})`,
      `${list}(${attributes["salary"]})/data/value`,
      `${list}?$select=key&$filter=${valueOf("salary")}`,
      `${list}?$select=key&$orderby=data/value`,
      `/v2/accounts(${account})?$expand=attributes`,
      `/v2/accounts(${account})?$select=attributeValues`,
      `/v2/accounts(${account})/attributeValues`,
      `/v2/accounts?$filter=attributes/any(a:a/${valueOf("salary")})`,
    ]) {
      expect([path, (await asAda(path)).status]).toEqual([path, 403]);
    }
    expect(await namesIn(`${list}?$select=key,name`)).toEqual(["phone", "salary"]);
    expect((await asAda(`${list}/$count`)).text).toBe("2");
    expect((await api.send("GET", list, { as: "root" })).json.value).toHaveLength(2);
  });

  it("to those who may see some: the rows of the others are not there", async () => {
    await allow(policyOf.get("accounts/attributes/data/value"), "resource.name == 'phone'");
    const list = `/v2/accounts(${account})/attributes`;
    expect(await namesIn(list)).toEqual(["phone"]);
    expect(await namesIn(`${list}?$select=name&$filter=${valueOf("salary")}`)).toEqual([]);
    const { json } = await asAda(`/v2/accounts(${account})?$expand=attributes`);
    expect(json.attributes.map(({ name }: { name: string }) => name)).toEqual(["phone"]);
    const together = await asAda(`/v2/accounts(${account})?$select=attributeValues`);
    expect(together.json.attributeValues).toEqual({ phone: ["phone of ada"] });
    const having = (name: string) => `/v2/accounts?$select=stableId&$filter=attributes/any(a:a/${valueOf(name)})`;
    expect((await asAda(having("phone"))).json.value).toMatchObject([{ stableId: "a1" }]);
    expect((await asAda(having("salary"))).json.value).toEqual([]);
    expect((await asAda(`${list}(${attributes["salary"]})`)).status).toBe(403);
  });
});
