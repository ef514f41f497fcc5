import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createViolationKeeper, type ViolationKeeper } from "#activities/hub/violation-keeper.ts";
import { sodItemsMax, sodPartsMax } from "#domain/sod-limits.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

const unknownKey = "11111111-1111-4111-8111-111111111111";
const names = ["sales", "sales-lead"];

let api: RequestApi;
let keeper: ViolationKeeper;
beforeAll(async () => {
  api = await openRequestApi({
    people: ["ada", "bob", "cy", "mo"],
    targets: { T1: [{ authorizers: ["bob"] }], T2: [{ authorizers: ["bob"] }] },
  });
  await api.store.transaction(async () => {
    const named = (name: string) => ({ stableId: name, longId: name, shortId: name, displayId: name });
    for (const name of names)
      await api.store.save("groups", { key: keyOf(name), targetSystemKey: "T1", managed: true, ...named(name) });
    const account = { targetSystemKey: "T1", userKey: api.keyOf("ada") };
    await api.store.save("accounts", { key: keyOf("account"), ...account, ...named("ada") });
    await api.store.save("users", { key: api.keyOf("ada"), managerKey: api.keyOf("mo") });
  });
  keeper = createViolationKeeper(api.context);
});
afterAll(async () => {
  await keeper.stop();
  await api.close();
});

const keyOf = (name: string) => `22222222-2222-4222-8222-${name.length.toString().padStart(12, "0")}`;
const root = (method: string, path: string, body?: object) => api.call(method, path, "root", body);
const target = (itemKey: string) => ({ itemType: "targetSystem", itemKey });
const group = (name: string) => ({ itemType: "managedGroup", itemKey: keyOf(name) });
const parts = [{ items: [target("T1")] }, { items: [group("sales"), target("T2")] }];
const rule = { id: "PAY", severity: "high", answer: "forbidden", parts };

describe("a rule is refused", () => {
  const many = Array.from({ length: sodItemsMax }, () => target("T1"));
  it.each<[string, object, string]>([
    ["an unknown target system", { parts: [parts[0], { items: [target("T3")] }] }, "parts/1/items/0/itemKey"],
    [
      "an unknown group",
      { parts: [parts[0], { items: [{ itemType: "managedGroup", itemKey: unknownKey }] }] },
      "parts/1/items/0/itemKey",
    ],
    [
      "an unknown role",
      { parts: [parts[0], { items: [{ itemType: "role", itemKey: unknownKey }] }] },
      "parts/1/items/0/itemKey",
    ],
    ["an item in two parts", { parts: [parts[0], parts[0]] }, "parts/1/items/0/itemKey"],
    [
      "an item twice in a part",
      { parts: [parts[0], { items: [target("T2"), target("T2")] }] },
      "parts/1/items/1/itemKey",
    ],
    ["more parts to hit than there are", { atLeast: 3 }, "atLeast"],
    ["more items than a rule holds", { parts: [{ items: many }, { items: many }] }, "parts"],
  ])("with %s", async (_what, part, place) => {
    const { status, json } = await root("POST", "/v2/sodRules", { ...rule, ...part });
    expect([status, json.error.code]).toEqual([400, "SOD_RULE_INVALID"]);
    expect(json.error.details.map((one: { target: string }) => one.target)).toContain(place);
    expect(await api.store.count("sodRules")).toBe(0);
  });

  it.each<[string, object, string]>([
    ["one part", { parts: [parts[0]] }, "parts"],
    ["a part without items", { parts: [parts[0], { items: [] }] }, "parts/1/items"],
    ["more parts than a rule holds", { parts: Array.from({ length: sodPartsMax + 1 }, () => parts[0]) }, "parts"],
    ["less than two parts to hit", { atLeast: 1 }, "atLeast"],
    ["an unknown severity", { severity: "awful" }, "severity"],
    ["an unknown field", { color: "red" }, "color"],
    ["a name with a blank", { id: "A B" }, "id"],
  ])("with %s, by the shape of its input", async (_what, part, place) => {
    const { status, json } = await root("POST", "/v2/sodRules", { ...rule, ...part });
    expect(status).toBe(400);
    expect(json.error.target ?? json.error.details?.[0]?.target).toBe(place);
    expect(await api.store.count("sodRules")).toBe(0);
  });

  it("by who may not administer rules", async () => {
    expect((await api.call("POST", "/v2/sodRules", "ada", rule)).status).toBe(403);
    expect((await api.call("GET", "/v2/sodRules", "ada")).status).toBe(403);
  });
});

