import { printRule } from "./phase-rules/print-rule.ts";

/** Person whom a phase asks, with the ways that led to them; without any they are asked themselves. */
export interface AskedPerson {
  readonly userKey: string;
  readonly via?: readonly string[] | null;
}

/** Stand-in of one person for another: by the other's delegation, or because the other has not answered. */
export interface ActiveDelegate {
  readonly by: "delegation" | "escalation";
  readonly from: string;
  readonly to: string;
}

/** State of a phase from which its stand-ins follow. */
export interface DelegateState {
  readonly people: readonly AskedPerson[];
  /** Keys of the people who have answered. */
  readonly answered: ReadonlySet<string>;
  /** Current delegate of each person, by the key of the delegator. */
  readonly delegates: ReadonlyMap<string, string>;
  /** Keys of those who may stand in for nobody here: the requester, the recipient, and people who are disabled. */
  readonly barred: ReadonlySet<string>;
}

const way = /^(delegation|escalation):(.+)$/;

/** Returns the way that leads to a stand-in for another person. */
export function wayOf({ by, from }: Pick<ActiveDelegate, "by" | "from">): string {
  return `${by}:${from}`;
}

/** Returns true if a person is asked themselves, and not only as a stand-in. */
export function isAsked(person: AskedPerson): boolean {
  return waysOf(person).own.length > 0;
}

/** Returns the ways that lead to a person themselves, and those that lead to them as a stand-in. */
export function waysOf({ userKey, via }: AskedPerson): {
  readonly own: readonly string[];
  readonly standing: readonly string[];
} {
  const all = via ?? [];
  // People on record from before there were ways are only known to be asked.
  if (all.length === 0) return { own: [printRule({ kind: "user", name: userKey })], standing: [] };
  return { own: all.filter((one) => !way.test(one)), standing: all.filter((one) => way.test(one)) };
}

/** Returns the stand-ins among the people of a phase. */
export function activeDelegatesOf(people: readonly AskedPerson[]): ActiveDelegate[] {
  return people.flatMap(({ userKey: to, via }) =>
    (via ?? []).flatMap((one): ActiveDelegate[] => {
      const [, by, from] = way.exec(one) ?? [];
      return from === undefined ? [] : [{ by: by as ActiveDelegate["by"], from, to }];
    }),
  );
}

/** Returns everyone who may decide for a person: the person first, then the chain of stand-ins. */
export function decidersFor(userKey: string, standIns: readonly ActiveDelegate[]): readonly string[] {
  const chain = new Set([userKey]);
  for (let last: string | undefined = userKey; last !== undefined;) {
    const next = standIns.find(({ from, to }) => from === last && !chain.has(to))?.to;
    if (next !== undefined) chain.add(next);
    last = next;
  }
  return [...chain];
}

/** Returns the sorted keys of the people of a phase for whom a person may decide. */
export function decidesFor(userKey: string, people: readonly AskedPerson[]): string[] {
  const standIns = activeDelegatesOf(people);
  return people
    .filter((person) => person.userKey !== userKey && isAsked(person))
    .filter((person) => decidersFor(person.userKey, standIns).includes(userKey))
    .map((person) => person.userKey)
    .toSorted();
}

/**
 * Returns the stand-ins that a phase is to have: at most one per person, and one for the stand-in in turn. Stand-ins behind an answer
 * stay; otherwise a delegation takes precedence over an escalation.
 */
export function wantedDelegates({ people, answered, delegates, barred }: DelegateState): ActiveDelegate[] {
  const known = activeDelegatesOf(people);
  const wanted = new Map<string, ActiveDelegate>();
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
  // A stand-in for a person who is no longer asked is asked like everyone else.
  const isGone = (key: string) => !people.some(({ userKey }) => userKey === key);
  return [...wanted.values(), ...known.filter(({ by, from }) => by === "escalation" && isGone(from))];
}
