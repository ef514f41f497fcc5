import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { itemChangesShownMax, itemsChangedMax, riskMax } from "#domain/catalogue-limits.ts";
import type { TestAnswer } from "#test/support/api.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

let api: RequestApi;
const staff = "11111111-0000-4000-8000-111111111111";
const sales = "22222222-0000-4000-8000-222222222222";
const plainField = { name: "costCenter", type: "text", label: "Cost center" };

beforeAll(async () => {
  api = await openRequestApi({ people: ["ada", "bob"], targets: { T1: [{ authorizers: ["bob"] }], T2: [] } });
  await api.store.transaction(async () => {
    for (const [key, shortId] of [
      [staff, "staff"],
      [sales, "sales"],
    ] as const)
      await api.store.save("groups", {
        key,
        targetSystemKey: "T1",
        shortId,
        longId: shortId,
        stableId: key,
        displayId: shortId,
        managed: true,
      });
  });
  await api.tokenOf("root");
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.store.transaction(async () => {
    for (const { key } of await api.store.select("catalogueDetails")) await api.store.remove("catalogueDetails", key);
  });
});

const item = (key: string) => `/v2/catalogueItems('${key}')`;
const patch = (key: string, body: object, as = "root", headers = {}) =>
  api.send("PATCH", item(key), { as, body, headers });
const post = (action: string, body: object, as = "root") =>
  api.send("POST", `/v2/catalogueItems/${action}`, { as, body });
const read = async (key: string) => (await api.send("GET", item(key), { as: "root" })).json;
const failure = ({ status, json }: TestAnswer) => [status, json.error?.code];
const messages = ({ json }: TestAnswer) =>
  [json.error?.message, ...(json.error?.details ?? []).map(({ message }: { message: string }) => message)].join(" ");
const names = async (query: string) =>
  (await api.send("GET", `/v2/catalogueItems?${query}`.replaceAll(" ", "%20"), { as: "root" })).json.value.map(
    ({ name }: { name: string }) => name,
  );

describe("PATCH /v2/catalogueItems({key})", () => {
  it.each([
    ["a risk beyond the scale", { risk: riskMax + 1 }, "risk"],
    ["a risk that is no whole number", { risk: 1.5 }, "risk"],
    ["no time at all", { longestHours: 0 }, "longestHours"],
    ["a tag with a comma", { tags: ["hr,it"] }, "must be 1 to 40 letters"],
    ["a tag twice", { tags: ["hr", "hr"] }, "twice"],
    ["what it does not know", { color: "red" }, "color"],
    ["a field without a label", { formFields: [{ name: "a", type: "text" }] }, "label"],
    ["a name that is none", { formFields: [{ ...plainField, name: "9th" }] }, "must be a letter"],
    ["a name twice", { formFields: [plainField, plainField] }, "must not name a field twice"],
    ["the name of a secret", { formFields: [{ ...plainField, name: "password" }] }, "secret"],
    ["a type that is none", { formFields: [{ ...plainField, type: "secret" }] }, "type"],
    ["a choice without choices", { formFields: [{ ...plainField, type: "choice" }] }, "at least one choice"],
    ["choices of a text", { formFields: [{ ...plainField, choices: ["a"] }] }, "none for other types"],
    ["a pattern of a number", { formFields: [{ ...plainField, type: "number", pattern: "1" }] }, "unless the type"],
    ["a slow pattern", { formFields: [{ ...plainField, pattern: String.raw`(a)\1` }] }, "quick to judge"],
    [
      "a default that does not fit",
      { formFields: [{ ...plainField, type: "date", defaultValue: "2030-02-30" }] },
      "day",
    ],
  ])("refuses %s", async (_what, body, words) => {
    const answer = await patch(staff, body);
    expect(answer.status).toBe(400);
    expect(messages(answer)).toContain(words);
    expect(await api.store.count("catalogueDetails")).toBe(0);
  });

  it("refuses an owner who is nobody, and items that do not exist", async () => {
    expect(failure(await patch(staff, { ownerKey: sales }))).toEqual([400, "USER_UNKNOWN"]);
    expect(failure(await patch("NOTHING", { risk: 1 }))).toEqual([404, "NOT_FOUND"]);
  });

  it("is for superusers", async () => {
    expect(failure(await patch(staff, { risk: 1 }, "ada"))).toEqual([403, "FORBIDDEN"]);
    expect((await read(staff)).risk).toBeNull();
  });

  it("changes what it names of one item alone, and is audited", async () => {
    const ownerKey = api.keyOf("bob");
    const fields = [
      { ...plainField, germanLabel: "Kostenstelle", pattern: "^[0-9]+$", required: true },
      { name: "size", type: "choice", label: "Size", choices: ["S", "L"], defaultValue: "S" },
    ];
    expect((await patch(staff, { ownerKey, risk: 70, tags: ["hr", "büro"] })).status).toBe(204);
    expect((await patch(staff, { longestHours: 24, formFields: fields })).status).toBe(204);
    const found = await read(staff);
    expect(found).toMatchObject({
      ownerKey,
      owner: { id: "bob" },
      risk: 70,
      tags: ["hr", "büro"],
      tagsText: ",hr,büro,",
      longestHours: 24,
    });
    expect(found.formFields).toEqual([
      {
        ...fields[0],
        help: null,
        germanHelp: null,
        choices: [],
        defaultValue: null,
      },
      { ...fields[1], germanLabel: null, help: null, germanHelp: null, pattern: null, required: false },
    ]);
    expect(await read(sales)).toMatchObject({ ownerKey: null, owner: null, risk: null, tags: [], formFields: [] });
    const audit = await api.store.select("sesslog_full", { where: { operation: "CTUP", result: "S", ident: staff } });
    expect(audit.map(({ message }) => message)).toEqual(["ownerKey, risk, tags", "longestHours, formFields"]);
  });

  it("takes a version that is still the one, and no other", async () => {
    const tag = async () => (await api.send("GET", item("T1"), { as: "root" })).json["@odata.etag"];
    const first = await tag();
    expect((await patch("T1", { risk: 5 }, "root", { "if-match": first })).status).toBe(204);
    expect(failure(await patch("T1", { risk: 6 }, "root", { "if-match": first }))).toEqual([412, "VERSION_MISMATCH"]);
    const second = await tag();
    await api.store.transaction(() => api.store.save("targetSystems", { id: "T1", description: "Renamed" }));
    expect(failure(await patch("T1", { risk: 6 }, "root", { "if-match": second }))).toEqual([412, "VERSION_MISMATCH"]);
    expect((await patch("T1", { risk: 6 }, "root", { "if-match": await tag() })).status).toBe(204);
  });
});

