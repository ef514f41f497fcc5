import { expect, test } from "vitest";

import { decided, eventsOf, opened, result, submitted, type Told } from "./ledger.fixture.ts";
import { replayedEnd, replayedPhases } from "./replayed-phases.ts";

const begun: Told = ["submitted", { ...submitted, phases: 2 }];
const asks: Told = ["opened", opened(["bob", "cy"]), 20];
const asksNext: Told = ["opened", opened(["dan"], { phase: 2, ruleKey: null, ruleVersion: null }), 40];
const approves: Told = [...decided("bob", "approve"), 30];
const denies: Told = [...decided("dan", "deny", 2), 50];
const ends = (outcome: "C" | "D" | "K" | "E", at = 60): Told => ["ended", { outcome }, at];

test("each phase that has opened is told with its moment, its people and what they said", () => {
  const told = replayedPhases(eventsOf([begun, asks, approves, asksNext]));
  const person = (userKey: string) => ({ userKey, via: [`user('${userKey}')`], veto: false, inputRequired: false });
  const ruled = (...people: string[]) => ({ rule: opened(people).rule, conditions: [], carried: [] });
  expect(told).toEqual([
    {
      sequence: 1,
      targetSystemKey: "T1",
      ruleKey: "r1",
      ruleVersion: 1,
      ...ruled("bob", "cy"),
      openedAt: 20,
      outcome: "approved",
      people: [person("bob"), person("cy")],
      decisions: [
        {
          userKey: "bob",
          decision: "approve",
          comment: null,
          decidedAt: 30,
          override: false,
        },
      ],
    },
    {
      sequence: 2,
      targetSystemKey: "T1",
      ruleKey: null,
      ruleVersion: null,
      ...ruled("dan"),
      openedAt: 40,
      outcome: "open",
      people: [person("dan")],
      decisions: [],
    },
  ]);
  expect(replayedPhases([])).toEqual([]);
});

test.each<[string, readonly Told[], ReturnType<typeof replayedEnd>]>([
  ["is open", [begun, asks], null],
  [
    "was denied",
    [begun, asks, approves, asksNext, denies, result("R"), ends("D")],
    { status: "D", at: 60, userKey: null, because: "Phase 2 was denied." },
  ],
  [
    "was cancelled",
    [begun, asks, ["cancelled", {}], result("R"), ends("K")],
    { status: "K", at: 60, userKey: "ada", because: "It was cancelled." },
  ],
  [
    "has expired",
    [begun, asks, ends("E", 1000)],
    { status: "E", at: 1000, userKey: null, because: "Nobody decided it in time." },
  ],
  [
    "may not go on",
    [begun, asks, ["refused", { code: "OPERATION_TYPE_UNKNOWN" }], result("F"), ends("D")],
    { status: "D", at: 60, userKey: null, because: "The type under which it was accepted is no longer known." },
  ],
])("of a request that %s its end is told", (_what, told, end) => {
  expect(replayedEnd(eventsOf(told))).toEqual(end);
});
