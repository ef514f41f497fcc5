import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { batchRecipientsMax } from "#domain/template-limits.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

const groupKey = "22222222-2222-4222-8222-222222222222";
const guid = "11111111-1111-4111-8111-111111111111";

const people = ["ada", "bob", "cy", "dan", "eve", "fay", "mo"];

let api: RequestApi;
beforeAll(async () => {
  api = await openRequestApi({
    people,
    classes: { HR: ["ada", "cy"], STAFF: ["bob", "cy", "dan", "eve", "fay"] },
    attributes: ["mail", "cost"],
    targets: { T1: [{ authorizers: ["eve"] }], T2: [] },
  });
  const { store } = api;
  await store.transaction(async () => {
    await store.save("groups", {
      key: groupKey,
      targetSystemKey: "T1",
      shortId: "sales",
      longId: "sales",
      stableId: "1",
      displayId: "Sales",
      managed: true,
    });
    for (const id of ["bob", "cy", "dan", "fay"])
      await store.save("users", { key: api.keyOf(id), managerKey: api.keyOf("ada") });
    await store.save("users", { key: api.keyOf("fay"), disabled: true });
    for (const [id, value] of [
      ["bob", "4711"],
      ["cy", "not a number"],
    ] as const)
      await store.save("userAttributes", { key: `c-${id}`, userKey: api.keyOf(id), name: "cost", value, sequence: 1 });
    const [cost] = await store.select("targetSystemAttributeDefinitions", {
      where: { targetSystemId: "T1", attribute: "cost" },
    });
    await store.save("targetSystemAttributeDefinitions", { key: cost?.key ?? "", valueRegex: "^[0-9]+$" });
    const account = { targetSystemKey: "T1", stableId: "9", longId: "eve", displayId: "eve", shortId: "eve" };
    await store.save("accounts", { ...account, key: guid, userKey: api.keyOf("eve") });
  });
});
afterAll(() => api.close());

const starter = {
  name: "Starter",
  description: "Account and group in sales",
  usableBy: "HR",
  recipients: "STAFF",
  formFields: [{ name: "seat", type: "text", label: "Seat", required: true, pattern: "^[A-Z][0-9]+$" }],
  operations: [
    {
      code: "ACUA",
      targetSystemKey: "T1",
      account: "ownOrCreated",
      attributes: { shortId: "{profile.id}", mail: "{profile.id}-{form.seat}@example.test", cost: "{profile.cost}" },
    },
    { code: "GRUA", targetSystemKey: "T1", groupKey, forHours: 24 },
  ],
};

const as = (id: string, method: string, path: string, body?: object) => api.call(method, path, id, body);
const idOf = (key: string) => people.find((id) => api.keyOf(id) === key) ?? key;
const root = (method: string, path: string, body?: object) => as("root", method, path, body);
const templates = () => api.store.count("templates");
const add = async (body: object) => {
  const { status, json } = await root("POST", "/v2/templates", body);
  expect([status, json.error]).toEqual([201, undefined]);
  return String(json.key);
};
/** Handles batches as a hub does, until nothing is due. */
const hub = () => handleMoments({ context: api.context, signal: new AbortController().signal }, "requestBatch");
const members = async (batchKey: string) =>
  (await api.store.select("requestBatchMembers", { where: { batchKey }, orderBy: [["sequence", "asc"]] })).map(
    ({ recipientKey, state, errorCode }) => [idOf(recipientKey), state, errorCode],
  );

