import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Row } from "#store/tables.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";
import { failure } from "#test/support/says.ts";

let api: TestApi;
let people: Readonly<Record<string, Row<"users">>>;
let path: string;
beforeAll(async () => {
  api = await openTestApi();
  const targets = { T1: [{ authorizers: ["ben", "cy"], minApprovals: 2, reasonRequired: "denial" as const }] };
  ({ people } = await foundOrganisation(api.context, { people: ["ada", "ben", "cy", "eve"], targets }));
  await api.letIn(...Object.values(people));
});
beforeEach(async () => {
  const body = { recipientKey: people["ada"]?.key, operations: [{ code: "ACUA", targetSystemKey: "T1" }] };
  path = `/v2/requests(${(await api.send("POST", "/v2/requests", { as: "ada", body })).json.key})`;
});
afterAll(() => api.close());

const nameOf = (id: string) => ({ key: people[id]?.key, id, displayName: id });
const act = (name: string, as: string, body: object) => api.send("POST", `${path}/${name}`, { as, body });
const decideAt = (tag: string, as: string) =>
  api.send("POST", `${path}/decide`, {
    as,
    headers: { "if-match": tag },
    body: {
      phase: 1,
      decision: "approve",
    },
  });
const tagNow = async () => String((await api.send("GET", path, { as: "ada" })).json["@odata.etag"]);
const read = async (part: string, as = "ada") => (await api.send("GET", `${path}/${part}`, { as })).json;

describe("POST /v2/requests({key})/unapprove", () => {
  it("takes a decision back, which everybody sees", async () => {
    await act("decide", "ben", { phase: 1, decision: "approve" });
    const { status, json } = await act("unapprove", "ben", { phase: 1 });
    expect([status, json]).toMatchObject([200, { phase: 1 }]);
    const marked = { decision: "approve", voidedAt: expect.stringMatching(/Z$/), voidedBecause: "unapproved" };
    expect((await read("decisions")).value).toMatchObject([marked]);
    const { phase, waitsFor } = await read("explain");
    expect(phase).toMatchObject({ approvals: 0, approvalsMissing: 2, decisions: [marked] });
    expect(waitsFor).toHaveLength(2);
    expect(failure(await act("unapprove", "ben", { phase: 1 }))).toEqual([409, "NOT_DECIDED", "phase"]);
  });
});

describe("POST /v2/requests({key})/override", () => {
  it("decides a phase in the place of its authorizers, and every view says so", async () => {
    const { status, json } = await act("override", "root", { phase: 1, decision: "deny", comment: "a mistake" });
    expect([status, json]).toMatchObject([200, { phase: 1, decision: "deny" }]);
    expect((await read("decisions")).value).toMatchObject([{ decision: "deny", override: true, comment: "a mistake" }]);
    const { phase } = await read("explain");
    expect(phase).toMatchObject({ outcome: "denied", rule: 7, ruleText: expect.stringContaining("superuser") });
    expect(phase.decisions).toMatchObject([{ override: true, comment: "a mistake", person: { id: "root" } }]);
    expect((await read("events")).value).toMatchObject([
      { kind: "submitted" },
      { kind: "opened", facts: { reasonRequired: "denial" } },
      { kind: "overridden", facts: { answer: "deny", reason: "a mistake" } },
      { kind: "result", facts: { result: "R" } },
      { kind: "ended", facts: { outcome: "D" } },
    ]);
  });

  it("is refused to others, and without a reason", async () => {
    expect(failure(await act("override", "ben", { phase: 1, decision: "deny", comment: "no" }))[1]).toBe("FORBIDDEN");
    expect(failure(await act("override", "root", { phase: 1, decision: "deny" }))).toEqual([
      400,
      "INPUT_INVALID",
      "comment",
    ]);
  });
});

describe("a phase that asks for reasons", () => {
  it("takes no denial without one, and shows that it asks", async () => {
    expect((await read("phases")).value).toMatchObject([{ reasonRequired: "denial" }]);
    const refused = await act("decide", "ben", { phase: 1, decision: "deny" });
    expect(failure(refused)).toEqual([400, "REASON_REQUIRED", "comment"]);
    expect((await act("decide", "cy", { phase: 1, decision: "approve" })).status).toBe(200);
    expect((await act("decide", "ben", { phase: 1, decision: "deny", comment: "too early" })).status).toBe(200);
  });
});

it("what a phase asks for is set with it, and its requests have it", async () => {
  const asks = { reasonRequired: "both", mayEdit: true };
  const phase = {
    sequence: 1,
    minApprovals: 2,
    authorizers: ["ben", "cy"].map((id) => ({ userKey: people[id]?.key })),
  };
  const set = (more: object) =>
    api.send("PATCH", "/v2/targetSystems('T1')", {
      as: "root",
      body: { authorizationPhases: [{ ...phase, ...more }] },
    });
  expect(failure(await set({ reasonRequired: "often" }))[0]).toBe(400);
  expect((await set(asks)).status).toBe(204);
  const shown = await api.send("GET", "/v2/targetSystems('T1')", { as: "root" });
  expect(shown.json.authorizationPhases).toMatchObject([asks]);
  const body = { recipientKey: people["ada"]?.key, operations: [{ code: "ACUA", targetSystemKey: "T1" }] };
  path = `/v2/requests(${(await api.send("POST", "/v2/requests", { as: "ada", body })).json.key})`;
  expect((await read("phases")).value).toMatchObject([asks]);
  const edited = await act("edit", "cy", { operations: [{ sequence: 1, attributes: { mail: "a@b.c" } }] });
  expect([edited.status, edited.json]).toMatchObject([200, { changed: [1], voided: 0 }]);
  expect((await set({ reasonRequired: "denial" })).status).toBe(204);
});

