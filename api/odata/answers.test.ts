import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestApi, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

const root = `${testPublicAddress}/v2`;
const accountsOfAda = 230;
let api: TestApi;
let ada: string;
let account: string;
let lonely: string;
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada", "ben"], targets: { T1: [], "A/B'C": [] } });
  ada = people["ada"]?.key ?? "";
  const { store, ids } = api.context;
  await store.transaction(async () => {
    for (let n = 0; n <= accountsOfAda; n++) {
      const key = ids.guid();
      const id = `a${String(n).padStart(3, "0")}`;
      const own = n < accountsOfAda;
      if (n === 0) account = key;
      if (!own) lonely = key;
      const ids4 = { stableId: id, longId: id, shortId: id, displayId: id };
      await store.save("accounts", { key, targetSystemKey: "T1", ...ids4, ...(own ? { userKey: ada } : {}) });
    }
    await store.save("accountAttributes", {
      key: ids.guid(),
      accountKey: account,
      name: "mail",
      sequence: 1,
      value: "a@b",
    });
  });
});
afterAll(() => api.close());

const get = (path: string, headers: Record<string, string> = {}) => api.send("GET", path, { as: "root", headers });
const pathOf = (link: string) => link.slice(testPublicAddress.length);
const codeOf = async (path: string) => {
  const { status, json } = await get(path);
  return [status, json?.error?.code];
};