describe("a template is refused", () => {
  it.each<[string, object, string]>([
    ["an unknown target system", { targetSystemKey: "NONE" }, "operations/0/targetSystemKey"],
    ["an unknown group", { code: "GRUA", groupKey: guid }, "operations/0/groupKey"],
    ["no group where one is needed", { code: "GRUA" }, "operations/0/groupKey"],
    ["an attribute without a definition", { attributes: { room: "1" } }, "operations/0/attributes/room"],
    ["a placeholder without a field", { attributes: { mail: "{form.other}" } }, "operations/0/attributes/mail"],
    ["a brace that is no placeholder", { attributes: { mail: "{other}" } }, "operations/0/attributes/mail"],
    ["a secret of the profile", { attributes: { mail: "{profile.password}" } }, "operations/0/attributes/mail"],
    ["an account that nothing creates", { code: "GRUA", groupKey, account: "created" }, "operations/0/account"],
    ["two ends", { until: "2030-01-01T00:00:00Z", forHours: 1 }, "operations/0/forHours"],
    ["an end of no access", { code: "DELU", forHours: 1 }, "operations/0/forHours"],
    ["a form that the item does not have", { form: { seat: "x" } }, "operations/0/form/seat"],
  ])("with %s", async (_what, part, target) => {
    const before = await templates();
    const operations = [{ code: "ACUA", targetSystemKey: "T1", ...part }];
    const { status, json } = await root("POST", "/v2/templates", { ...starter, operations });
    expect([status, json.error.code]).toEqual([400, "TEMPLATE_INVALID"]);
    expect(json.error.details.map((one: { target: string }) => one.target)).toContain(target);
    expect(await templates()).toBe(before);
  });

  it.each<[string, object, string]>([
    ["a secret attribute", { operations: [{ ...starter.operations[0], attributes: { password: "x" } }] }, "password"],
    ["no operation", { operations: [] }, "at least one operation"],
    ["an unknown code", { operations: [{ code: "NONE", targetSystemKey: "T1" }] }, "must be one of"],
    ["an unknown field", { color: "red" }, "color"],
    ["a secret field of the form", { formFields: [{ ...starter.formFields[0], name: "password" }] }, "secret"],
  ])("with %s, by the shape of its input", async (_what, part, words) => {
    const { status, json } = await root("POST", "/v2/templates", { ...starter, ...part });
    expect(status).toBe(400);
    expect(JSON.stringify(json.error)).toContain(words);
  });

  it("with a user class that nobody has, or whose members are stored nowhere", async () => {
    for (const id of ["NOBODY", "_MANAGER_DIRECT_"]) {
      const { json } = await root("POST", "/v2/templates", { ...starter, usableBy: id });
      expect(json.error).toMatchObject({ code: "TEMPLATE_INVALID", target: "usableBy" });
    }
  });

  it("by who may not administer templates", async () => {
    expect((await as("ada", "POST", "/v2/templates", starter)).status).toBe(403);
  });
});

describe("a template", () => {
  let key: string;
  beforeAll(async () => {
    key = await add(starter);
  });

  it("is shown to its requesters, and to nobody else", async () => {
    const { json } = await as("ada", "GET", `/v2/templates(${key})`);
    expect(json).toMatchObject({ name: "Starter", enabled: true, operations: [{ code: "ACUA" }, { code: "GRUA" }] });
    expect((await as("bob", "GET", `/v2/templates(${key})`)).status).toBe(403);
    expect((await as("bob", "GET", "/v2/templates")).json.value).toEqual([]);
    expect((await as("bob", "GET", "/v2/catalogueItems?$filter=resourceType eq 'template'")).json.value).toEqual([]);
  });

  it("is an item of the catalog with its form, its codes and all phases of what it requests", async () => {
    await root("POST", `/v2/templates(${key})/setAuthorizationPhases`, {
      authorizationPhases: [{ sequence: 1, authorizers: [{ userKey: api.keyOf("dan") }] }],
    });
    const { json } = await root("GET", `/v2/catalogueItems('${key}')`);
    expect(json).toMatchObject({
      resourceType: "template",
      targetSystemKey: null,
      name: "Starter",
      requestable: true,
      codes: ["ACUA", "GRUA"],
      formFields: [{ name: "seat" }],
    });
    expect(
      json.phases.map((one: { authorizers: { person: { id: string } }[] }) => one.authorizers[0]?.person.id),
    ).toEqual(["dan", "eve"]);
    const list = await root("GET", "/v2/catalogueItems?$select=name&$orderby=name");
    expect(list.json.value.map((one: { name: string }) => one.name)).toEqual(["Starter", "T1", "T2", "sales"]);
  });

  it("has owner, risk and tags as every item has, and its form by itself", async () => {
    const item = `/v2/catalogueItems('${key}')`;
    expect((await root("PATCH", item, { risk: 40, ownerKey: api.keyOf("ada") })).status).toBe(204);
    const { status, json } = await root("PATCH", item, { formFields: [] });
    expect([status, json.error.code]).toEqual([400, "TEMPLATE_FORM_ELSEWHERE"]);
    const set = { where: "resourceType eq 'template'", formFields: [] };
    expect((await root("POST", "/v2/catalogueItems/set", set)).json.error.code).toBe("TEMPLATE_FORM_ELSEWHERE");
    expect((await root("GET", item)).json).toMatchObject({ risk: 40, formFields: [{ name: "seat" }] });
  });

  it("keeps a field of its form that a placeholder names", async () => {
    const { json } = await root("PATCH", `/v2/templates(${key})`, { formFields: [] });
    expect(json.error).toMatchObject({ code: "TEMPLATE_INVALID", target: "operations/0/attributes/mail" });
    expect((await root("PATCH", `/v2/templates(${key})`, { description: "New people in sales" })).status).toBe(204);
  });

  it("keeps its user classes", async () => {
    const { json } = await root("DELETE", "/v2/userClasses('HR')");
    expect(json.error).toMatchObject({ code: "USER_CLASS_IN_USE" });
    expect(json.error.message).toContain("the template 'Starter'");
  });

  it("is tried: each recipient's operations, or why not", async () => {
    const tried = ["bob", "cy", "dan", "eve", "fay", "mo"];
    const body = { recipientKeys: [...tried.map(api.keyOf), guid], form: { seat: "B12" } };
    const { status, json } = await as("ada", "POST", `/v2/templates(${key})/trialRequest`, body);
    expect(status).toBe(200);
    const [bob, ...others] = json.recipients;
    expect(bob).toMatchObject({
      errorCode: null,
      phases: 2,
      operations: [
        { code: "ACUA", attributes: { shortId: ["bob"], mail: ["bob-B12@example.test"], cost: ["4711"] } },
        { code: "GRUA", groupKey, forHours: 24 },
      ],
    });
    expect(others.map((one: { errorCode: string }) => one.errorCode)).toEqual([
      // The profile has a value that the definition of the attribute refuses.
      "ATTRIBUTE_INVALID",
      // The profile has no value.
      "TEMPLATE_UNFIT",
      // Not a report of ada's.
      "FORBIDDEN",
      "RECIPIENT_UNFIT",
      "FORBIDDEN",
      "FORBIDDEN",
    ]);
    expect(await api.store.count("reqbatch")).toBe(0);
  });

  it("is refused to who is not among its requesters, also where a policy shows it", async () => {
    const body = { recipientKeys: [api.keyOf("bob")], form: { seat: "B12" } };
    expect((await as("bob", "POST", `/v2/templates(${key})/request`, body)).status).toBe(403);
    expect(await api.store.count("requestBatches")).toBe(0);
  });

  it.each<[string, () => object, string]>([
    ["nobody", () => ({ recipientKeys: [] }), "INPUT_INVALID"],
    ["the same person twice", () => ({ recipientKeys: [api.keyOf("bob"), api.keyOf("bob")] }), "INPUT_INVALID"],
    [
      "more people than a batch has",
      () => ({ recipientKeys: Array.from({ length: batchRecipientsMax + 1 }, (_, index) => `person-${index}`) }),
      "INPUT_INVALID",
    ],
    ["a form without a required value", () => ({ form: {} }), "FORM_INVALID"],
    ["a value that does not fit", () => ({ form: { seat: "12" } }), "FORM_INVALID"],
    ["a start in the past", () => ({ startAt: "2001-01-01T00:00:00Z" }), "START_IN_PAST"],
  ])("is not submitted for %s", async (_what, part, code) => {
    const body = { recipientKeys: [api.keyOf("bob")], form: { seat: "B12" }, ...part() };
    const { status, json } = await as("ada", "POST", `/v2/templates(${key})/request`, body);
    expect([status, json.error.code]).toEqual([400, code]);
    expect(await api.store.count("requestBatches")).toBe(0);
  });
});

