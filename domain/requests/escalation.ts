import { type AskedPerson, standInsOf, wayOf, waysOf } from "./stand-ins.ts";

/** What becomes of somebody who has not answered: another is asked beside them, or in their place. */
export const escalationModes = ["join", "replace"] as const;

/** What becomes of somebody who has not answered. */
export type EscalationMode = (typeof escalationModes)[number];

/** How a phase goes on that is not answered: after which time, to how many levels above, and how. */
export interface EscalationRule {
  /** Working time of the one who has not answered; null = nobody else is asked. */
  readonly timeoutMs: number | null;
  readonly levels: number;
  readonly mode: EscalationMode;
}

/** Whether another may be asked in the place of somebody: nobody stands in for them, and the levels are not used up. */
export function mayEscalate(userKey: string, people: readonly AskedPerson[], { levels }: EscalationRule): boolean {
  return !standInsOf(people).some(({ from }) => from === userKey) && levelOf(userKey, people) < levels;
}

/** How often others were asked one for the other up to somebody; who has been replaced is not among the people any more. */
function levelOf(userKey: string, people: readonly AskedPerson[]): number {
  const person = people.find((one) => one.userKey === userKey);
  const steps = standInsOf(person ? [person] : []).filter(({ by }) => by === "escalation");
  const present = steps.filter(({ from }) => people.some((one) => one.userKey === from));
  const others = people.filter((one) => one !== person);
  return steps.length - present.length + Math.max(0, ...present.map(({ from }) => 1 + levelOf(from, others)));
}

/**
 * The ways of who is asked in the place of somebody, and those that the other keeps, who goes on to stand in for people; what is
 * handed over tells of those who were replaced before.
 */
export function handOver(
  silent: AskedPerson,
  people: readonly AskedPerson[],
): { readonly handed: readonly string[]; readonly kept: readonly string[] } {
  const isPresent = (key: string) => people.some(({ userKey }) => userKey === key);
  const gone = standInsOf([silent]).filter(({ by, from }) => by === "escalation" && !isPresent(from));
  const before = gone.map(wayOf);
  const { own, standing } = waysOf(silent);
  return {
    handed: [...own, ...before, wayOf({ by: "escalation", from: silent.userKey })],
    kept: standing.filter((way) => !before.includes(way)),
  };
}

/** Somebody with who is above them. */
export interface AboveInLine {
  readonly key: string;
  readonly managerKey: string | null;
  readonly disabled: boolean;
}

/**
 * The key of the nearest person above somebody who may be asked in their place: not shut out, and none of those who are out of the
 * question; undefined where there is none. `line` holds everybody above.
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
