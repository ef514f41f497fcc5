import { canonicalJson } from "../order.ts";
import { printRule } from "../phase-rules/print-rule.ts";
import { ruleOfPhase } from "../phase-rules/rule-of-phase.ts";
import { type EventKind, type FactsOf, isSigned, type SubmittedOperation } from "./event-kinds.ts";
import type { LedgerEvent } from "./event.ts";
import { checksOf, contentText, eventFields, type KeptEvent, type LedgerHashes } from "./kept-event.ts";

const operation: SubmittedOperation = {
  key: "o1",
  sequence: 1,
  code: "ACUA",
  targetSystem: "T1",
  account: null,
  group: null,
  attributes: { mail: ["a@b.c"] },
  dependsOn: [],
};

/** A request of one operation and some phases, as it was submitted. */
export const submitted: FactsOf<"submitted"> = {
  number: "20300101-1",
  status: "W",
  origin: "api",
  requester: "ada",
  recipient: "ben",
  reason: "new",
  startAt: null,
  expiresAt: 1e3,
  phases: 1,
  operations: [operation],
};

/** Returns the opening of a phase that asks people, each once and without a veto. */
export function opened(people: readonly string[], part: Partial<FactsOf<"opened">> = {}): FactsOf<"opened"> {
  const flags = { veto: false, inputRequired: false };
  const named = people.map((name) => ({ people: { kind: "user", name } as const, ...flags }));
  const numbers = { minApprovals: 1, maxDenials: 1, ...part };
  return {
    phase: 1,
    targetSystem: "T1",
    ruleKey: "r1",
    ruleVersion: 1,
    rule: printRule(
      ruleOfPhase({
        ...numbers,
        authorizers: named,
      }),
    ),
    conditions: [],
    excluded: [],
    carried: [],
    reasonRequired: "never",
    mayEdit: false,
    people: people.map((user) => ({
      user,
      via: [
        printRule({
          kind: "user",
          name: user,
        }),
      ],
      ...flags,
    })),
    ...numbers,
  };
}

/** Returns the event of a person's decision in a phase. */
export const decided = (
  user: string,
  answer: FactsOf<"decided">["answer"],
  phase = 1,
  operations: readonly string[] | null = null,
): readonly ["decided", FactsOf<"decided">] => [
  "decided",
  {
    decision: `d-${phase}-${user}${operations?.join("") ?? ""}`,
    phase,
    user,
    for: [],
    answer,
    operations,
    reason: null,
  },
];

/** Returns the event of a superuser who overrides the authorizers of a phase. */
export const overridden = (
  answer: FactsOf<"overridden">["answer"],
  phase = 1,
): readonly ["overridden", FactsOf<"overridden">] => [
  "overridden",
  { decision: `o-${phase}`, phase, user: "root", answer, reason: "nobody is there" },
];

/** Returns the event of a person who withdraws their decision in a phase. */
export const unapproved = (user: string, phase = 1): readonly ["unapproved", FactsOf<"unapproved">] => [
  "unapproved",
  { decision: `d-${phase}-${user}`, phase, user },
];

/** Returns the event of a comment. */
export const commented = (
  as: FactsOf<"commented">["as"],
  comment: string,
  answers: string | null = null,
): readonly ["commented", FactsOf<"commented">] => [
  "commented",
  { comment, user: as === "answer" || as === "resubmitted" ? "ada" : "bob", as, text: "so", answers },
];

/** Returns the event of a person who changes the operation. */
export const edited = (user: string): readonly ["edited", FactsOf<"edited">] => [
  "edited",
  { user, changed: ["o1"], operations: [{ ...operation, attributes: { mail: ["new@b.c"] } }] },
];

/** Returns the event that ends an operation. */
export const result = (
  letter: FactsOf<"result">["result"] = "S",
  key = "o1",
): readonly ["result", FactsOf<"result">] => [
  "result",
  { operation: key, result: letter, code: null, account: "a1", group: null, object: "17" },
];

/** Kind of event with its facts. */
export type Told = { [K in EventKind]: readonly [kind: K, facts: FactsOf<K>, happenedAt?: number] }[EventKind];

/**
 * Numbers events in their order. The actor is the user of the facts, `ada` for a cancellation or a resolved hold, otherwise the service.
 */
export function eventsOf(told: readonly Told[]): LedgerEvent[] {
  return told.map(([kind, facts, happenedAt = 10], index) => {
    const byHand = kind === "cancelled" || kind === "resolved" ? "ada" : null;
    const actor = "user" in facts ? facts.user : byHand;
    return { sequence: index + 1, kind, facts, happenedAt, actor } as LedgerEvent;
  });
}

/** Hashes that hide nothing, for rules that only compare them. */
export const plainHashes: LedgerHashes = {
  hashOf: (event, previous) =>
    checksOf([[event.requestKey, `${event.sequence} ${event.key} ${contentText(event)} ${previous}`]]),
  isMac: (hash, mac) => mac === `mac ${hash}`,
  isSignature: (hash, signature) => signature === `signed ${hash}`,
};

/** Returns events as they are stored, with plain hashes. */
export function keptOf(events: readonly LedgerEvent[]): KeptEvent[] {
  let previous = "";
  return events.map(({ facts, ...event }) => {
    const content = canonicalJson(facts);
    const placed = { ...event, key: `e${event.sequence}`, requestKey: "request" };
    const checks = checksOf(eventFields(placed, JSON.parse(content) as object));
    const hash = plainHashes.hashOf({ ...placed, content, checks }, previous);
    previous = hash;
    const signature = isSigned(event.kind) ? `signed ${hash}` : null;
    return { ...placed, content, checks, hash, mac: `mac ${hash}`, signature };
  });
}
