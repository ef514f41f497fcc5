import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestApi, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

const accountsMade = 250;
let api: TestApi;
let ada: { key: string };
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada", "ben"], targets: { T1: [], T2: [] } });
  await api.letIn(...Object.values(people));
  ada = people["ada"] as { key: string };
  const { store, ids } = api.context;
  await store.transaction(async () => {
    for (let n = 0; n < accountsMade; n++) {
      const name = `a${String(n).padStart(3, "0")}`;
      await store.save("accounts", {
        key: ids.guid(),
        targetSystemKey: n % 2 === 0 ? "T1" : "T2",
        stableId: name,
        longId: name,
        shortId: name,
        displayId: name,
        ...(n < 2 ? { userKey: ada.key } : {}),
        lastPasswordChange: Date.UTC(2030, 0, 1),
      });
    }
    await store.save("groups", {
      key: ids.guid(),
      targetSystemKey: "T1",
      stableId: "g",
      longId: "g",
      shortId: "g",
      displayId: "g",
    });
  });
});
afterAll(() => api.close());

const get = (path: string, headers: Record<string, string> = {}) => api.send("GET", path, { as: "root", headers });
const pathOf = (link: string) => link.slice(testPublicAddress.length);

async function walk(path: string, headers: Record<string, string> = {}) {
  const pages: { key: string }[][] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { json }: { json: { value: { key: string }[]; "@odata.nextLink"?: string } } = await get(next, headers);
    pages.push(json.value);
    next = json["@odata.nextLink"] && pathOf(json["@odata.nextLink"]);
  }
  return { sizes: pages.map(({ length }) => length), keys: pages.flat().map(({ key }) => key) };
}

describe("pages", () => {
  it("hold 100 entities and lead to the next by an absolute link, each entity once", async () => {
    const { json } = await get("/v2/accounts");
    expect(json["@odata.nextLink"]).toMatch(/^https:\/\/gatehouse\.example\/v2\/accounts\?\$skiptoken=[\w-]+$/);
    const { sizes, keys } = await walk("/v2/accounts");
    expect(sizes).toEqual([100, 100, 50]);
    expect(new Set(keys).size).toBe(accountsMade);
    expect(keys).toEqual(keys.toSorted());
  });

  it.each([
    [1, [1]],
    [100, [100]],
    [250, [250]],
    [251, [250]],
    [1000, [250]],
    [0, [0]],
  ])("$top=%i gives %j", async (top, sizes) => {
    expect((await walk(`/v2/accounts?$top=${top}`)).sizes).toEqual(sizes);
  });

  it("are as large as the caller prefers, also together with $top", async () => {
    const { headers } = await get("/v2/accounts", { prefer: "odata.maxpagesize=120" });
    expect(headers["preference-applied"]).toBe("maxpagesize=120");
    expect((await walk("/v2/accounts", { prefer: "maxpagesize=120" })).sizes).toEqual([120, 120, 10]);
    expect((await walk("/v2/accounts?$top=130", { prefer: "respond-async, maxpagesize=120" })).sizes).toEqual([
      120, 10,
    ]);
    expect((await walk("/v2/accounts", { prefer: "maxpagesize=99999" })).sizes).toEqual([250]);
  });

  it("go on correctly below one entity", async () => {
    const { sizes } = await walk("/targetsystems('T1')/accounts", { prefer: "maxpagesize=100" });
    expect(sizes).toEqual([100, 25]);
  });
});

describe("a skiptoken", () => {
  const refused = async (path: string) => {
    const { status, json } = await get(path);
    return [status, json.error?.code, json.error?.target];
  };

  it("that was changed, made up, or given for another address is refused", async () => {
    const { json } = await get("/v2/accounts");
    const link = pathOf(json["@odata.nextLink"]);
    const token = link.split("=")[1] ?? "";
    const middle = Math.floor(token.length / 2);
    const changed = `${token.slice(0, middle)}${token[middle] === "A" ? "B" : "A"}${token.slice(middle + 1)}`;
    for (const path of [
      `/v2/accounts?$skiptoken=${changed}`,
      "/v2/accounts?$skiptoken=",
      "/v2/accounts?$skiptoken=abc",
      `/v2/users?$skiptoken=${token}`,
    ]) {
      expect(await refused(path)).toEqual([400, "QUERY_OPTION_INVALID", "$skiptoken"]);
    }
    expect(await refused(`${link}&$top=1`)).toEqual([400, "QUERY_OPTION_INVALID", "$top"]);
  });
});

