import { describe, expect, it } from "vitest";

import { explainRequest, type RecordedPhase, type RecordedRequest } from "./request-explanation.ts";

const phase = (part: Partial<RecordedPhase>): RecordedPhase => ({
  sequence: 1,
  state: "open",
  minApprovals: 2,
  maxDenials: 1,
  openedAt: 1000,
  authorizers: ["a", "b", "c"].map((userKey) => ({
    userKey,
    veto: userKey === "b",
    inputRequired: false,
    askedAt: userKey === "c" ? 1500 : null,
    remindedAt: userKey === "c" ? 4e3 : null,
    escalatedAt: null,
  })),
  decisions: [],
  ...part,
});

const request = (part: Partial<RecordedRequest>): RecordedRequest => ({
  status: "W",
  startAt: null,
  expiresAt: 9e4,
  finishedAt: null,
  phases: [
    phase({}),
    phase({
      sequence: 2,
      state: "pending",
      openedAt: null,
    }),
  ],
  operations: [],
  comments: [],
  requesterKey: "r",
  recipientStartsAt: null,
  sentBackAt: null,
  requesterRemindedAt: null,
  holdReason: null,
  now: 5e3,
  nextReminderAt: 5500,
  nextEscalationAt: 11e3,
  ...part,
});

const said = (userKey: string, decision: "approve" | "deny" | "abstain") => ({
  userKey,
  decision,
  comment: null,
  decidedAt: 2e3,
  operationKeys: null,
  override: false,
  voidedAt: null,
  voidedBecause: null,
});

const nothing = { askedAt: null, remindedAt: null, escalatedAt: null };

describe("a request that waits", () => {
  it("tells who must act since when, what is missing, and when it is reminded, escalated and over", () => {
    const explained = explainRequest(request({ phases: [phase({ decisions: [said("a", "approve")] })] }));
    expect(explained.waitsFor).toEqual([
      { userKey: "b", via: [], veto: true, inputRequired: false, ...nothing, since: 1000 },
      {
        userKey: "c",
        via: [],
        veto: false,
        inputRequired: false,
        ...nothing,
        askedAt: 1500,
        remindedAt: 4000,
        since: 1500,
      },
    ]);
    expect(explained.phase).toMatchObject({ sequence: 1, rule: 6, outcome: "open", approvals: 1, approvalsMissing: 1 });
    expect(explained).toMatchObject({
      final: false,
      statusText: "Waiting for authorization",
      nextReminderAt: 5500,
      escalatesAt: 11_000,
      expiresAt: 90_000,
    });
  });

  it("names no reminder and no escalation where none will come", () => {
    const explained = explainRequest(request({ nextReminderAt: null, nextEscalationAt: null }));
    expect([explained.nextReminderAt, explained.escalatesAt]).toEqual([null, null]);
  });

  it("names a person once who is listed twice, with both flags", () => {
    const authorizers = [
      { userKey: "a", veto: true, inputRequired: false, ...nothing, remindedAt: 2000 },
      { userKey: "a", veto: false, inputRequired: true, ...nothing, remindedAt: 3000 },
    ];
    const { waitsFor } = explainRequest(request({ phases: [phase({ authorizers, minApprovals: 1 })] }));
    const flags = { veto: true, inputRequired: true };
    expect(waitsFor).toEqual([{ userKey: "a", via: [], ...flags, ...nothing, remindedAt: 3000, since: 1000 }]);
  });
});

it("what was sent back waits for its requester, who is reminded, and nobody else is asked in their place", () => {
  const explained = explainRequest(request({ sentBackAt: 3000, requesterRemindedAt: 4000 }));
  expect(explained.waitsFor).toMatchObject([{ userKey: "r", since: 3000, remindedAt: 4000 }]);
  expect(explained).toMatchObject({ sentBackAt: 3000, nextReminderAt: 5500, escalatesAt: null, expiresAt: 90_000 });
});

describe("a phase that a superuser has decided", () => {
  it("says so, whatever the authorizers have said", () => {
    const decisions = [said("a", "deny"), { ...said("root", "approve"), override: true, comment: "they are away" }];
    const explained = explainRequest(request({ status: "X", phases: [phase({ state: "approved", decisions })] }));
    expect(explained.phase).toMatchObject({ outcome: "approved", rule: 7, approvalsMissing: 0, decisions });
  });
});

it("what was taken back is shown and does not count", () => {
  const back = { ...said("a", "approve"), voidedAt: 3000, voidedBecause: "unapproved" } as const;
  const explained = explainRequest(request({ phases: [phase({ decisions: [back] })] }));
  expect(explained.phase).toMatchObject({ approvals: 0, decisions: [back] });
  expect(explained.waitsFor.map(({ userKey }) => userKey).toSorted()).toEqual(["a", "b", "c"]);
});