describe("a rule", () => {
  let key: string;
  beforeAll(async () => {
    const { status, json } = await root("POST", "/v2/sodRules", {
      ...rule,
      authorizationPhases: [{ sequence: 1, authorizers: [{ userKey: api.keyOf("cy") }] }],
    });
    if (status !== 201) throw new Error(`the rule was refused: ${JSON.stringify(json)}`);
    key = String(json.key);
  });

  it("is shown with its parts and phases, and has a name of its own", async () => {
    const { json } = await root("GET", `/v2/sodRules(${key})`);
    expect(json).toMatchObject({ id: "PAY", atLeast: 2, enabled: true, parts, severity: "high" });
    expect(json.authorizationPhases).toHaveLength(1);
    const again = await root("POST", "/v2/sodRules", rule);
    expect([again.status, again.json.error.code]).toEqual([409, "SOD_RULE_EXISTS"]);
  });

  it("refuses a request with its name, its key and the way out; whoever is refused can read it", async () => {
    const operations = [
      { code: "GRUA", targetSystemKey: "T1", accountKey: keyOf("account"), groupKey: keyOf("sales") },
    ];
    const { status, json } = await api.call("POST", "/v2/requests", "ada", {
      recipientKey: api.keyOf("ada"),
      operations,
    });
    expect([status, json.error.code, json.error.target]).toEqual([409, "SOD_FORBIDDEN", "operations/0"]);
    expect(json.error.message).toMatch(
      /'PAY' \(high\).*an account on 'T1' \(the recipient has it\).*the group 'sales'/,
    );
    expect(json.error.details).toMatchObject([{ code: "SOD_FORBIDDEN", target: `sodRules(${key})` }]);
    expect((await api.call("GET", `/v2/sodRules(${key})`, "ada")).status).toBe(200);
  });

  it("that a request would violate is among the risks of the request, by name", async () => {
    await root("PATCH", `/v2/sodRules(${key})`, { answer: "phase" });
    const request = await api.submit([{ code: "ACUA", targetSystemKey: "T2" }]);
    const read = await api.call("GET", `/v2/requests(${request.key})?$select=risks,violatedRules`, "bob");
    expect(read.json).toMatchObject({ risks: ["separationOfDuties"], violatedRules: ["PAY"] });
    await root("PATCH", `/v2/sodRules(${key})`, { enabled: false });
    const later = await api.call("GET", `/v2/requests(${request.key})?$select=violatedRules`, "bob");
    expect(later.json.violatedRules).toEqual([]);
    await root("PATCH", `/v2/sodRules(${key})`, { enabled: true });
  });

  it("that is violated is shown to superusers, to the person and to their manager", async () => {
    await api.store.transaction(() =>
      api.store.save("groupMemberships", { key: "m", groupKey: keyOf("sales"), accountKey: keyOf("account") }),
    );
    await keeper.keep();
    const seen = async (who: string) =>
      (await api.call("GET", "/v2/violations?$expand=rule($select=id),person($select=id)", who)).json.value;
    const own = [{ rule: { id: "PAY" }, person: { id: "ada" }, endedAt: null, exceptionKey: null }];
    for (const who of ["root", "ada", "mo"]) expect(await seen(who)).toMatchObject(own);
    expect((await seen("ada"))[0].items).toEqual([
      { part: 1, ...target("T1") },
      { part: 2, ...group("sales") },
    ]);
    expect(await seen("bob")).toEqual([]);
    const { status } = await root("DELETE", `/v2/violations(${(await seen("root"))[0].key})`);
    expect(status).toBe(405);
  });

  it("keeps the parts that a change does not name, replaces those that it names, and ends with its violations", async () => {
    const changed = [parts[1], { items: [group("sales-lead")] }];
    expect((await root("PATCH", `/v2/sodRules(${key})`, { description: "Two" })).status).toBe(204);
    expect((await root("GET", `/v2/sodRules(${key})`)).json).toMatchObject({ description: "Two", parts });
    expect((await root("PATCH", `/v2/sodRules(${key})`, { parts: changed })).status).toBe(204);
    expect((await root("GET", `/v2/sodRules(${key})`)).json.parts).toEqual(changed);
    const phases = await root("POST", `/v2/sodRules(${key})/setAuthorizationPhases`, { authorizationPhases: [] });
    expect(phases.json).toMatchObject({ key, phases: 0 });
    expect((await root("DELETE", `/v2/sodRules(${key})`)).status).toBe(204);
    expect(await api.store.count("sodRuleItems")).toBe(0);
    await keeper.keep();
    expect(await api.store.count("violations", { endedAt: null })).toBe(0);
    expect(await api.store.count("violations")).toBe(1);
  });
});
