import { expect, it } from "vitest";

import { eventKindNames } from "#domain/requests/ledger/event-kinds.ts";

import type { RequestEvent } from "../../api/model.ts";
import type { Say } from "../../messages/text.ts";
import { eventWords, numberedOperation, type Told } from "./event-words.ts";
import { viaWords } from "./via-words.ts";

const say: Say = (key, values = {}) => [key, ...Object.values(values)].join(" ");
const nameOf = (key: string) => key.toUpperCase();
const told: Told = { say, nameOf, operation: (key) => `operation ${key}` };
const decided = { decision: "d", phase: 2, user: "ada", answer: "deny", reason: "no" };
const facts: Partial<Record<RequestEvent["kind"], RequestEvent["facts"]>> = {
  opened: { phase: 1, rule: "any(1, user('ada'))", people: [{ user: "ada" }, { user: "bob" }], excluded: ["eve"] },
  joined: { phase: 1, user: "bob", way: "delegation:ada" },
  left: { phase: 1, user: "bob", way: "escalation:ada" },
  replaced: { phase: 1, user: "ada", by: "bob" },
  withdrawn: { phase: 1, user: "ada" },
  separated: { rules: ["r"], operations: ["o1"], phases: 2 },
  partyLeft: { user: "ada" },
  decided: { ...decided, for: ["bob"], operations: ["o1"] },
  overridden: decided,
  unapproved: { decision: "d", phase: 1, user: "ada" },
  commented: { as: "question", text: "why?" },
  status: { from: "W", to: "X" },
  held: { phase: 1, reason: "too many" },
  resolved: { phase: 1, decision: "assign", reason: "she knows", users: ["ada"], minApprovals: null },
  ticket: { ticket: "t", system: "DESK", outcome: "rejected", text: "no budget", cancels: true },
  taskOffered: { operation: "o1", state: "offered", implementer: null, people: [{ user: "ada", via: [] }] },
  taskAnswered: { operation: "o1", user: "ada", answer: "handedOn", to: "bob", reason: "hers", override: false },
  taskClosedByTicket: { operation: "o1", ticket: "t1" },
  tasksResolved: { operations: ["o1"], decision: "assign", reason: "she knows", users: ["ada"] },
  refused: { code: "OLD" },
  applicability: { operation: "o1", attempt: 0, answer: "notApplicable", plugin: "still.mjs", reason: "gone" },
  result: { operation: "o1", result: "F", code: "TARGET_DOWN", account: null, group: null, object: null },
  ended: { outcome: "C" },
  disclosed: { operation: "o1", user: "ada" },
};
const lines: Partial<Record<RequestEvent["kind"], readonly string[]>> = {
  opened: ["request.phase 1", "told.rule any(1, user('ADA'))", "told.asked ADA, BOB", "told.excluded EVE"],
  joined: ["BOB: told.via.delegation ADA", "request.phase 1"],
  left: ["BOB: told.via.escalation ADA", "request.phase 1"],
  replaced: ["told.replaced BOB ADA", "request.phase 1"],
  withdrawn: ["ADA", "request.phase 1"],
  separated: ["operation o1"],
  partyLeft: ["ADA"],
  decided: ["decision.said.deny · request.phase 2", "told.quote no", "told.for BOB", "operation o1"],
  overridden: ["decision.said.deny · request.phase 2", "told.quote no"],
  unapproved: ["request.phase 1"],
  commented: ["comment.question", "told.quote why?"],
  status: ["request.becomes request.status.W request.status.X"],
  held: ["request.phase 1", "too many"],
  resolved: ["told.hold.assign · request.phase 1", "told.asked ADA", "told.quote she knows"],
  ticket: ["DESK: told.ticket.rejected", "told.quote no budget"],
  taskOffered: ["operation o1: task.state.offered", "told.asked ADA"],
  taskAnswered: ["operation o1: task.answer.handedOn", "told.asked BOB", "told.quote hers"],
  taskClosedByTicket: ["operation o1"],
  tasksResolved: ["told.tasks.assign", "operation o1", "told.asked ADA", "told.quote she knows"],
  refused: ["told.code OLD"],
  applicability: ["operation o1: told.applicability.notApplicable", "told.quote gone"],
  result: ["operation o1: result.F", "told.code TARGET_DOWN"],
  ended: ["told.outcome request.status.C"],
  disclosed: ["operation o1 · ADA"],
};

const shownElsewhere: ReadonlySet<string> = new Set(["submitted", "edited", "cancelled", "recipientStarts"]);

it.each(eventKindNames.filter((kind) => !shownElsewhere.has(kind)))("tells of %s what it says", (kind) => {
  expect(eventWords({ kind, facts: facts[kind] ?? {} }, told)).toEqual(lines[kind]);
});

it("tells nothing that is not said", () => {
  expect(eventWords({ kind: "decided", facts: { ...decided, reason: null, for: [], operations: null } }, told)).toEqual(
    ["decision.said.deny · request.phase 2"],
  );
  expect(eventWords({ kind: "cancelled", facts: {} }, told)).toEqual([]);
});

it("names an operation", () => {
  const operation = { sequence: 2, code: "ACUA", targetSystemKey: "LDAP" };
  expect(numberedOperation(operation, say)).toBe("2. request.operationOn operation.ACUA LDAP");
  const join = { ...operation, code: "GRUA", accountName: "ada", groupName: "finance" };
  expect(numberedOperation(join, say)).toBe("2. request.operationNamed operation.GRUA finance LDAP");
});

it.each([
  ["user('ada')", "told.via.user"],
  ["class('O''Neill')", "told.via.class O'Neill"],
  ["manager", "told.via.manager 1"],
  ["manager(2)", "told.via.manager 2"],
  ["groupOwners", "told.via.groupOwners"],
  ["requester", "told.via.requester"],
  ["recipient", "told.via.recipient"],
  ["plugin('owners.mjs')", "told.via.plugin owners.mjs"],
  ["delegation:ada", "told.via.delegation ADA"],
  ["escalation:ada", "told.via.escalation ADA"],
  ["somehow", "somehow"],
])("says of %s why somebody is asked", (via, words) => {
  expect(viaWords(via, say, nameOf)).toBe(words);
});
