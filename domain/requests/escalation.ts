import { type AskedPerson, activeDelegatesOf, wayOf, waysOf } from "./active-delegates.ts";

/** Modes of escalation from an authorizer who has not answered: another person is asked as well (join) or in their place (replace). */
export const escalationModes = ["join", "replace"] as const;

/** Mode of an escalation. */
export type EscalationMode = (typeof escalationModes)[number];

/** Escalation of an unanswered phase: timeout, number of levels and mode. */
export interface EscalationRule {
  /** Working time of the authorizer who has not answered, in milliseconds; null if the phase never escalates. */
  readonly timeoutMs: number | null;
  readonly levels: number;
  readonly mode: EscalationMode;
}

/** Returns true if a phase may escalate from an authorizer: nobody stands in for them, and levels are left. */
export function mayEscalate(userKey: string, people: readonly AskedPerson[], { levels }: EscalationRule): boolean {
  return !activeDelegatesOf(people).some(({ from }) => from === userKey) && levelOf(userKey, people) < levels;
}

/** Returns the number of escalations that led to an authorizer; authorizers who were replaced are no longer among the people. */
function levelOf(userKey: string, people: readonly AskedPerson[]): number {
  const person = people.find((one) => one.userKey === userKey);
  const steps = activeDelegatesOf(person ? [person] : []).filter(({ by }) => by === "escalation");
  const present = steps.filter(({ from }) => people.some((one) => one.userKey === from));
  const others = people.filter((one) => one !== person);
  return steps.length - present.length + Math.max(0, ...present.map(({ from }) => 1 + levelOf(from, others)));
}

/**
 * Returns the ways that an escalation hands to the new authorizer, and those that the replaced one keeps to stand in for others. The ways
 * handed over include those of authorizers replaced before.
 */
export function handOver(
  silent: AskedPerson,
  people: readonly AskedPerson[],
): { readonly handed: readonly string[]; readonly kept: readonly string[] } {
  const isPresent = (key: string) => people.some(({ userKey }) => userKey === key);
  const gone = activeDelegatesOf([silent]).filter(({ by, from }) => by === "escalation" && !isPresent(from));
  const before = gone.map(wayOf);
  const { own, standing } = waysOf(silent);
  return {
    handed: [...own, ...before, wayOf({ by: "escalation", from: silent.userKey })],
    kept: standing.filter((way) => !before.includes(way)),
  };
}

/** Person with the key of their manager. */
export interface AboveInLine {
  readonly key: string;
  readonly managerKey: string | null;
  readonly disabled: boolean;
}

/**
 * Returns the key of the nearest manager above a person who is enabled and not in `outOfQuestion`; undefined if there is none. `line`
 * holds the person and everyone above.
 */
export function nearestAbove(
  userKey: string,
  line: readonly AboveInLine[],
  outOfQuestion: ReadonlySet<string>,
): string | undefined {
  const byKey = new Map(line.map((person) => [person.key, person]));
  const seen = new Set([userKey]);
  let next = byKey.get(userKey)?.managerKey ?? null;
  while (next !== null && !seen.has(next)) {
    seen.add(next);
    const person = byKey.get(next);
    if (person && !person.disabled && !outOfQuestion.has(next)) return next;
    next = person?.managerKey ?? null;
  }
  return undefined;
}