it("is filtered by its details and found by its tags", async () => {
  await patch(staff, { risk: 70, tags: ["hr"], ownerKey: api.keyOf("ada") });
  await patch("T1", { risk: 10, tags: ["it", "hr-old"] });
  expect(await names("$filter=risk ge 50")).toEqual(["staff"]);
  expect(await names("$filter=risk eq null")).toEqual(["T2", "sales"]);
  expect(await names("$filter=contains(tagsText,',hr,')")).toEqual(["staff"]);
  expect(await names("$search=hr-old")).toEqual(["T1"]);
  expect(await names(`$filter=ownerKey eq ${api.keyOf("ada")}`)).toEqual(["staff"]);
});

describe.each(["trialFill", "fill"])("POST /v2/catalogueItems/%s", (action) => {
  it("is for superusers", async () => {
    expect(failure(await post(action, { text: "key" }, "ada"))).toEqual([403, "FORBIDDEN"]);
  });

  it("names the lines that cannot be taken, and writes nothing", async () => {
    const lines = [
      "key,owner,risk,tags,longestHours",
      `${staff},nobody,10,hr,`,
      `${sales},ada,high,"hr !",0`,
      "NOTHING,,,,",
      `${staff},,5,,`,
      "T1,ada,50,hr,24",
    ];
    const { status, json } = await post(action, { text: lines.join("\n") });
    expect([status, json.written, json.changed]).toEqual([200, false, 1]);
    const faults = json.faults.map(({ line, column }: { line: number; column: string }) => [line, column]);
    expect(faults).toEqual([
      [2, "owner"],
      [3, "risk"],
      [3, "tags"],
      [3, "longestHours"],
      [4, "key"],
      [5, "key"],
    ]);
    expect(await api.store.count("catalogueDetails")).toBe(0);
  });

  it("takes no columns that it does not know, and no more lines than it may", async () => {
    const { json } = await post(action, { text: `key,risk,secret\n${staff},1,x` });
    expect(json).toMatchObject({ written: false, faults: [{ line: 1, column: "secret" }] });
    const many = `key${"\nT1".repeat(itemsChangedMax + 1)}`;
    expect(failure(await post(action, { text: many }))[1]).toBe("LIMIT_EXCEEDED");
  });
});

