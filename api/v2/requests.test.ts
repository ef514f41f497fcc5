import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Row } from "#store/tables.ts";
import { openTestApi, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { letAskForOthers } from "#test/support/ask-for-others.ts";
import { foundOrganisation } from "#test/support/organisation.ts";
import { failure } from "#test/support/says.ts";

let api: TestApi;
let people: Readonly<Record<string, Row<"users">>>;
beforeAll(async () => {
  api = await openTestApi();
  ({ people } = await foundOrganisation(api.context, {
    people: ["rita", "omar", "ada", "ben", "eve"],
    targets: { LDAP1: [{ authorizers: ["ada"] }, { authorizers: ["ben"] }] },
  }));
  await api.letIn(...Object.values(people));
  await letAskForOthers(api.context);
});
afterAll(() => api.close());

const keyOf = (id: string) => people[id]?.key ?? "";
const create = { code: "ACUA", targetSystemKey: "LDAP1", attributes: { mail: "omar@gatehouse.example" } };
const submit = (body: object, as = "rita") => api.send("POST", "/v2/requests", { as, body });
const good = () => ({ recipientKey: keyOf("omar"), reason: "new colleague", operations: [create] });
const stored = async () => [
  await api.store.count("reqbatch"),
  await api.store.count("requestOperations"),
  await api.store.count("decisions"),
  (await api.store.outbox.open()).length,
];

async function submitted(): Promise<string> {
  const { json } = await submit(good());
  return String(json.key);
}

async function withOpenPhase(): Promise<string> {
  const key = await submitted();
  const [phase] = await api.store.select("requestPhases", { where: { requestKey: key, sequence: 1 } });
  await api.store.transaction(async () => {
    await api.store.save("reqbatch", { key, status: "W", active: true });
    await api.store.save("requestPhases", { key: phase?.key ?? "", state: "open", openedAt: api.context.clock.now() });
  });
  return key;
}

describe("POST /v2/requests", () => {
  it("answers 202 with Location, and the request can be read there", async () => {
    const { status, headers, json } = await submit(good());
    expect(status).toBe(202);
    expect(json).toMatchObject({ number: expect.stringMatching(/^\d{8}-\d+$/), status: "W" });
    expect(headers["location"]).toBe(`${testPublicAddress}/v2/requests(${json.key})`);
    const read = await api.send("GET", `/v2/requests(${json.key})`, { as: "rita" });
    expect(read.status).toBe(200);
    expect(read.json).toMatchObject({
      "@odata.context": `${testPublicAddress}/v2/$metadata#requests/$entity`,
      key: json.key,
      status: "W",
      active: true,
      origin: "api",
      requesterKey: keyOf("rita"),
      recipientKey: keyOf("omar"),
      reason: "new colleague",
      startAt: null,
      lastUpdatedModule: "rest",
      lastUpdatedNode: "node1",
    });
    expect(Date.parse(read.json.expiresAt) - Date.parse(read.json.createdAt)).toBe(30 * 24 * 3_600_000);
  });

  it("leads to its requester and its recipient for whoever may read it", async () => {
    const { json } = await submit(good());
    const path = `/v2/requests(${json.key})`;
    const along = "$select=number&$expand=requester($select=id),recipient($select=id)";
    const shown = async (as: string) => (await api.send("GET", `${path}?${along}`, { as })).json;
    for (const as of ["root", "rita", "omar"])
      expect(await shown(as)).toMatchObject({ requester: { id: "rita" }, recipient: { id: "omar" } });
    expect((await api.send("GET", `${path}/requester`, { as: "root" })).json).toMatchObject({ id: "rita" });
    expect((await api.send("GET", `${path}/recipient`, { as: "rita" })).json).toMatchObject({ id: "omar" });
    const asked = await api.send("GET", "/v2/requests?$filter=recipient/id%20eq%20'omar'&$count=true&$top=0", {
      as: "root",
    });
    expect(asked.json["@odata.count"]).toBeGreaterThan(0);
    const probed = await api.send("GET", "/v2/requests?$filter=recipient/id%20eq%20'omar'", { as: "eve" });
    expect(probed.json.value).toEqual([]);
  });

  it("takes startAt as a moment with any offset", async () => {
    const { status, json } = await submit({ ...good(), startAt: "2099-01-01T01:00:00+01:00" });
    expect([status, json.error?.code]).toEqual([400, "START_IN_PAST"]);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const accepted = await submit({ ...good(), startAt: soon });
    const read = await api.send("GET", `/v2/requests(${accepted.json.key})`, { as: "rita" });
    expect(read.json.startAt).toBe(soon);
  });

  it.each<[string, () => object, string, string]>([
    ["no fields", () => ({}), "INPUT_INVALID", "recipientKey"],
    ["an unknown field", () => ({ ...good(), urgent: true }), "INPUT_INVALID", "urgent"],
    ["no operation", () => ({ ...good(), operations: [] }), "INPUT_INVALID", "operations"],
    [
      "an unknown field of an operation",
      () => ({ ...good(), operations: [{ ...create, x: 1 }] }),
      "INPUT_INVALID",
      "operations.0.x",
    ],
    [
      "a missing target",
      () => ({ ...good(), operations: [{ code: "ACUA" }] }),
      "OPERATION_FIELD_MISSING",
      "operations/0/targetSystemKey",
    ],
    ["an unknown recipient", () => ({ ...good(), recipientKey: "nobody" }), "RECIPIENT_UNKNOWN", "recipientKey"],
    ["an empty recipient", () => ({ ...good(), recipientKey: "" }), "INPUT_INVALID", "recipientKey"],
    ["an empty reason", () => ({ ...good(), reason: "" }), "INPUT_INVALID", "reason"],
    ["a number as startAt", () => ({ ...good(), startAt: 4_102_444_800_000 }), "INPUT_INVALID", "startAt"],
    ["a text as startAt", () => ({ ...good(), startAt: "tomorrow" }), "INPUT_INVALID", "startAt"],
  ])("refuses %s, names the field and stores nothing", async (_name, body, code, target) => {
    const before = await stored();
    const answer = await submit(body());
    expect(failure(answer)).toEqual([400, code, target]);
    expect(answer.json.error.message.length).toBeGreaterThan(20);
    expect(await stored()).toEqual(before);
  });

  it("refuses an unknown target system and stores nothing but the audit row", async () => {
    const before = await stored();
    const requestId = `bad-target-${Date.now()}`;
    const body = { ...good(), operations: [{ ...create, targetSystemKey: "NOWHERE" }] };
    const answer = await api.send("POST", "/v2/requests", { as: "rita", body, headers: { "x-request-id": requestId } });
    expect(answer.status).toBe(400);
    expect(answer.json.error.message).toContain("/v2/targetSystems");
    expect(await stored()).toEqual(before);
    const audit = await api.store.select("sesslog_full", { where: { requestId } });
    expect(audit).toMatchObject([{ operation: "RQSB", result: "F", actor: keyOf("rita") }]);
  });

  it("says how a moment is to be written", async () => {
    const { json } = await submit({ ...good(), startAt: "soon" });
    expect(json.error.details).toEqual([
      { code: "INPUT_INVALID", target: "startAt", message: "must be a moment such as 2030-01-31T12:00:00Z" },
    ]);
  });

  it("answers the request as it is read, with its tag", async () => {
    const { status, headers, json } = await submit(good());
    const read = await api.send("GET", `/v2/requests(${json.key})`, { as: "rita" });
    expect([status, new URL(String(headers["location"])).pathname]).toEqual([202, `/v2/requests(${json.key})`]);
    expect(json).toEqual(read.json);
  });

  it("ignores what the service alone writes", async () => {
    const { json } = await submit({ ...good(), status: "C", number: "1", active: false, createdAt: 5 });
    const read = await api.send("GET", `/v2/requests(${json.key})`, { as: "rita" });
    expect(read.json).toMatchObject({ status: json.status, number: json.number, active: true });
    expect([json.status, json.number]).not.toContain("1");
  });
});

describe("reading requests", () => {
  it("shows requester, recipient and authorizers the request, and nobody else", async () => {
    const key = await submitted();
    const readers = async (...names: string[]) => {
      for (const as of names) {
        expect((await api.send("GET", `/v2/requests(${key})`, { as })).status).toBe(200);
        const { json } = await api.send("GET", "/v2/requests", { as });
        expect(json.value.map((request: { key: string }) => request.key)).toContain(key);
      }
    };
    await readers("rita", "omar", "ada", "root");
    // The people of the second phase are found when it opens.
    expect((await api.send("GET", `/v2/requests(${key})`, { as: "ben" })).status).toBe(403);
    const body = { phase: 1, decision: "approve" };
    await api.send("POST", `/v2/requests(${key})/decide`, { as: "ada", body });
    await readers("ada", "ben");
    for (const part of ["", "/operations", "/phases", "/decisions"]) {
      expect((await api.send("GET", `/v2/requests(${key})${part}`, { as: "eve" })).status).toBe(403);
    }
    expect((await api.send("GET", "/v2/requests", { as: "eve" })).json.value).toEqual([]);
  });

  it("shows operations, phases with their authorizers, and decisions", async () => {
    const key = await submitted();
    const part = async (name: string) =>
      (await api.send("GET", `/v2/requests('${key.toUpperCase()}')/${name}`, { as: "rita" })).json;
    const operations = await part("operations");
    expect(operations["@odata.context"]).toBe(`${testPublicAddress}/v2/$metadata#requests(${key})/operations`);
    expect(operations.value).toMatchObject([
      {
        sequence: 1,
        code: "ACUA",
        targetSystemKey: "LDAP1",
        result: null,
        error: null,
        sends: 0,
        attributes: { mail: ["omar@gatehouse.example"] },
      },
    ]);
    const phases = (await part("phases")).value.toSorted(
      (a: { sequence: number }, b: { sequence: number }) => a.sequence - b.sequence,
    );
    expect(phases).toMatchObject([
      {
        sequence: 1,
        targetSystemKey: "LDAP1",
        authorizers: [{ userKey: keyOf("ada"), veto: false, inputRequired: false }],
      },
      { sequence: 2, state: "pending", authorizers: [] },
    ]);
    expect((await part("decisions")).value).toEqual([]);
  });

  it("tells its ledger to who may read it, with facts by their names", async () => {
    const key = await submitted();
    const { status, json } = await api.send("GET", `/v2/requests(${key})/events`, { as: "rita" });
    const events = json.value.toSorted((a: { sequence: number }, b: { sequence: number }) => a.sequence - b.sequence);
    expect([status, events]).toMatchObject([
      200,
      [
        { sequence: 1, kind: "submitted", actor: keyOf("rita"), facts: { recipient: keyOf("omar"), phases: 2 } },
        {
          sequence: 2,
          kind: "opened",
          facts: { phase: 1, people: [{ user: keyOf("ada"), via: [`user('${keyOf("ada")}')`] }] },
        },
      ],
    ]);
    expect(Object.keys(events[0])).not.toContain("content");
    const one = await api.send("GET", `/v2/requests(${key})/events(${events[1].key})`, { as: "rita" });
    expect(one.json).toMatchObject({ kind: "opened", signature: null });
    expect((await api.send("GET", `/v2/requests(${key})/events`, { as: "eve" })).status).toBe(403);
  });

  it("answers 404 below a request that does not exist, to those who would see it", async () => {
    const key = api.context.ids.guid();
    expect((await api.send("GET", `/v2/requests(${key})`, { as: "root" })).status).toBe(404);
    expect((await api.send("GET", `/v2/requests(${key})/operations`, { as: "root" })).status).toBe(404);
  });
});

describe("decide and cancel", () => {
  let key: string;
  beforeEach(async () => {
    key = await withOpenPhase();
  });
  const decide = (as: string, body: object) => api.send("POST", `/v2/requests(${key})/decide`, { as, body });

  it("records what an authorizer of the open phase says", async () => {
    const answer = await decide("ada", { phase: 1, decision: "approve", comment: "welcome" });
    expect([answer.status, answer.json.decision]).toEqual([200, "approve"]);
    const { json } = await api.send("GET", `/v2/requests(${key})/decisions`, { as: "rita" });
    expect(json.value).toMatchObject([{ phase: 1, userKey: keyOf("ada"), decision: "approve", comment: "welcome" }]);
  });

  it("refuses who is no authorizer, or not yet, and a second decision", async () => {
    expect(failure(await decide("rita", { phase: 1, decision: "approve" })).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
    expect(failure(await decide("ben", { phase: 2, decision: "approve" })).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
    expect((await decide("ada", { phase: 1, decision: "deny" })).status).toBe(200);
    expect(failure(await decide("ada", { phase: 1, decision: "deny" }))).toEqual([409, "ALREADY_DECIDED", "phase"]);
    expect(await api.store.count("decisions", { requestKey: key })).toBe(1);
  });

  it("refuses an expectation that does not match, and decides nothing", async () => {
    const answer = await decide("ada", { phase: 1, decision: "approve", expect: { recipient: keyOf("eve") } });
    expect(failure(answer).slice(0, 2)).toEqual([412, "EXPECTATION_FAILED"]);
    expect(await api.store.count("decisions", { requestKey: key })).toBe(0);
  });

  it.each([
    [{}, "phase"],
    [{ phase: 1 }, "decision"],
    [{ phase: "1", decision: "approve" }, "phase"],
    [{ phase: 1, decision: "maybe" }, "decision"],
    [{ phase: 1, decision: "approve", note: "x" }, "note"],
  ])("refuses %j and names %s", async (body, target) => {
    expect(failure(await decide("ada", body))).toEqual([400, "INPUT_INVALID", target]);
  });

  it("does not let the body name another request", async () => {
    expect((await decide("ada", { key, phase: 1, decision: "approve" })).status).toBe(400);
  });

  it("lets requester or recipient cancel, and nobody else", async () => {
    const cancel = (as: string) => api.send("POST", `/v2/requests(${key})/cancel`, { as });
    expect((await cancel("ada")).status).toBe(403);
    expect((await cancel("omar")).json).toMatchObject({ key, status: "K" });
    expect(failure(await cancel("omar")).slice(0, 2)).toEqual([409, "REQUEST_FINAL"]);
    expect(failure(await decide("ada", { phase: 1, decision: "approve" })).slice(0, 2)).toEqual([409, "REQUEST_FINAL"]);
  });

  it.each(["/v2/requests/decide", "/v2/requests/cancel"])("knows no %s without a key", async (path) => {
    expect((await api.send("POST", path, { as: "ada", body: {} })).status).toBe(404);
  });
});