describe("attributes of an account", () => {
  it("come in the order of their names, page by page, unless another one is asked for", async () => {
    const { store, ids } = api.context;
    const [account] = (await get("/v2/accounts?$filter=shortId eq 'a000'".replaceAll(" ", "%20"))).json.value;
    const names = ["mail", "cn", "sn", "description", "uid", "title"];
    await store.transaction(async () => {
      for (const name of [...names, "cn"]) {
        const sequence = name === "cn" ? names.length : 0;
        const row = { key: ids.guid(), accountKey: account.key, name, value: `${name} value`, sequence };
        await store.save("accountAttributes", row);
      }
    });
    const sorted = [...names, "cn"].toSorted();
    const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);
    const path = `/v2/accounts(${account.key})/attributes`;
    const { sizes, keys } = await walk(path, { prefer: "maxpagesize=2" });
    expect(sizes).toEqual([2, 2, 2, 1]);
    const { json } = await get(`/v2/accounts(${account.key})?$expand=attributes`);
    expect(namesOf(json.attributes)).toEqual(sorted);
    expect(json.attributes.map(({ key }: { key: string }) => key)).toEqual(keys);
    expect(namesOf((await get(`${path}?$orderby=name%20desc`)).json.value)).toEqual(sorted.toReversed());
  });
});

describe("query options", () => {
  it.each(["apply", "index", "deltatoken"])("$%s is known and answered with 501, in every spelling", async (name) => {
    for (const written of [`$${name}`, name, `$${name.toUpperCase()}`, `%24${name}`]) {
      const { status, json } = await get(`/v2/accounts?${written}=1`);
      expect([status, json.error.code]).toEqual([501, "QUERY_OPTION_NOT_SUPPORTED"]);
    }
  });

  it.each([
    ["?$top=-1", 400, "QUERY_OPTION_INVALID"],
    ["?$top=", 400, "QUERY_OPTION_INVALID"],
    ["?$top", 400, "QUERY_OPTION_INVALID"],
    ["?$top=1.5", 400, "QUERY_OPTION_INVALID"],
    ["?$top=4096", 200, undefined],
    ["?$top=1&top=2", 400, "QUERY_OPTION_INVALID"],
    ["?@p=1", 200, undefined],
    ["?$tops=1", 400, "QUERY_OPTION_UNKNOWN"],
    ["?%ff=1", 400, "QUERY_OPTION_INVALID"],
    ["?sap-language=EN&sap-client=100&_=1700000000000", 200, undefined],
    ["?$top=1&x&utm_source=mail", 200, undefined],
    ["?tops=1", 400, "QUERY_OPTION_UNKNOWN"],
    ["?fitler=enabled", 400, "QUERY_OPTION_UNKNOWN"],
    [`?${"a&".repeat(51)}`, 400, "QUERY_OPTION_INVALID"],
    ["?", 200, undefined],
    ["?&TOP=1&", 200, undefined],
  ])("%s is %i %s", async (query, status, code) => {
    const answer = await get(`/v2/accounts${query}`);
    expect([answer.status, answer.json.error?.code]).toEqual([status, code]);
  });

  it("of others are let through at every address", async () => {
    const paths = ["/v2", "/v2/$metadata", "/v2/users/$count", `/v2/users(${ada.key})`, `/v2/users(${ada.key})/id`];
    for (const path of paths) {
      expect([path, (await get(`${path}?sap-language=EN&_=1`)).status]).toEqual([path, 200]);
      expect([path, (await get(`${path}?$nonsense=1`)).status]).toEqual([path, 400]);
    }
  });

  it("of others are let through with a next link", async () => {
    const { json } = await get("/v2/users?$top=2", { prefer: "maxpagesize=1" });
    const link = new URL(json["@odata.nextLink"]);
    expect((await get(`${link.pathname}${link.search}&_=1`)).status).toBe(200);
  });

  it("that are wrong are told by their place in what the caller has written", async () => {
    const { json } = await get("/v2/users?$top=1&$filter=id%20eq%20%27%C3%A4%27%20and%20nothing%20eq%201");
    // Counted in $top=1&$filter=id eq 'ä' and nothing eq 1
    expect(json.error.message).toContain("$filter, position 29: ");
  });

  it("mean nothing for one entity", async () => {
    const { status, json } = await get(`/v2/users(${ada.key})?$top=1`);
    expect([status, json.error.code]).toEqual([400, "QUERY_OPTION_INVALID"]);
  });
});