it("what the requester was asked is told until there is an answer, or the request has ended", () => {
  const asked = { key: "q", kind: "question", userKey: "a", text: "why?", answersKey: null, writtenAt: 3000 } as const;
  const answered = { ...asked, key: "r", kind: "answer", userKey: "r", answersKey: "q" } as const;
  expect(explainRequest(request({ comments: [asked] })).questions).toEqual([asked]);
  expect(explainRequest(request({ comments: [asked, answered] })).questions).toEqual([]);
  expect(explainRequest(request({ status: "K", comments: [asked] })).questions).toEqual([]);
});

it("a request on hold says why, who decides, and when it expires", () => {
  const reason = "Phase 1 asks 30 people, and MAX AUTH ALLOWED is 20.";
  const pending = [phase({ state: "pending", openedAt: null })];
  const explained = explainRequest(request({ status: "H", holdReason: reason, phases: pending }));
  expect(explained).toMatchObject({
    final: false,
    waitsFor: [],
    phase: null,
    expiresAt: 9e4,
    next: `${reason} A workflow manager must decide how it goes on.`,
  });
});

describe("a closed request", () => {
  it("tells which rule and which decisions led there, and that nobody has to act", () => {
    const decisions = [said("a", "approve"), said("b", "deny")];
    const explained = explainRequest(request({ status: "D", phases: [phase({ state: "denied", decisions })] }));
    expect(explained).toMatchObject({ final: true, waitsFor: [], expiresAt: null, nextReminderAt: null });
    expect(explained.phase).toMatchObject({ outcome: "denied", rule: 2, decisions, approvalsMissing: 0 });
  });

  it("speaks of its last decided phase", () => {
    const phases = [phase({ state: "approved" }), phase({ sequence: 2, state: "approved", minApprovals: 0 })];
    expect(explainRequest(request({ status: "C", phases })).phase).toMatchObject({ sequence: 2, rule: 4 });
  });
});

it("a request without phases has none, and a scheduled one its start", () => {
  const explained = explainRequest(request({ status: "S", startAt: 7000, phases: [] }));
  expect(explained).toMatchObject({ phase: null, waitsFor: [], startsAt: 7000, expiresAt: null });
});

it("every status says what comes next", () => {
  for (const status of ["P", "A", "W", "H", "S", "X", "I", "C", "D", "K", "E"] as const) {
    expect(explainRequest(request({ status })).next).not.toBe("");
  }
});

describe("a request that is performed", () => {
  const operation = (sequence: number, part: object) => ({
    sequence,
    code: "ACUA",
    targetSystemKey: "T1",
    result: "P",
    sends: 0,
    sentAt: null,
    nextTryAt: null,
    key: `key${sequence}`,
    dependsOn: [],
    errorCode: null,
    proxyServer: "branch",
    task: null,
    taskPeople: [],
    around: {},
    ...part,
  });
  const explained = (status: "X" | "C", ...operations: object[]) =>
    explainRequest(request({ status, operations: operations as unknown as RecordedRequest["operations"] })).operations;

  it("tells of each operation that has not ended what it waits for", () => {
    const waits = explained(
      "X",
      operation(1, { result: "S", sends: 1 }),
      operation(2, { sends: 1, nextTryAt: 8000, errorCode: "unreachable" }),
      operation(3, {}),
      operation(4, { sends: 2, sentAt: 6000 }),
      operation(5, { result: null, dependsOn: ["key1", "key3", "key4"] }),
      operation(6, { result: null, dependsOn: ["key1"] }),
      operation(7, { around: { proxyAwaySince: 5000 } }),
      operation(8, { around: { proxyAwaySince: null } }),
      operation(9, { nextTryAt: 8000, around: { connectorVersion: "1.2.0" } }),
      operation(10, { nextTryAt: 8000, errorCode: "busy", around: { connectorVersion: "1.2.0" } }),
      operation(11, { code: "ARCHREQPWD", proxyServer: null }),
    );
    expect(waits.map(({ sequence, waitsFor }) => [sequence, waitsFor])).toEqual([
      [2, "It waits for its next try at 1970-01-01T00:00:08.000Z after the failure 'unreachable'."],
      [3, "It waits until the proxy 'branch' fetches it."],
      [4, "It was sent to the proxy 'branch' at 1970-01-01T00:00:06.000Z, whose answer is awaited."],
      [5, "It waits until the operations that it depends on have ended: 3 (ACUA), 4 (ACUA)."],
      [6, "It is handed out next."],
      [
        7,
        "It waits until the proxy 'branch' fetches it, which takes no orders now and has reported last at 1970-01-01T00:00:05.000Z.",
      ],
      [8, "It waits until the proxy 'branch' fetches it, which has never reported."],
      [
        9,
        "Its request has begun with version 1.2.0 of the connector: it waits for a process of the proxy 'branch' with this version, and is offered again at 1970-01-01T00:00:08.000Z.",
      ],
      [10, "It waits for its next try at 1970-01-01T00:00:08.000Z after the failure 'busy'."],
      [11, "It waits until its start has come and the password is free."],
    ]);
    expect(waits[0]).toMatchObject({ nextTryAt: 8000, sends: 1, errorCode: "unreachable" });
  });

  it("tells of none when it has ended", () => {
    expect(explained("C", operation(1, { result: "S" }))).toEqual([]);
  });
});
