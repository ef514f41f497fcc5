import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Row } from "#store/tables.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

let api: TestApi;
let people: Readonly<Record<string, Row<"users">>>;
const ids = ["rita", "omar", "ben", "hilde"];

beforeAll(async () => {
  api = await openTestApi();
  const targets = { T1: [{ authorizers: ["ben"] }] };
  ({ people } = await foundOrganisation(api.context, { people: ids, classes: { _HELP_DESK_: ["hilde"] }, targets }));
  await api.letIn(...Object.values(people));
});
afterAll(() => api.close());

const keyOf = (id: string) => people[id]?.key ?? "";
const nameOf = (id: string) => ({ key: keyOf(id), id, displayName: id });
const get = async (path: string, as: string) => (await api.send("GET", path, { as })).json;
const found = async () => {
  const rows = await api.context.store.select("sesslog_full", {
    where: { operation: "AFND" },
    orderBy: [["seq", "asc"]],
  });
  return rows.map(({ actor, recipient, message, result }) => ({ actor, recipient, message, result }));
};

describe("whoever may read a request knows the names of those whom it names", () => {
  const operations = [{ code: "ACUA", targetSystemKey: "T1", attributes: { shortId: "omar" } }];
  let path = "";
  beforeAll(async () => {
    const { json } = await api.send("POST", "/v2/requests", {
      as: "omar",
      body: { recipientKey: keyOf("omar"), operations },
    });
    path = `/v2/requests(${json.key})`;
  });

  it("requester and recipient, without the right to read users", async () => {
    const along = `${path}?$select=number&$expand=requester($select=key,id,displayName),recipient($select=id)`;
    expect(await get(along, "ben")).toMatchObject({ requester: nameOf("omar"), recipient: { id: "omar" } });
    expect(await get(`${path}/recipient`, "ben")).toMatchObject(nameOf("omar"));
    expect((await api.send("GET", `/v2/users(${keyOf("omar")})`, { as: "ben" })).status).toBe(403);
    const all = await get(`${path}/recipient`, "root");
    expect(Object.keys(all).filter((name) => !/^@|^last/.test(name))).toEqual(["key", "id", "displayName"]);
    expect((await api.send("GET", `${path}/recipient`, { as: "rita" })).status).toBe(403);
  });

  it("asks for them in a $filter, among the requests that they may read", async () => {
    const asked = "/v2/requests?$filter=recipient/id%20eq%20'omar'&$select=key";
    expect((await get(asked, "ben")).value).toHaveLength(1);
    expect((await get(asked, "rita")).value).toEqual([]);
    const beyond = await api.send("GET", "/v2/requests?$filter=recipient/locked%20eq%20false", { as: "ben" });
    expect([beyond.status, beyond.json.error.code]).toEqual([400, "PROPERTY_UNKNOWN"]);
  });

  it("the authorizers of its phases, who is waited for, and who has decided", async () => {
    const [phase] = (await get(`${path}/phases`, "omar")).value;
    expect(phase.authorizers).toEqual([expect.objectContaining({ userKey: keyOf("ben"), person: nameOf("ben") })]);
    const waiting = await get(`${path}/explain`, "omar");
    expect(waiting.waitsFor).toEqual([expect.objectContaining({ userKey: keyOf("ben"), person: nameOf("ben") })]);
    await api.send("POST", `${path}/decide`, { as: "ben", body: { phase: 1, decision: "deny" } });
    expect((await get(`${path}/explain`, "omar")).phase.decisions).toMatchObject([{ person: nameOf("ben") }]);
    const [decision] = (await get(`${path}/decisions?$expand=person($select=id)`, "omar")).value;
    expect(decision).toMatchObject({ decision: "deny", person: { id: "ben" } });
    expect(await get(`${path}/decisions(${decision.key})/person`, "omar")).toMatchObject(nameOf("ben"));
  });
});

describe("/v2/people", () => {
  it("lets the help desk find people by name, and shows names alone; each look is audited", async () => {
    const { value } = await get("/v2/people?$search=rita", "hilde");
    expect(value).toEqual([expect.objectContaining(nameOf("rita"))]);
    expect(value[0]).not.toHaveProperty("locked");
    const all = await get("/v2/people?$count=true&$top=2&$orderby=id", "root");
    expect([all.value.length, all["@odata.count"]]).toEqual([2, ids.length + 1]);
    expect(await get(`/v2/people(${keyOf("omar")})`, "hilde")).toMatchObject(nameOf("omar"));
    const actor = keyOf("hilde");
    expect(await found()).toEqual([
      { actor, recipient: keyOf("rita"), message: null, result: "S" },
      { actor: expect.any(String), recipient: null, message: "5 people", result: "S" },
      { actor, recipient: keyOf("omar"), message: null, result: "S" },
    ]);
  });

  it("is closed to others, which is audited as well", async () => {
    const before = (await found()).length;
    for (const path of ["/v2/people", "/v2/people?$search=omar", `/v2/people(${keyOf("omar")})`])
      expect((await api.send("GET", path, { as: "omar" })).status).toBe(403);
    const refused = (await found()).slice(before);
    expect(refused.map(({ actor, result }) => [actor, result])).toEqual(
      Array.from({ length: 3 }, () => [keyOf("omar"), "F"]),
    );
  });
});
