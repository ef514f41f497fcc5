import type { CarriedAnswer, PhaseOutcome } from "../phase-outcome.ts";
import type { PhaseDecision } from "../phase-rules/decision.ts";
import { RequestStatus } from "../request-status.ts";
import { tooFewPeopleText } from "../too-few-people.ts";
import type { EventKind, FactsOf } from "./event-kinds.ts";
import type { LedgerEvent, NewEvent } from "./event.ts";
import { outcomeOfPhase } from "./outcome-of-phase.ts";
import { replay } from "./replay.ts";

/** Opened phase as the ledger tells it: its rule, the people it asked with the ways they came in, and their decisions. */
export interface ToldPhase extends Pick<FactsOf<"opened">, "ruleKey" | "ruleVersion" | "rule" | "conditions"> {
  readonly sequence: number;
  readonly targetSystemKey: string | null;
  /** Milliseconds UTC. */
  readonly openedAt: number;
  readonly outcome: PhaseOutcome["outcome"];
  readonly people: readonly ToldPerson[];
  readonly decisions: readonly ToldDecision[];
  /** Answers that were given elsewhere and count in the phase. */
  readonly carried: readonly CarriedAnswer[];
}

/** Person whom a phase asked. */
export interface ToldPerson {
  readonly userKey: string;
  readonly via: readonly string[];
  readonly veto: boolean;
  readonly inputRequired: boolean;
}

/** Decision of a person that counts. */
export interface ToldDecision extends PhaseDecision {
  readonly comment: string | null;
  readonly decidedAt: number;
  /** True if a superuser overrode the authorizers. */
  readonly override: boolean;
}

/** End of a request. */
export interface ToldEnd {
  readonly status: RequestStatus;
  readonly at: number;
  /** Key of the person who cancelled the request; null if the end followed from decisions and results. */
  readonly userKey: string | null;
  /** Reason in words. */
  readonly because: string;
}

/** Returns the opened phases of a request in their order. */
export function replayedPhases(events: readonly LedgerEvent[]): readonly ToldPhase[] {
  const told = replay(events)?.phases.values() ?? [];
  return [...told].map((said): ToldPhase => {
    const { phase: sequence, targetSystem: targetSystemKey, carried } = said.opened;
    const { ruleKey, ruleVersion, rule, conditions } = said.opened;
    return {
      sequence,
      targetSystemKey,
      ruleKey,
      ruleVersion,
      rule,
      conditions,
      carried: carried.map(({ user: userKey, answer: decision, phase }) => ({
        userKey,
        decision,
        phase,
      })),
      openedAt: momentOf(events, "opened", ({ phase }) => phase === sequence),
      outcome: outcomeOfPhase(said),
      people: said.people.map(({ user: userKey, ...person }) => ({
        userKey,
        ...person,
      })),
      decisions: [
        ...said.decided.map((facts) => toldDecision(facts, momentOf(events, "decided", isOf(facts)))),
        ...said.overridden.map((facts) => {
          return {
            ...toldDecision(facts, momentOf(events, "overridden", isOf(facts))),
            override: true,
          };
        }),
      ],
    };
  });
}

const isOf =
  ({ decision }: { readonly decision: string }) =>
  (facts: { readonly decision: string }) =>
    facts.decision === decision;

function toldDecision(
  { user: userKey, answer: decision, reason: comment }: Pick<FactsOf<"decided">, "user" | "answer" | "reason">,
  decidedAt: number,
): ToldDecision {
  return { userKey, decision, comment, decidedAt, override: false };
}

function momentOf<K extends "opened" | "decided" | "overridden">(
  events: readonly LedgerEvent[],
  kind: K,
  isMeant: (facts: FactsOf<K>) => boolean,
): number {
  return eventsOf(events, kind).find(({ facts }) => isMeant(facts))?.happenedAt ?? 0;
}

function eventsOf<K extends EventKind>(events: readonly LedgerEvent[], kind: K): readonly NewEvent<K>[] {
  return events.filter((event) => event.kind === kind) as unknown as readonly NewEvent<K>[];
}

const reasons: { readonly [S in RequestStatus]?: string } = {
  C: "All its operations have ended.",
  D: "A phase was denied.",
  K: "It was cancelled.",
  E: "Nobody decided it in time.",
};

/** Returns the reason why a phase was denied without any answer; empty if there was one. */
function unaskedText({ rule, people, decisions, carried }: ToldPhase): string {
  return decisions.length + carried.length > 0 ? "" : ` ${tooFewPeopleText({ rule, authorizers: people })}`;
}

/** Returns the end of a request with its reason; null while the request is active. */
export function replayedEnd(events: readonly LedgerEvent[]): ToldEnd | null {
  const [end] = eventsOf(events, "ended");
  if (end === undefined) return null;
  const { outcome: status } = end.facts;
  const [cancelled] = eventsOf(events, "cancelled");
  const [refused] = eventsOf(events, "refused");
  const denied = replayedPhases(events).find(({ outcome }) => outcome === "denied");
  const because =
    refused !== undefined
      ? "The type under which it was accepted is no longer known."
      : status === RequestStatus.Denied && denied !== undefined
        ? `Phase ${denied.sequence} was denied.${unaskedText(denied)}`
        : (reasons[status] ?? "It has ended.");
  return { status, at: end.happenedAt, userKey: cancelled?.actor ?? null, because };
}
