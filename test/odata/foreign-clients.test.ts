import { OData } from "@odata/client";
import * as odataQuery from "odata-query";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Row } from "#store/tables.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { foundOrganisation } from "../support/organisation.ts";

type Json = Record<string, unknown>;

// Its types say CommonJS, but its module is not.
const { default: buildQuery, guid } = odataQuery as unknown as {
  default: (options: object) => string;
  guid: (value: string) => object;
};

let api: TestApi;
let people: Readonly<Record<string, Row<"users">>>;
let token: string;
const account = "a0000000-0000-4000-8000-000000000000";
const capabilities = ["create", "delete", "get", "update", "unlock", "resetPassword"];

beforeAll(async () => {
  api = await openTestApi();
  ({ people } = await foundOrganisation(api.context, {
    people: ["ada", "bob", "cy"],
    targets: { T1: [], T2: [] },
    capabilities,
  }));
  await api.store.transaction(async () => {
    for (const [index, id] of ["ada", "bob", "cy"].entries()) {
      const key = account.slice(0, -1) + String(index);
      const names = { stableId: id, longId: id, shortId: id, displayId: id, enabled: true, locked: false };
      const targetSystemKey = index < 2 ? "T1" : "T2";
      await api.store.save("accounts", { key, ...names, targetSystemKey, userKey: people[id]?.key ?? null });
      for (const [sequence, value] of [`${id}@example.test`, `${id}@example.org`].entries()) {
        const row = {
          key: `b0000000-0000-4000-8000-0000000000${index}${sequence}`,
          accountKey: key,
          name: "mail",
          sequence,
        };
        await api.store.save("accountAttributes", { ...row, value });
      }
    }
    await api.store.save("targetSystems", { id: "T1", targetGroup: "DEFAULT" });
  });
  token = await api.tokenOf("root");
});
afterAll(() => api.close());