describe("the protocol", () => {
  it.each([
    [undefined, "4.0"],
    ["4.0", "4.0"],
    ["4.01", "4.01"],
    ["4.1", "4.01"],
    ["5.0", "4.01"],
  ])("answers OData-MaxVersion %s with OData-Version %s", async (max, version) => {
    const { headers } = await get("/v2/users", max === undefined ? {} : { "odata-maxversion": max });
    expect(headers["odata-version"]).toBe(version);
    expect(headers["content-type"]).toBe("application/json;odata.metadata=minimal;charset=utf-8");
  });

  it.each(["3.0", "new", ""])("refuses OData-MaxVersion '%s'", async (max) => {
    expect((await get("/v2/users", { "odata-maxversion": max })).status).toBe(400);
  });
});

describe("who reads what", () => {
  const status = async (as: string, path: string) => (await api.send("GET", path, { as })).status;

  it("shows a user their own row and their own accounts", async () => {
    const { json } = await api.send("GET", "/v2/users", { as: "ada" });
    expect(json.value.map(({ id }: { id: string }) => id)).toEqual(["ada"]);
    expect(Object.keys(json.value[0])).toEqual([
      "@odata.etag",
      "key",
      "id",
      "displayName",
      "mail",
      "language",
      "noticeDelivery",
      "digestHour",
      "locked",
      "disabled",
      "managerKey",
      "startsAt",
      "endsAt",
      "sponsorKey",
      "externalIncomplete",
      "timeZone",
      "calendar",
      "lastUpdatedModule",
      "lastUpdatedNode",
    ]);
    const accounts = await api.send("GET", `/v2/users(${ada.key})/accounts`, { as: "ada" });
    expect(accounts.json.value).toHaveLength(2);
    expect(accounts.json.value[0].lastPasswordChange).toBe("2030-01-01T00:00:00.000Z");
    expect(accounts.json.value[0]).not.toHaveProperty("password");
  });

  it("hides everybody else's", async () => {
    expect(await status("ben", `/v2/users(${ada.key})`)).toBe(403);
    expect(await status("ben", `/v2/users(${ada.key})/accounts`)).toBe(403);
    expect(await status("ben", `/v2/users(${api.context.ids.guid()})`)).toBe(403);
    for (const path of ["/v2/accounts", "/v2/groups", "/v2/proxyServers", "/v2/targetSystems"]) {
      expect(await status("ben", path)).toBe(403);
      expect(await status("root", path)).toBe(200);
    }
  });

  it("shows proxies without anything that could enrol one", async () => {
    const invited = await api.send("POST", "/v2/proxyServers('dmz1')/invite", { as: "root" });
    expect(invited.status).toBe(201);
    const { json, text } = await get("/v2/proxyServers('dmz1')");
    expect(json).toMatchObject({ id: "dmz1", status: "invited", connectors: [] });
    expect(text).not.toContain(invited.json.token);
    expect(Object.keys(json)).not.toContain("enrolmentTokenHash");
    expect((await api.send("POST", "/v2/proxyServers('dmz2')/invite", { as: "ada" })).status).toBe(403);
  });
});
