import { Decision, stricterDecision, type PhaseDecision } from "./decision.ts";
import { printRule } from "./print-rule.ts";
import type { People } from "./rule.ts";

/** Person whom a phase lists. */
export interface ListedPerson {
  readonly userKey: string;
  /** People of the rule that led to this person, as they are written, such as `class('IT')`. */
  readonly cameInBy: readonly string[];
}

/** Delegation of decisions from one person to another. */
export interface Delegation {
  readonly from: string;
  readonly to: string;
}

/** People of a phase, and their answers. */
export interface PhaseAnswers {
  readonly people: readonly ListedPerson[];
  /** Decisions in this phase. */
  readonly decisions: readonly PhaseDecision[];
  /** Decisions of earlier phases that count in later ones, in their order; they count for their authors, and not under delegations. */
  readonly carried: readonly PhaseDecision[];
  /** Delegations, at most one per person; a delegate may have delegated further. */
  readonly delegations: readonly Delegation[];
  /** Key of the person who approves by submitting the request; null if nobody does. It counts for them alone, and not under delegations. */
  readonly approvesByAsking: string | null;
}

/** Seat of a listed person, with everyone who may decide for them: the person first, then along the delegations. */
interface Seat {
  readonly owner: string;
  readonly deciders: readonly string[];
}

interface Answer {
  readonly by: string;
  readonly decision: Decision;
}

/** Counts of the answers at some voters. */
export interface Tally {
  readonly voters: number;
  /** Number of persons, not voters: a person who decides for several counts once. */
  readonly approvals: number;
  readonly denials: number;
  /** Number of approvals if everyone who may still answer approved. */
  readonly approvalsAtBest: number;
  /** Keys of those who may answer for a seat without an answer. */
  readonly unanswered: readonly string[];
  /** Keys of these, and of those who can add one more approval by answering for themselves. */
  readonly undecided: readonly string[];
}

/** Voters of a phase, from which each part of its rule takes its own. */
export class Voters {
  readonly #byPeople: ReadonlyMap<string, ReadonlySet<Seat>>;
  readonly #said: ReadonlyMap<string, Decision>;
  readonly #carried: ReadonlyMap<string, Decision>;

  constructor({ people, decisions, carried, delegations, approvesByAsking }: PhaseAnswers) {
    this.#byPeople = seatsByPeople(people, new Map(delegations.map(({ from, to }) => [from, to])));
    const said = new Map<string, Decision>();
    for (const { userKey, decision } of decisions) said.set(userKey, stricterDecision(said.get(userKey), decision));
    this.#said = said;
    const earlier = new Map<string, Decision>();
    if (approvesByAsking !== null) earlier.set(approvesByAsking, Decision.Approve);
    for (const { userKey, decision } of carried) earlier.set(userKey, decision);
    this.#carried = earlier;
  }

  /** Returns the keys of the people that words of the rule stand for. */
  keysOf(people: readonly People[]): string[] {
    return [...this.#of(people)].map(({ owner }) => owner);
  }

  /** Counts the answers of the people that words of the rule stand for; an excluded person has no seat and decides for nobody. */
  tally(people: readonly People[], excluded: ReadonlySet<string>): Tally {
    const answered = new Map<Seat, Answer | undefined>();
    for (const seat of this.#of(people)) {
      if (!excluded.has(seat.owner)) answered.set(seat, this.#answer(seat, excluded));
    }
    const approving = speakers(Decision.Approve, answered.values());
    const silent = new Set<string>();
    const unanswered = new Set<string>();
    let approvalsAtBest = 0;
    for (const [seat, answer] of answered) {
      if (this.#canBeApproved(seat, answer)) approvalsAtBest += 1;
      // A person who approves for several voters counts once, so the answer of someone nearer to these voters would count besides.
      if (answer !== undefined && (approving.get(answer.by) ?? 0) < 2) continue;
      for (const key of this.#silent(seat, excluded, answer)) (answer ? silent : unanswered).add(key);
    }
    return {
      voters: answered.size,
      approvals: approving.size,
      denials: speakers(Decision.Deny, answered.values()).size,
      approvalsAtBest,
      unanswered: [...unanswered],
      undecided: [...new Set([...unanswered, ...silent])],
    };
  }

  /** Returns each seat once, however many of the people lead to it. */
  #of(people: readonly People[]): Iterable<Seat> {
    const [first = noSeats, ...others] = people.map((one) => this.#byPeople.get(printRule(one)) ?? noSeats);
    return others.length === 0 ? first : new Set([first, ...others].flatMap((voters) => [...voters]));
  }

  /** Returns the answer at a seat: a denial before everything else, otherwise the decision of the person nearest to its owner. */
  #answer({ owner, deciders }: Seat, excluded: ReadonlySet<string>): Answer | undefined {
    let nearest: Answer | undefined;
    for (const by of deciders) {
      const decision = excluded.has(by) ? undefined : this.#wordOf(by, owner);
      if (decision === Decision.Deny) return { by, decision };
      if (decision !== undefined) nearest ??= { by, decision };
    }
    return nearest;
  }

  /** Returns true if the owner of a seat has approved, or still may; it is then the owner's approval and nobody else's. */
  #canBeApproved({ owner }: Seat, answer: Answer | undefined): boolean {
    const word = this.#wordOf(owner, owner) ?? Decision.Approve;
    return word === Decision.Approve && answer?.decision !== Decision.Deny;
  }

  #wordOf(key: string, owner: string): Decision | undefined {
    return this.#said.get(key) ?? (key === owner ? this.#carried.get(key) : undefined);
  }

  /** Returns those without an answer who may answer for a seat, as far as they are nearer to its owner than the person who has. */
  #silent({ owner, deciders }: Seat, excluded: ReadonlySet<string>, answer: Answer | undefined): string[] {
    const nearer = answer === undefined ? deciders : deciders.slice(0, deciders.indexOf(answer.by));
    return nearer.filter((key) => !excluded.has(key) && this.#wordOf(key, owner) === undefined);
  }
}

const noSeats: ReadonlySet<Seat> = new Set();

function seatsByPeople(
  people: readonly ListedPerson[],
  delegates: ReadonlyMap<string, string>,
): ReadonlyMap<string, ReadonlySet<Seat>> {
  const voters = new Map<string, Seat>();
  const byPeople = new Map<string, Set<Seat>>();
  for (const { userKey, cameInBy } of people) {
    const seat = voters.get(userKey) ?? { owner: userKey, deciders: chainFrom(userKey, delegates) };
    voters.set(userKey, seat);
    for (const way of cameInBy) {
      const same = byPeople.get(way);
      if (same === undefined) byPeople.set(way, new Set([seat]));
      else same.add(seat);
    }
  }
  return byPeople;
}

function chainFrom(userKey: string, delegates: ReadonlyMap<string, string>): readonly string[] {
  const chain = new Set([userKey]);
  let next = delegates.get(userKey);
  while (next !== undefined && !chain.has(next)) {
    chain.add(next);
    next = delegates.get(next);
  }
  return [...chain];
}

/** Returns the people who have decided so, each with the number of voters at which it counts. */
function speakers(decided: Decision, answers: Iterable<Answer | undefined>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const answer of answers) {
    if (answer?.decision === decided) found.set(answer.by, (found.get(answer.by) ?? 0) + 1);
  }
  return found;
}