describe("a request that is sent back", () => {
  it("waits for its requester, who changes and resubmits it", async () => {
    await act("decide", "ben", { phase: 1, decision: "approve" });
    const sent = await act("sendBack", "cy", { phase: 1, comment: "which mail?" });
    expect([sent.status, sent.json]).toMatchObject([200, { requestKey: expect.any(String) }]);
    expect(await read("explain")).toMatchObject({
      sentBackAt: expect.stringMatching(/Z$/),
      waitsFor: [{ person: nameOf("ada") }],
      nextReminderAt: expect.stringMatching(/Z$/),
      next: expect.stringContaining("resubmits"),
    });
    expect(failure(await act("decide", "cy", { phase: 1, decision: "approve" }))).toEqual([409, "SENT_BACK", "key"]);
    const operations = [{ sequence: 1, attributes: { mail: "ada@b.c" } }];
    const unseen = await tagNow();
    const { status, json } = await act("edit", "ada", { operations });
    expect([status, json]).toMatchObject([200, { changed: [1], voided: 1 }]);
    expect((await read("operations")).value).toMatchObject([{ attributes: { mail: ["ada@b.c"] } }]);
    expect((await read("decisions")).value).toMatchObject([{ voidedBecause: "edited" }]);
    expect((await act("resubmit", "ada", { comment: "this one" })).status).toBe(200);
    const blind = await act("decide", "ben", { phase: 1, decision: "approve" });
    expect(failure(blind)).toEqual([412, "EXPECTATION_MISSING", "expect"]);
    expect((await decideAt(unseen, "ben")).json.error.code).toBe("VERSION_MISMATCH");
    expect((await decideAt("*", "ben")).json.error.code).toBe("EXPECTATION_MISSING");
    expect((await decideAt(await tagNow(), "ben")).status).toBe(200);
    expect((await read("comments")).value.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      "resubmitted",
      "sentBack",
    ]);
  });

  it("is refused to who may not, and without words", async () => {
    expect(failure(await act("sendBack", "ben", { phase: 1 }))).toEqual([400, "INPUT_INVALID", "comment"]);
    expect(failure(await act("sendBack", "ada", { phase: 1, comment: "no" }))[1]).toBe("FORBIDDEN");
    expect(failure(await act("resubmit", "ada", { comment: "now" }))).toEqual([409, "NOT_SENT_BACK", "key"]);
    const operations = [{ sequence: 1, attributes: { mail: "ada@b.c" } }];
    expect(failure(await act("edit", "ben", { operations }))).toEqual([409, "NOT_EDITABLE", "key"]);
  });
});

describe("a decision about single operations", () => {
  it("shows which", async () => {
    const said = { phase: 1, decision: "deny", comment: "not this", operations: [1] };
    expect((await act("decide", "ben", said)).status).toBe(200);
    const [operation] = (await read("operations")).value;
    expect((await read("decisions")).value).toMatchObject([{ decision: "deny", operationKeys: [operation.key] }]);
    expect((await read("explain")).phase.decisions).toMatchObject([{ operationKeys: [operation.key] }]);
    const unknown = await act("decide", "cy", { phase: 1, decision: "approve", operations: [7] });
    expect(failure(unknown)[0]).toBeGreaterThanOrEqual(400);
  });
});

describe("what is said of a request", () => {
  it("stands among its comments with the names of those who said it, and open questions in explain", async () => {
    await act("comment", "ada", { text: "please by Monday" });
    const { json: question } = await act("ask", "ben", { text: "for how long?" });
    expect((await read("explain")).questions).toMatchObject([{ key: question.key, person: nameOf("ben") }]);
    expect((await act("answer", "ada", { question: question.key, text: "until June" })).status).toBe(200);
    expect((await read("explain")).questions).toEqual([]);
    expect((await read("comments?$expand=person", "ben")).value.toSorted(byTime)).toMatchObject([
      { kind: "comment", text: "please by Monday", person: nameOf("ada") },
      { kind: "question", text: "for how long?", person: nameOf("ben") },
      { kind: "answer", text: "until June", answersKey: question.key },
    ]);
    expect((await api.send("GET", `${path}/comments`, { as: "eve" })).status).toBe(403);
    expect(failure(await act("ask", "ada", { text: "why?" }))[1]).toBe("FORBIDDEN");
    expect(failure(await act("comment", "ada", {}))).toEqual([400, "INPUT_INVALID", "text"]);
  });
});

const byTime = (a: { writtenAt: string }, b: { writtenAt: string }) => a.writtenAt.localeCompare(b.writtenAt);
