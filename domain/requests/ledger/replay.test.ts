import { describe, expect, it } from "vitest";

import {
  commented,
  decided,
  edited,
  eventsOf,
  opened,
  overridden,
  result,
  submitted,
  type Told,
  unapproved,
} from "./ledger.fixture.ts";
import { replay } from "./replay.ts";

const begun: Told = ["submitted", submitted];
const two: Told = ["submitted", { ...submitted, phases: 2 }];
const direct: Told = ["submitted", { ...submitted, phases: 0, status: "P" }];
const asks = (...people: string[]): Told => ["opened", opened(people)];
const asksNext = (...people: string[]): Told => ["opened", opened(people, { phase: 2 })];
const goes = (from: "P" | "A" | "W" | "H" | "S", to: "X" | "A" | "S" | "W" | "H", at?: number): Told =>
  at === undefined ? ["status", { from, to }] : ["status", { from, to }, at];
const ends = (outcome: "C" | "D" | "K" | "E", at?: number): Told =>
  at === undefined ? ["ended", { outcome }] : ["ended", { outcome }, at];
const heldAt = (phase: number): Told => ["held", { phase, reason: "too many" }];
const resolves = (decision: "release" | "deny"): Told => [
  "resolved",
  { phase: 1, decision, reason: "as agreed", users: [], minApprovals: null },
];
const onHold: Told = ["submitted", { ...submitted, status: "H" }];
const joins = (user: string, way: string): Told => ["joined", { phase: 1, user, way }];
const leaves = (user: string, way: string): Told => ["left", { phase: 1, user, way }];
const forBob = (user: string): Told => ["decided", { ...decided(user, "approve")[1], for: ["bob"] }];
const asksBoth: Told = [
  "opened",
  opened(["bob", "eve"], { rule: "all(any(1, user('bob'), user('eve')), inputRequired(user('bob')))" }),
];
const later: Told = ["submitted", { ...submitted, startAt: 500 }];

const answered = (answer: "applicable" | "notApplicable" | "unknown", attempt = 0, operation = "o1"): Told => [
  "applicability",
  { operation, attempt, answer, plugin: "still.mjs", reason: null },
];
const performed = [direct, goes("P", "X")];
const closes = (outcome: "done" | "rejected", cancels: boolean): Told => [
  "ticket",
  { ticket: "t1", system: "DESK", outcome, text: null, cancels },
];
const both: Told = ["opened", opened(["bob", "cy"], { minApprovals: 2 })];
const [o1] = submitted.operations;
const ofTwo: Told = [
  "submitted",
  { ...submitted, operations: o1 === undefined ? [] : [o1, { ...o1, key: "o2", sequence: 2 }] },
];
const asksPassword: Told = [
  "submitted",
  { ...submitted, phases: 0, status: "P", operations: o1 === undefined ? [] : [{ ...o1, code: "ARCHREQPWD" }] },
];
const disclosed = (user = submitted.recipient): Told => [
  "disclosed",
  { disclosure: "d1", operation: "o1", user, plugin: "display" },
];
const handedOut = [asksPassword, goes("P", "X"), result(), ends("C")];
const editable: Told = ["opened", opened(["cy"], { phase: 2, mayEdit: true })];
const carried = [{ user: "ada", answer: "approve", phase: null }] as const;
const back = commented("sentBack", "c1");
const again = commented("resubmitted", "c2");
const reasoned: Told = ["opened", opened(["bob"], { reasonRequired: "approval" })];

