import { printRule } from "./phase-rules/print-rule.ts";

/** Somebody whom a phase asks, with the ways that led to them; without any they are asked themselves. */
export interface AskedPerson {
  readonly userKey: string;
  readonly via?: readonly string[] | null;
}

/** That somebody may decide in the place of another: by that one's delegation, or because that one has not answered. */
export interface StandIn {
  readonly by: "delegation" | "escalation";
  readonly from: string;
  readonly to: string;
}

/** What says who stands in for whom in a phase. */
export interface StandInState {
  readonly people: readonly AskedPerson[];
  /** Keys of those who have answered. */
  readonly answered: ReadonlySet<string>;
  /** To whom each person has delegated, as it is now. */
  readonly delegates: ReadonlyMap<string, string>;
  /** Keys of those who may stand in for nobody here: who asks, for whom it is, and who is shut out. */
  readonly barred: ReadonlySet<string>;
}

const way = /^(delegation|escalation):(.+)$/;

/** The way that leads to somebody who stands in for another. */
export function wayOf({ by, from }: Pick<StandIn, "by" | "from">): string {
  return `${by}:${from}`;
}

/** Whether somebody is asked themselves, and not only in the place of others. */
export function isAsked(person: AskedPerson): boolean {
  return waysOf(person).own.length > 0;
}

/** The ways that lead to somebody themselves, and those that lead to them in the place of others. */
export function waysOf({ userKey, via }: AskedPerson): {
  readonly own: readonly string[];
  readonly standing: readonly string[];
} {
  const all = via ?? [];
  // Of people from before there were ways only that they are asked is known.
  if (all.length === 0) return { own: [printRule({ kind: "user", name: userKey })], standing: [] };
  return { own: all.filter((one) => !way.test(one)), standing: all.filter((one) => way.test(one)) };
}

/** Who stands in for whom among the people of a phase. */
export function standInsOf(people: readonly AskedPerson[]): StandIn[] {
  return people.flatMap(({ userKey: to, via }) =>
    (via ?? []).flatMap((one): StandIn[] => {
      const [, by, from] = way.exec(one) ?? [];
      return from === undefined ? [] : [{ by: by as StandIn["by"], from, to }];
    }),
  );
}

/** Everybody who may decide for a person: themselves first, then whoever stands in for them, one for the other. */
export function decidersFor(userKey: string, standIns: readonly StandIn[]): readonly string[] {
  const chain = new Set([userKey]);
  for (let last: string | undefined = userKey; last !== undefined;) {
    const next = standIns.find(({ from, to }) => from === last && !chain.has(to))?.to;
    if (next !== undefined) chain.add(next);
    last = next;
  }
  return [...chain];
}

/** Those of a phase in whose place somebody may decide, in the order of their keys. */
export function standsInFor(userKey: string, people: readonly AskedPerson[]): string[] {
  const standIns = standInsOf(people);
  return people
    .filter((person) => person.userKey !== userKey && isAsked(person))
    .filter((person) => decidersFor(person.userKey, standIns).includes(userKey))
    .map((person) => person.userKey)
    .toSorted();
}

/**
 * Who is to stand in for whom in a phase: for each person at most one other, and for that one another in turn. What was
 * answered so far stays; otherwise a delegation counts before somebody who was asked because there was no answer.
 */
export function wantedStandIns({ people, answered, delegates, barred }: StandInState): StandIn[] {
  const known = standInsOf(people);
  const wanted = new Map<string, StandIn>();
  const reached = new Set(people.filter(isAsked).map(({ userKey }) => userKey));
  for (const from of reached) {
    const own = known.filter((one) => one.from === from);
    const to = delegates.get(from);
    const kept = own.find((one) => decidersFor(one.to, known).some((key) => answered.has(key)));
    const delegated =
      to === undefined || to === from || barred.has(to) ? undefined : ({ by: "delegation", from, to } as const);
    const next = kept ?? delegated ?? own.find(({ by }) => by === "escalation");
    if (next === undefined) continue;
    wanted.set(from, next);
    reached.add(next.to);
  }
  // Who was asked in the place of somebody who is asked no more is asked like everybody else.
  const isGone = (key: string) => !people.some(({ userKey }) => userKey === key);
  return [...wanted.values(), ...known.filter(({ by, from }) => by === "escalation" && isGone(from))];
}