describe("a path", () => {
  it("leads along navigations, and each entity on the way must be there", async () => {
    const attributes = await get(`/v2/accounts(${account})/attributes`);
    expect(attributes.json.value).toMatchObject([{ name: "mail", data: { value: "a@b" } }]);
    expect(attributes.json["@odata.context"]).toBe(`${root}/$metadata#accounts(${account})/attributes`);
    expect((await get(`/v2/accounts(${account})/user`)).json).toMatchObject({ id: "ada" });
    expect((await get(`/v2/accounts(${account})/user/accounts/$count`)).text).toBe(String(accountsOfAda));
    expect((await get(`/v2/accounts(${lonely})/user`)).status).toBe(204);
    expect(await codeOf(`/v2/accounts(${lonely})/user/accounts`)).toEqual([404, "NOT_FOUND"]);
    expect(await codeOf(`/v2/users(${api.context.ids.guid()})/accounts`)).toEqual([404, "NOT_FOUND"]);
    expect(await codeOf(`/v2/targetSystems('none')/accounts/$count`)).toEqual([404, "NOT_FOUND"]);
  });

  it("leads to a property, its bare value, and the number of its values", async () => {
    const key = (await get(`/v2/accounts(${account})/attributes`)).json.value[0].key;
    expect((await get(`/v2/users(${ada})/id`)).json).toEqual({
      "@odata.context": `${root}/$metadata#users(${ada})/id`,
      value: "ada",
    });
    expect((await get(`/v2/accounts(${account})/attributes(${key})/data/value/$value`)).text).toBe("a@b");
    const value = await get(`/v2/users(${ada})/id/$value`, { accept: "text/plain" });
    expect([value.headers["content-type"], value.text]).toEqual(["text/plain;charset=utf-8", "ada"]);
    expect((await get("/v2/targetSystems('T1')/address")).json).toMatchObject({ file: "none" });
    expect((await get("/v2/targetSystems('T1')/address/file")).json.value).toBe("none");
    expect((await get("/v2/targetSystems('T1')/proxyServers/$count")).text).toBe("0");
    expect((await get(`/v2/targetSystems('T1')/helpUrl`)).status).toBe(204);
    expect(await codeOf(`/v2/accounts(${account})/password`)).toEqual([404, "NOT_FOUND"]);
  });

  it("takes names in any case, keys with the name of their property, and slashes and quotes in keys", async () => {
    expect((await get(`/v2/Users(${ada})/ACCOUNTS/$COUNT`)).text).toBe(String(accountsOfAda));
    expect((await get(`/v2/users(key=${ada})/DisplayName/$value`)).text).toBe("ada");
    expect((await get("/v2/targetSystems('A%2FB''C')/description")).json.value).toBe("A/B'C");
    expect(await codeOf(`/v2/users(id=${ada})`)).toEqual([400, "KEY_INVALID"]);
    expect(await codeOf(`/v2/accounts(${account})/attributes('x')`)).toEqual([400, "KEY_INVALID"]);
  });

  it("leads to references, and through the names of types", async () => {
    const { json } = await get("/v2/accounts/$ref?$top=1&$orderby=shortId");
    expect(json).toMatchObject({
      "@odata.context": `${root}/$metadata#Collection($ref)`,
      value: [{ "@odata.id": `${root}/accounts(${account})` }],
    });
    expect((await get(`/v2/users(${ada})/$ref`)).json["@odata.id"]).toBe(`${root}/users(${ada})`);
    expect((await get("/v2/users/Gatehouse.REST.Models.v2.User/$count")).text).toBe("3");
    expect((await get(`/v2/users(${ada})/credentials/Gatehouse.REST.Models.v2.Question`)).json.value).toEqual([]);
    expect(await codeOf("/v2/users/Gatehouse.REST.Models.v2.Account")).toEqual([404, "NOT_FOUND"]);
  });

  it.each(["/v2/users/$each", "/v2/users/$filter(true)", "/v2/$all", "/v2/$crossjoin(users,groups)", "/v2/$entity"])(
    "%s is known and answered with 501",
    async (path) => expect(await codeOf(path)).toEqual([501, "NOT_SUPPORTED"]),
  );

  it.each(["/nothing", "/$nothing", "/id/nothing", "/id/$count", "/$value", "/id('1')"])(
    "to a user with %s behind is 404 for every method",
    async (tail) => {
      for (const method of ["GET", "POST", "PATCH"]) {
        const { status } = await api.send(method, `/v2/users(${ada})${tail}`, { as: "root" });
        expect([method, status]).toEqual([method, 404]);
      }
    },
  );

  it("that can only be read says so", async () => {
    const { status, headers } = await api.send("DELETE", `/v2/users(${ada})/displayName`, { as: "root" });
    expect([status, headers["allow"]]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});

describe("pages", () => {
  it("of an expansion and of an order go on by absolute links that hold all options", async () => {
    const { json } = await get(
      "/v2/users?$filter=id%20eq%20'ada'&$expand=accounts($select=longId;$orderby=shortId%20desc;$filter=longId%20ne%20'a003')&$count=true",
    );
    expect(json["@odata.count"]).toBe(1);
    expect(json.value[0].accounts).toHaveLength(accountsOfAda - 1);
    const seen: string[] = [];
    let next: string | undefined =
      `/v2/users(${ada})/accounts?$select=longId&$orderby=shortId%20desc&$count=true&$filter=longId%20ne%20'a003'`;
    for (; next !== undefined;) {
      const page: { json: Record<string, unknown> & { value: { longId: string }[] } } = await get(next);
      expect(page.json["@odata.count"]).toBe(accountsOfAda - 1);
      seen.push(...page.json.value.map(({ longId }) => longId));
      const link = page.json["@odata.nextLink"] as string | undefined;
      if (link !== undefined)
        expect(link).toMatch(/^https:\/\/gatehouse\.example\/v2\/users\([0-9a-f-]+\)\/accounts\?\$skiptoken=/);
      next = link && pathOf(link);
    }
    expect(seen).toHaveLength(accountsOfAda - 1);
    expect(seen).toEqual(seen.toSorted().toReversed());
  });

  it("lose no row that stays, and give none twice, while others come and go", async () => {
    const { store, ids } = api.context;
    const added: string[] = [];
    const seen: string[] = [];
    let next: string | undefined = "/v2/accounts?$orderby=shortId";
    for (let page = 0; next !== undefined; page++) {
      const { json }: { json: { value: { key: string }[]; "@odata.nextLink"?: string } } = await get(next, {
        prefer: "maxpagesize=40",
      });
      seen.push(...json.value.map(({ key }) => key));
      await store.transaction(async () => {
        const [first] = added.splice(0, 1);
        if (first !== undefined) await store.remove("accounts", first);
        for (const id of [`a${page}00x`, `a${page + 1}0`]) {
          const key = ids.guid();
          added.push(key);
          await store.save("accounts", {
            key,
            targetSystemKey: "A/B'C",
            stableId: key,
            longId: id,
            shortId: id,
            displayId: id,
          });
        }
      });
      next = json["@odata.nextLink"] && pathOf(json["@odata.nextLink"]);
    }
    const stayed = await store.select("accounts", { where: { targetSystemKey: "T1" } });
    expect(new Set(seen).size).toBe(seen.length);
    expect(stayed.filter(({ key }) => !seen.includes(key))).toEqual([]);
    await store.transaction(async () => {
      for (const key of added) await store.remove("accounts", key);
    });
  });

  it("take nothing but a format beside their token", async () => {
    const { json } = await get("/v2/accounts?$top=150&$select=longId", { prefer: "maxpagesize=100" });
    const link = pathOf(json["@odata.nextLink"]);
    expect((await get(`${link}&$format=json`)).json.value).toHaveLength(50);
    expect(await codeOf(`${link}&$filter=true`)).toEqual([400, "QUERY_OPTION_INVALID"]);
    expect(await codeOf(link.replace("/accounts", "/groups"))).toEqual([400, "QUERY_OPTION_INVALID"]);
  });
});

describe("expansions", () => {
  it("give entities, counts and references", async () => {
    const { json } = await get(`/v2/users(${ada})?$select=id&$expand=accounts/$count`);
    expect(json).toMatchObject({ id: "ada", "accounts@odata.count": accountsOfAda });
    const references = await get(`/v2/users(${ada})?$expand=accounts/$ref($top=1;$orderby=shortId)`);
    expect(references.json.accounts).toEqual([{ "@odata.id": `${root}/accounts(${account})` }]);
    const counted = await get(`/v2/users(${ada})?$expand=accounts($top=2;$count=true;$select=longId)`);
    expect(counted.json.accounts).toHaveLength(2);
    expect(counted.json["accounts@odata.count"]).toBe(accountsOfAda);
    expect(counted.json).not.toHaveProperty("accounts@odata.nextLink");
  });

  it("bring what no column holds to entities on every level", async () => {
    const { json } = await get(
      `/v2/accounts(${account})?$expand=targetSystem($select=id,allowPasswordChange,authorizationPhases)`,
    );
    expect(json.targetSystem).toMatchObject({ id: "T1", allowPasswordChange: true, authorizationPhases: [] });
  });

  it("go five levels deep, not six", async () => {
    const deep = (levels: number): string =>
      levels === 1 ? "accounts" : `accounts($expand=user($expand=${deep(levels - 2)}))`;
    expect((await get(`/v2/targetSystems('none1')?$expand=${deep(5)}`)).status).toBe(404);
    expect(await codeOf(`/v2/users(${ada})?$expand=${deep(7)}`)).toEqual([400, "EXPAND_TOO_DEEP"]);
  });
});