describe("a replay", () => {
  const histories: readonly (readonly [string, readonly Told[], string, string | null])[] = [
    ["a password that was disclosed after the end", [...handedOut, disclosed(), disclosed()], "C", "C"],
    ["nobody has decided", [begun, asks("bob")], "W", null],
    [
      "approved and done",
      [begun, asks("bob"), decided("bob", "approve"), goes("W", "X"), result(), ends("C")],
      "C",
      "C",
    ],
    ["done in vain", [direct, goes("P", "X"), result("F"), ends("C")], "C", "C"],
    ["denied", [begun, asks("bob"), decided("bob", "deny"), result("R"), ends("D")], "D", "D"],
    ["denied because all abstained", [begun, asks("bob"), decided("bob", "abstain"), ends("D")], "D", "D"],
    [
      "approved in two phases",
      [two, asks("bob"), decided("bob", "approve"), asksNext("cy"), decided("cy", "approve", 2), goes("W", "X")],
      "X",
      null,
    ],
    ["cancelled", [begun, asks("bob"), ["cancelled", {}], result("R"), ends("K")], "K", "K"],
    ["expired", [begun, asks("bob"), result("R"), ends("E", 1000)], "E", "E"],
    ["scheduled", [later, asks("bob"), decided("bob", "approve"), goes("W", "S"), goes("S", "X", 500)], "X", null],
    [
      "waiting for plug-ins behind its first phase",
      [two, asks("bob"), decided("bob", "approve"), goes("W", "A"), asksNext("cy"), goes("A", "W")],
      "W",
      null,
    ],
    [
      "approved by who had taken a denial back",
      [
        begun,
        ["opened", opened(["bob", "cy"], { maxDenials: 2 })],
        decided("bob", "deny"),
        unapproved("bob"),
        decided("bob", "approve"),
        goes("W", "X"),
      ],
      "X",
      null,
    ],
    [
      "waiting again after an approval was taken back",
      [begun, both, decided("bob", "approve"), unapproved("bob"), decided("cy", "approve")],
      "W",
      null,
    ],
    [
      "on hold behind its first phase",
      [two, asks("bob"), decided("bob", "approve"), heldAt(2), goes("W", "H")],
      "H",
      null,
    ],
    ["released", [onHold, heldAt(1), resolves("release"), goes("H", "A"), asks("bob"), goes("A", "W")], "W", null],
    ["denied by a workflow manager", [onHold, heldAt(1), resolves("deny"), result("R"), ends("D")], "D", "D"],
    ["expired on hold", [onHold, heldAt(1), result("R"), ends("E", 1000)], "E", "E"],
    [
      "approved by a superuser",
      [begun, both, decided("bob", "approve"), overridden("approve"), goes("W", "X")],
      "X",
      null,
    ],
    ["denied by a superuser", [begun, both, overridden("deny"), result("R"), ends("D")], "D", "D"],
    [
      "talked about",
      [begun, asks("bob"), commented("comment", "c1"), commented("question", "c2"), commented("answer", "c3", "c2")],
      "W",
      null,
    ],
    ["sent back", [begun, asks("bob"), back], "W", null],
    ["sent back until it expires", [begun, asks("bob"), back, result("R"), ends("E", 1000)], "E", "E"],
    [
      "changed by its requester and approved again",
      [
        two,
        asks("cy"),
        decided("cy", "approve"),
        asksNext("bob"),
        back,
        edited("ada"),
        again,
        decided("cy", "approve"),
        asksNext("dan"),
        decided("dan", "approve", 2),
        goes("W", "X"),
      ],
      "X",
      null,
    ],
    [
      "changed by an authorizer, so that having asked for it approves it no longer",
      [
        two,
        ["opened", opened(["ada"], { carried })],
        editable,
        edited("cy"),
        asks("ada"),
        decided("ada", "approve"),
        editable,
      ],
      "W",
      null,
    ],
    [
      "changed by an authorizer, so that the phase before asks again",
      [two, asks("bob"), decided("bob", "approve"), editable, edited("cy"), decided("bob", "approve"), editable],
      "W",
      null,
    ],
    [
      "approved without an operation that was denied by itself",
      [
        ofTwo,
        both,
        decided("bob", "deny", 1, ["o2"]),
        decided("cy", "approve"),
        decided("bob", "approve", 1, ["o1"]),
        result("R", "o2"),
        goes("W", "X"),
        result("S", "o1"),
        ends("C"),
      ],
      "C",
      "C",
    ],
    [
      "denied operation by operation",
      [ofTwo, both, decided("bob", "deny", 1, ["o2"]), decided("cy", "deny", 1, ["o1"]), result("R", "o1"), ends("D")],
      "D",
      "D",
    ],
    [
      "refused",
      [begun, asks("bob"), ["refused", { code: "OPERATION_TYPE_UNKNOWN" }], result("F"), ends("D")],
      "D",
      "D",
    ],
    [
      "approved by who stands in",
      [begun, asks("bob"), joins("eve", "delegation:bob"), forBob("eve"), goes("W", "X")],
      "X",
      null,
    ],
    [
      "not decided by who stands in no more",
      [begun, asks("bob"), joins("eve", "delegation:bob"), leaves("eve", "delegation:bob")],
      "W",
      null,
    ],
    [
      "approved by who was asked in the place of another",
      [
        begun,
        asks("bob"),
        ["replaced", { phase: 1, user: "bob", by: "boss" }],
        decided("boss", "approve"),
        goes("W", "X"),
      ],
      "X",
      null,
    ],
    [
      "approved by a word that was given before",
      [begun, asksBoth, decided("eve", "approve"), joins("eve", "delegation:bob"), goes("W", "X")],
      "X",
      null,
    ],
    ["cancelled by a rejected ticket", [begun, asks("bob"), closes("rejected", true), ends("K")], "K", "K"],
    [
      "asked about before each attempt",
      [
        ...performed,
        answered("unknown"),
        answered("applicable", 1),
        answered("notApplicable", 2),
        result("X"),
        ends("C"),
      ],
      "C",
      "C",
    ],
  ];
  it.each(histories)("of a request that is %s gives its status and its end", (_what, told, status, outcome) => {
    expect(replay(eventsOf(told))).toMatchObject({ status, outcome, finding: null });
  });

  const replaced: Told = ["replaced", { phase: 1, user: "bob", by: "boss" }];
  const approved = [begun, asks("bob"), decided("bob", "approve")] as const;
  const impossible: readonly (readonly [string, readonly Told[], string])[] = [
    ["an end that the decisions do not give", [...approved, ends("D")], "outcome"],
    ["an end before all is done", [...approved, goes("W", "X"), ends("C")], "outcome"],
    ["an expiry before its time", [begun, asks("bob"), ends("E", 999)], "outcome"],
    ["a cancellation by nobody", [begun, asks("bob"), ends("K")], "outcome"],
    ["a decision of somebody who was not asked", [begun, asks("bob"), decided("eve", "approve")], "user"],
    [
      "a second decision",
      [
        begun,
        ["opened", opened(["bob", "cy"], { minApprovals: 2 })],
        decided("bob", "approve"),
        decided("bob", "deny"),
      ],
      "user",
    ],
    [
      "a decision in a phase that is decided",
      [begun, ["opened", opened(["bob", "cy"])], decided("bob", "approve"), decided("cy", "deny")],
      "phase",
    ],
    ["an override of a phase that is decided", [...approved, overridden("deny")], "phase"],
    ["an override that says nothing", [begun, asks("bob"), overridden("abstain")], "answer"],
    [
      "going on after an approval was taken back",
      [begun, both, decided("bob", "approve"), decided("cy", "abstain"), goes("W", "X")],
      "to",
    ],
    ["taking back what nobody has said", [begun, both, decided("cy", "approve"), unapproved("bob")], "decision"],
    ["taking back what a phase was decided by", [...approved, unapproved("bob")], "phase"],
    ["an approval without the reason that the phase asks for", [begun, reasoned, decided("bob", "approve")], "reason"],
    [
      "an answer to what nobody has asked",
      [begun, asks("bob"), commented("comment", "c1"), commented("answer", "c2", "c1")],
      "answers",
    ],
    ["a decision while it is sent back", [begun, asks("bob"), back, decided("bob", "approve")], "phase"],
    ["sending back by who is not asked", [begun, asks("cy"), back], "as"],
    ["resubmitting what was not sent back", [begun, asks("bob"), again], "as"],
    ["a change by its requester that nobody has asked for", [begun, asks("bob"), edited("ada")], "user"],
    ["a change by an authorizer whose phase does not allow it", [begun, asks("bob"), edited("bob")], "user"],
    [
      "going on with what was approved before a change",
      [begun, asks("bob", "cy"), back, edited("ada"), again, goes("W", "X")],
      "to",
    ],
    [
      "carrying out what was denied by itself",
      [ofTwo, asks("bob", "cy"), decided("bob", "deny", 1, ["o2"]), decided("cy", "approve"), goes("W", "X")],
      "to",
    ],
    [
      "refusing what was approved",
      [ofTwo, asks("bob"), decided("bob", "approve"), result("R", "o2"), goes("W", "X")],
      "to",
    ],
    [
      "a second word about an operation",
      [ofTwo, both, decided("bob", "deny", 1, ["o2"]), decided("bob", "approve", 1, ["o1", "o2"])],
      "user",
    ],
    ["a word about what is not asked for", [ofTwo, both, decided("bob", "deny", 1, ["o3"])], "operations"],
    ["a phase before the one before it is approved", [two, asks("bob"), asksNext("cy")], "phase"],
    ["a cancellation by a ticket that was done", [begun, asks("bob"), closes("done", true)], "outcome"],
    [
      "a cancellation by a ticket that was only noted",
      [begun, asks("bob"), closes("rejected", false), ends("K")],
      "outcome",
    ],
    ["an approval by a ticket", [begun, asks("bob"), closes("done", false), goes("W", "X")], "to"],
    ["a success of what no longer applied", [...performed, answered("notApplicable"), result("S")], "result"],
    ["a second answer about an attempt", [...performed, answered("unknown"), answered("applicable")], "attempt"],
    ["an answer about nothing", [...performed, answered("applicable", 0, "o9")], "operation"],
    ["an answer about what has ended", [...performed, result(), answered("applicable")], "operation"],
    ["performing what nobody has approved", [begun, asks("bob"), goes("W", "X")], "to"],
    ["performing before the last phase", [two, asks("bob"), decided("bob", "approve"), goes("W", "X")], "to"],
    ["beginning before its time", [later, asks("bob"), decided("bob", "approve"), goes("W", "X", 499)], "to"],
    ["another status before", [...approved, goes("P", "X")], "from"],
    ["a result twice", [...approved, goes("W", "X"), result(), result()], "operation"],
    ["a result that is none", [...approved, goes("W", "X"), result("P")], "result"],
    ["an event behind the end", [begun, asks("bob"), decided("bob", "deny"), ends("D"), result("R")], "*"],
    ["a second beginning", [begun, begun], "*"],
    ["a disclosure before the password was handed out", [asksPassword, disclosed()], "operation"],
    ["a disclosure to another person", [...handedOut, disclosed("eve")], "user"],
    ["a disclosure where no password was asked for", [direct, goes("P", "X"), result(), disclosed()], "operation"],
    ["anything else behind a disclosure after the end", [...handedOut, disclosed(), result()], "*"],
    ["a hold of a phase that has opened", [begun, asks("bob"), heldAt(1)], "phase"],
    ["a decision about a hold where there is none", [begun, resolves("deny")], "phase"],
    ["a denial on hold that nobody has decided", [onHold, heldAt(1), ends("D")], "outcome"],
    ["a decision for others than those for whom somebody stands in", [begun, asks("bob"), forBob("bob")], "for"],
    ["a decision for nobody", [begun, asks("bob"), joins("eve", "delegation:bob"), decided("eve", "approve")], "for"],
    ["coming in twice by one way", [begun, asks("bob"), joins("eve", "x"), joins("eve", "x")], "user"],
    ["going without having come", [begun, asks("bob"), leaves("bob", "delegation:eve")], "user"],
    [
      "coming into a phase that is no more",
      [two, asks("bob"), decided("bob", "approve"), asksNext("cy"), joins("eve", "x")],
      "phase",
    ],
    ["replacing somebody who has answered", [begun, asksBoth, decided("bob", "approve"), replaced], "user"],
    ["replacing somebody who is not asked", [begun, asks("cy"), replaced], "user"],
    ["replacing somebody by who is asked", [begun, asks("bob", "boss"), replaced], "user"],
  ];
  it.each(impossible)("names the event that cannot be: %s", (_what, told, field) => {
    expect(replay(eventsOf(told))?.finding).toMatchObject({ event: told.length, field });
  });

  it("begins with the submission", () => {
    expect(replay(eventsOf([asks("bob")]))).toBeUndefined();
    expect(replay([])).toBeUndefined();
  });
});