// @specification 1.rest 4.query-options
describe("odata-query with fetch", () => {
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${api.address}/v2/${path}`, { ...init, headers });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: (text === "" ? {} : JSON.parse(text)) as Json };
  };
  const ids = ({ body }: { body: Json }) => (body["value"] as Json[]).map(({ shortId }) => shortId);

  test("reads one by its key and a page in an order", async () => {
    const one = await call(`accounts${buildQuery({ key: guid(account), select: ["shortId", "enabled"] })}`);
    expect(one).toMatchObject({ status: 200, body: { shortId: "ada", enabled: true } });
    expect(one.body).not.toHaveProperty("stableId");
    const page = await call(`accounts${buildQuery({ orderBy: ["shortId desc"], top: 2, skip: 1, count: true })}`);
    expect([ids(page), page.body["@odata.count"]]).toEqual([["bob", "ada"], 3]);
  });

  test("filters with texts, flags, functions, lists and any", async () => {
    const found = async (filter: object) => ids(await call(`accounts${buildQuery({ filter, orderBy: "shortId" })}`));
    expect(await found({ shortId: "ada", enabled: true })).toEqual(["ada"]);
    expect(await found({ or: [{ shortId: { startswith: "a" } }, { shortId: { endswith: "y" } }] })).toEqual([
      "ada",
      "cy",
    ]);
    expect(await found({ shortId: { in: ["bob", "cy"] } })).toEqual(["bob", "cy"]);
    expect(await found({ not: { targetSystemKey: "T1" } })).toEqual(["cy"]);
    expect(await found({ attributes: { any: { name: "mail" } }, "length(shortId)": { eq: 2 } })).toEqual(["cy"]);
    expect(await found({ user: { id: "bob" } })).toEqual(["bob"]);
    expect(await found({ userKey: guid(people["cy"]?.key ?? "") })).toEqual(["cy"]);
  });

  test("expands over two levels with options of their own", async () => {
    const expand = {
      accounts: {
        filter: { enabled: true },
        select: ["shortId"],
        expand: { attributes: { orderBy: "sequence", top: 1 } },
      },
    };
    const query = buildQuery({ filter: { id: "ada" }, expand });
    const { status, body } = await call(`users${query}`);
    expect([status, body["value"]]).toMatchObject([
      200,
      [
        {
          id: "ada",
          accounts: [{ shortId: "ada", attributes: [{ sequence: 0, data: { value: "ada@example.test" } }] }],
        },
      ],
    ]);
  });

  test("patches, and follows what goes on", async () => {
    const path = `accounts${buildQuery({ key: guid(account) })}`;
    const accepted = await call(path, { method: "PATCH", body: JSON.stringify({ locked: false }) });
    expect(accepted).toMatchObject({ status: 202, body: { status: "notStarted", code: "UNLK", accountKey: account } });
    const [, operation] = /\/v2\/(.*)$/.exec(accepted.headers.get("location") ?? "") ?? [];
    expect(await call(String(operation))).toMatchObject({ status: 200, body: { status: "notStarted", error: null } });
    const group = `targetGroups${buildQuery({ key: "DEFAULT" })}`;
    const changed = await call(group, { method: "PATCH", body: JSON.stringify({ description: "By odata-query" }) });
    expect([200, 204]).toContain(changed.status);
    expect((await call(group)).body).toMatchObject({ description: "By odata-query" });
  });
});

// @specification 1.rest
describe("@odata/client", () => {
  const open = () =>
    OData.New4({
      serviceEndpoint: `${api.address}/v2/`,
      commonHeaders: { authorization: `Bearer ${token}` },
      version: "v4",
    });

  test("reads one and all", async () => {
    const client = open();
    expect(await client.getEntitySet<Json>("accounts").retrieve(account)).toMatchObject({ shortId: "ada" });
    expect(await client.getEntitySet<Json>("accounts").query()).toHaveLength(3);
    expect(await client.getEntitySet<Json>("targetSystems").retrieve("T1")).toMatchObject({ id: "T1", type: "fault" });
  });

  test("filters, orders and counts", async () => {
    const set = open().getEntitySet<Json>("accounts");
    const filter = OData.newFilter().property("targetSystemKey").eq("T1").property("enabled").eq(true);
    const options = OData.newOptions().filter(filter).orderby("shortId", "desc").select(["shortId"]);
    expect((await set.query(options)).map(({ shortId }) => shortId)).toEqual(["bob", "ada"]);
    expect(await set.find({ shortId: "cy" })).toMatchObject([{ shortId: "cy", targetSystemKey: "T2" }]);
    expect(await set.count(OData.newFilter().property("shortId").eq("ada"))).toBe(1);
  });

  test("expands", async () => {
    const options = OData.newOptions().filter("id eq 'bob'").expand("accounts");
    const [bob] = await open().getEntitySet<Json>("users").query(options);
    expect(bob).toMatchObject({ id: "bob", accounts: [{ shortId: "bob" }] });
  });

  test("patches, and is told what is refused", async () => {
    const client = open();
    await client.getEntitySet<Json>("targetGroups").update("DEFAULT", { description: "By @odata/client" });
    expect(await client.getEntitySet<Json>("targetGroups").retrieve("DEFAULT")).toMatchObject({
      description: "By @odata/client",
    });
    const accounts = client.getEntitySet<Json>("accounts");
    await accounts.update(account, { attributes: { mail: ["new@example.test"] } });
    const [operation] = await client.getEntitySet<Json>("operations").find({ code: "UPDA" });
    expect(operation).toMatchObject({ accountKey: account, status: "notStarted" });
    await expect(accounts.update(account, { locked: true })).rejects.toThrow(/locked: can only be set to false/);
  });

  test("takes several answers out of one $batch", async () => {
    const client = open();
    const requests = [
      client.newBatchRequest({ collection: "accounts", method: "GET", id: account }),
      client.newBatchRequest({ collection: "users", method: "GET", params: OData.newOptions().top(1) }),
    ];
    const answers = await client.execBatchRequestsJson(requests);
    expect(await Promise.all(answers.map(async (answer) => answer.json()))).toMatchObject([
      { shortId: "ada" },
      { value: [expect.anything()] },
    ]);
  });
});
