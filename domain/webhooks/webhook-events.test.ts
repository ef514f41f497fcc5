import { describe, expect, it, test } from "vitest";

import { type ChangedRow, eventTypeOf, webhookEvents, webhookEventTypes, webhookTables } from "./webhook-events.ts";

const change = (table: string, operation: ChangedRow["operation"], data: ChangedRow["data"] = {}): ChangedRow => ({
  table,
  operation,
  data,
});

describe("the event that a change is", () => {
  test.each([
    [change("reqbatch", "insert", { key: "k", status: "W" }), "gatehouse.request.submitted"],
    [change("reqbatch", "update", { status: "C", active: 0, finishedAt: 1 }), "gatehouse.request.completed"],
    [change("reqbatch", "update", { status: "K" }), "gatehouse.request.cancelled"],
    [change("reqbatch", "update", { status: "W" }), undefined],
    [change("reqbatch", "update", { startAt: 1 }), undefined],
    [change("requestPhases", "insert", { key: "k", state: "pending" }), undefined],
    [change("requestPhases", "insert", { key: "k", state: "open", openedAt: 1 }), "gatehouse.phase.opened"],
    [change("requestPhases", "update", { state: "open", openedAt: 1 }), "gatehouse.phase.opened"],
    [change("requestPhases", "update", { state: "approved", closedAt: 1 }), "gatehouse.phase.approved"],
    [change("requestPhases", "insert", { key: "k", state: "denied" }), "gatehouse.phase.denied"],
    [change("requestPhases", "remove"), undefined],
    [change("requestOperations", "update", { sends: 1 }), undefined],
    [change("requestOperations", "update", { result: "S", finishedAt: 5 }), "gatehouse.operation.ended"],
    [change("users", "update", { failures: 1 }), undefined],
    [change("users", "update", { failures: 5, locked: 1, lockedAt: 7 }), "gatehouse.user.locked"],
    [change("users", "update", { locked: 0 }), "gatehouse.user.unlocked"],
    [change("users", "update", { displayName: "x" }), "gatehouse.user.changed"],
    [change("users", "update", { passwordHash: "x", tokenVersion: 3 }), undefined],
    [change("accounts", "update", { userKey: null }), "gatehouse.account.ownerChanged"],
    [change("accounts", "update", { enabled: 0 }), "gatehouse.account.changed"],
    [change("accounts", "remove"), "gatehouse.account.removed"],
    [change("webhooks", "update", { enabled: 0 }), "gatehouse.webhook.disabled"],
    [change("webhooks", "update", { enabled: 1 }), undefined],
    [change("persistedGrants", "insert", { key: "k" }), undefined],
  ])("%j: %s", (row, type) => {
    expect(eventTypeOf(row)).toBe(type);
  });
});

it("has a name of its own for each type, and a sentence", () => {
  for (const type of webhookEventTypes) {
    expect(type).toMatch(/^gatehouse\.[a-z]+[A-Za-z]*\.[a-z]+[A-Za-z]*$/);
    expect(webhookEvents[type].description).not.toBe("");
  }
  expect(webhookTables.has("users")).toBe(true);
});