describe("a batch", () => {
  let key: string;
  let batch: string;
  beforeAll(async () => {
    const [template] = await api.store.select("templates");
    key = template?.key ?? "";
  });

  it("is accepted at once, and gives each recipient a request or the reason why not", async () => {
    const recipientKeys = ["bob", "cy", "dan", "eve"].map(api.keyOf);
    const body = { recipientKeys, form: { seat: "B12" }, reason: "new team" };
    const submitted = await as("ada", "POST", `/v2/templates(${key})/request`, body);
    expect([submitted.status, submitted.json]).toMatchObject([202, { recipients: 4, waiting: 4 }]);
    batch = submitted.json.key;
    expect(submitted.headers["location"]).toContain(`/v2/requestBatches(${batch})`);
    // What happens to the template from now on does not reach the batch.
    await root("PATCH", `/v2/templates(${key})`, { enabled: false });
    await root("POST", `/v2/templates(${key})/setAuthorizationPhases`, { authorizationPhases: [] });
    await hub();
    expect(await members(batch)).toEqual([
      ["bob", "submitted", null],
      ["cy", "refused", "ATTRIBUTE_INVALID"],
      ["dan", "refused", "TEMPLATE_UNFIT"],
      ["eve", "refused", "FORBIDDEN"],
    ]);
    const { json } = await as("ada", "GET", `/v2/requestBatches(${batch})`);
    expect(json).toMatchObject({
      waiting: 0,
      submitted: 1,
      refused: 3,
      form: { seat: "B12" },
      templateName: "Starter",
    });
    expect(json.finishedAt).not.toBeNull();
    expect(json.content).toBeUndefined();
  });

  it("makes a request as its requester would have, with the phases of the template first", async () => {
    const [request] = await api.store.select("reqbatch", { where: { batchKey: batch } });
    expect(request).toMatchObject({
      requesterKey: api.keyOf("ada"),
      recipientKey: api.keyOf("bob"),
      reason: "new team",
      origin: "api",
      status: "W",
    });
    const where = { requestKey: request?.key ?? "" };
    const phases = await api.store.select("requestPhases", { where, orderBy: [["sequence", "asc"]] });
    expect(phases.map(({ resourceType, state }) => [resourceType, state])).toEqual([
      ["template", "open"],
      ["targetSystem", "pending"],
    ]);
    const filtered = await as("ada", "GET", `/v2/requests?$filter=batchKey eq ${batch}&$select=number,batchKey`);
    expect(filtered.json.value).toMatchObject([{ number: request?.number, batchKey: batch }]);
    const audit = await api.store.select("sesslog_full", { where: { operation: "RQSB", actor: api.keyOf("ada") } });
    expect(audit.map(({ result }) => result).toSorted()).toEqual(["F", "F", "F", "S"]);
  });

  it("notifies its requester once, when it is complete", async () => {
    const notices = await api.store.select("notices", { where: { userKey: api.keyOf("ada"), kind: "batchSubmitted" } });
    expect(notices.map(({ facts }) => facts)).toEqual([{ batchKey: batch, submitted: 1, refused: 3 }]);
  });

  it("is read by its requester and by superusers; approvers see it with what they decide", async () => {
    const read = async (id: string, path = "") => as(id, "GET", `/v2/requestBatches(${batch})${path}`);
    expect((await read("bob")).status).toBe(403);
    expect((await read("dan")).status).toBe(200);
    const recipients = async (id: string) =>
      (await read(id, "/members?$expand=recipient")).json.value.map(
        (one: { recipient: { id: string } }) => one.recipient.id,
      );
    expect(await recipients("dan")).toEqual(["bob"]);
    expect(await recipients("ada")).toEqual(["bob", "cy", "dan", "eve"]);
    expect(await recipients("root")).toEqual(["bob", "cy", "dan", "eve"]);
  });

  it("is decided over HTTP as a whole, and cancelled by its requester alone", async () => {
    const body = { phase: 1, decision: "abstain", comment: null, except: [], seen: null, after: null };
    const { status, json } = await as("dan", "POST", `/v2/requestBatches(${batch})/decide`, { ...body, phase: 0 });
    expect([status, json.error.code]).toEqual([400, "INPUT_INVALID"]);
    const [request] = await api.store.select("reqbatch", { where: { batchKey: batch } });
    const excepted = { ...body, except: [request?.key] };
    expect((await as("dan", "POST", `/v2/requestBatches(${batch})/decide`, excepted)).json).toMatchObject({
      done: 0,
      excepted: 1,
      skipped: [],
      next: null,
    });
    expect((await as("mo", "POST", `/v2/requestBatches(${batch})/decide`, body)).status).toBe(403);
    const path = `/v2/requestBatches(${batch})/decide`;
    const keyed = () => api.call("POST", path, "dan", { ...body, phase: 2 }, { "idempotency-key": "decide-2" });
    expect([(await keyed()).json, (await keyed()).json]).toMatchObject([{ done: 0 }, { done: 0 }]);
    const part = { method: "POST", url: `requestBatches(${batch})/decide`, atomicityGroup: "g", body };
    const requests = ["a", "b"].map((id) => ({ ...part, id }));
    const grouped = await as("dan", "POST", "/v2/$batch", { requests });
    expect(grouped.json.responses.map((one: { body: { error: { code: string } } }) => one.body.error.code)).toEqual([
      "NOT_SUPPORTED",
      "DEPENDENCY_FAILED",
    ]);
    expect((await root("POST", `/v2/requestBatches(${batch})/cancel`, {})).status).toBe(403);
  });

  it("cannot be submitted while its template is disabled", async () => {
    const body = { recipientKeys: [api.keyOf("bob")], form: { seat: "B12" } };
    const { status, json } = await root("POST", `/v2/templates(${key})/request`, body);
    expect([status, json.error.code]).toEqual([409, "TEMPLATE_DISABLED"]);
  });

  it("has what is open already refused at its recipient", async () => {
    Object.assign(api.context.settings, { sameRequestsOpen: 1 });
    await root("PATCH", `/v2/templates(${key})`, { enabled: true });
    const body = { recipientKeys: [api.keyOf("bob")], form: { seat: "B12" } };
    const { json } = await as("ada", "POST", `/v2/templates(${key})/request`, body);
    await hub();
    expect(await members(json.key)).toEqual([["bob", "refused", "REQUEST_OPEN"]]);
    const standing = await as("ada", "POST", "/v2/catalogueItems/standing", {
      recipientKey: api.keyOf("bob"),
      keys: [key],
    });
    expect(standing.json.items).toMatchObject([{ key, held: "no", requestKey: expect.any(String) }]);
  });
});