it("fills in what a file names, as its dry run has told", async () => {
  await patch(sales, { risk: 20, tags: ["old"] });
  const text = `key;owner;risk;tags\n${staff};Ada;50;hr  it\n${sales};;20;\nT2;;;`;
  const told = (await post("trialFill", { text })).json;
  expect(told).toMatchObject({ written: false, selected: 3, changed: 2, faults: [] });
  expect(told.changes[0]).toMatchObject({
    key: staff,
    name: "staff",
    changed: ["ownerKey", "risk", "tags"],
    before: { risk: null, tags: [] },
    after: { risk: 50, tags: ["hr", "it"], ownerKey: api.keyOf("ada") },
  });
  expect(told.changes[1]).toMatchObject({
    key: sales,
    changed: ["tags"],
    before: { tags: ["old"] },
    after: { tags: [] },
  });
  expect((await read(staff)).risk).toBeNull();
  expect((await post("fill", { text })).json).toEqual({ ...told, "@odata.context": expect.anything(), written: true });
  expect(await read(staff)).toMatchObject({ risk: 50, tags: ["hr", "it"], owner: { id: "ada" } });
  expect(await read(sales)).toMatchObject({ risk: 20, tags: [] });
  expect((await post("fill", { text })).json).toMatchObject({ written: true, changed: 0, changes: [] });
  const rows = await api.store.select("sesslog_full", { where: { operation: "CTFL", result: "S" } });
  expect(rows[0]?.message).toBe("items 3, change 2, refuse 0");
});

describe("POST /v2/catalogueItems/set", () => {
  const ofType = "resourceType eq 'managedGroup'";

  it.each([
    ["no condition", { risk: 1 }, 400, "INPUT_INVALID"],
    ["nothing to set", { where: ofType }, 400, "INPUT_INVALID"],
    ["a condition that is none", { where: "risk ge", risk: 1 }, 400, "QUERY_OPTION_INVALID"],
    ["a condition on what is not there", { where: "color eq 'red'", risk: 1 }, 400, "PROPERTY_UNKNOWN"],
    ["an owner who is nobody", { where: ofType, ownerKey: sales }, 400, "USER_UNKNOWN"],
  ])("refuses %s", async (_what, body, status, code) => {
    for (const action of ["trialSet", "set"]) expect(failure(await post(action, body))).toEqual([status, code]);
    expect(await api.store.count("catalogueDetails")).toBe(0);
  });

  it("sets the details of all items of a condition, as its dry run has told", async () => {
    await patch(staff, { risk: 50 });
    const body = { where: `${ofType} and startswith(name,'s')`, risk: 50, tags: ["hr"] };
    const told = (await post("trialSet", body)).json;
    expect(told).toMatchObject({ written: false, selected: 2, changed: 2, faults: [] });
    expect(told.changes.map(({ changed }: { changed: string[] }) => changed)).toEqual([["tags"], ["risk", "tags"]]);
    expect((await read(sales)).tags).toEqual([]);
    expect((await post("set", body)).json).toMatchObject({ written: true, selected: 2, changed: 2 });
    expect(await names("$filter=risk eq 50 and contains(tagsText,',hr,')")).toEqual(["sales", "staff"]);
  });

  it("shows the first changes of many", async () => {
    await api.store.transaction(async () => {
      for (let index = 0; index <= itemChangesShownMax; index += 1)
        await api.store.save("groups", {
          key: `33333333-0000-4000-8000-${String(index).padStart(12, "0")}`,
          targetSystemKey: "T2",
          shortId: `g${index}`,
          longId: `g${index}`,
          stableId: `g${index}`,
          displayId: `g${index}`,
          managed: true,
        });
    });
    const { json } = await post("trialSet", { where: "targetSystemKey eq 'T2'", risk: 1 });
    expect([json.selected, json.changed, json.changes.length]).toEqual([102, 102, itemChangesShownMax]);
    expect((await post("set", { where: "targetSystemKey eq 'T2'", risk: 1 })).json.written).toBe(true);
    expect(await api.store.count("catalogueDetails")).toBe(102);
  });
});

it("goes with its target system, and with the groups on it", async () => {
  await patch("T2", { risk: 1 });
  await api.send("DELETE", "/v2/targetSystems('T2')", { as: "root" });
  expect(await api.store.select("catalogueDetails")).toEqual([]);
});
