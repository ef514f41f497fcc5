import { Decision, moreCareful, type PhaseDecision } from "./decision.ts";
import { printRule } from "./print-rule.ts";
import type { People } from "./rule.ts";

/** Somebody whom a phase lists. */
export interface ListedPerson {
  readonly userKey: string;
  /** How they came in: the people of the rule that led to them, as they are written, such as `class('IT')`. */
  readonly cameInBy: readonly string[];
}

/** Somebody who decides in the place of another. */
export interface Delegation {
  readonly from: string;
  readonly to: string;
}

/** Who is in a phase, and what was said. */
export interface PhaseAnswers {
  readonly people: readonly ListedPerson[];
  /** What was said in this phase. */
  readonly decisions: readonly PhaseDecision[];
  /** What was said in earlier phases and counts in later ones, in its order; it counts for who said it, and not under delegations. */
  readonly carried: readonly PhaseDecision[];
  /** One by each person at most; who was named may have named somebody further. */
  readonly delegations: readonly Delegation[];
  /** Who approves at once by asking; it counts for them alone, and not under delegations. */
  readonly approvesByAsking: string | null;
}

/** The place of a listed person, with everybody who may decide for them: themselves first, then along the delegations. */
interface Seat {
  readonly owner: string;
  readonly deciders: readonly string[];
}

interface Answer {
  readonly by: string;
  readonly decision: Decision;
}

/** What was said at some seats. */
export interface Tally {
  readonly seats: number;
  /** Persons, not seats: who decides for several counts once. */
  readonly approvals: number;
  readonly denials: number;
  /** The approvals there would be if everybody who may still speak approved. */
  readonly approvalsAtBest: number;
  /** Who may speak for a seat for which nobody has. */
  readonly unanswered: readonly string[];
  /** These, and who can bring one more approval by speaking for themselves. */
  readonly undecided: readonly string[];
}

/** The seats of a phase, from which each part of its rule takes its own. */
export class Seats {
  readonly #byPeople: ReadonlyMap<string, ReadonlySet<Seat>>;
  readonly #said: ReadonlyMap<string, Decision>;
  readonly #carried: ReadonlyMap<string, Decision>;

  constructor({ people, decisions, carried, delegations, approvesByAsking }: PhaseAnswers) {
    this.#byPeople = seatsByPeople(people, new Map(delegations.map(({ from, to }) => [from, to])));
    const said = new Map<string, Decision>();
    for (const { userKey, decision } of decisions) said.set(userKey, moreCareful(said.get(userKey), decision));
    this.#said = said;
    const earlier = new Map<string, Decision>();
    if (approvesByAsking !== null) earlier.set(approvesByAsking, Decision.Approve);
    for (const { userKey, decision } of carried) earlier.set(userKey, decision);
    this.#carried = earlier;
  }

  /** The keys of those whom people of the rule stand for. */
  keysOf(people: readonly People[]): string[] {
    return [...this.#of(people)].map(({ owner }) => owner);
  }

  /** Counts what was said by those whom people of the rule stand for; who is excluded has no seat and decides for nobody. */
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
      // Who approves for several counts once, so the word of those nearer to these seats would count besides.
      if (answer !== undefined && (approving.get(answer.by) ?? 0) < 2) continue;
      for (const key of this.#silent(seat, excluded, answer)) (answer ? silent : unanswered).add(key);
    }
    return {
      seats: answered.size,
      approvals: approving.size,
      denials: speakers(Decision.Deny, answered.values()).size,
      approvalsAtBest,
      unanswered: [...unanswered],
      undecided: [...new Set([...unanswered, ...silent])],
    };
  }

  /** Each seat once, however many of the people lead to it. */
  #of(people: readonly People[]): Iterable<Seat> {
    const [first = noSeats, ...others] = people.map((one) => this.#byPeople.get(printRule(one)) ?? noSeats);
    return others.length === 0 ? first : new Set([first, ...others].flatMap((seats) => [...seats]));
  }

  /** A denial at a seat counts before all else; otherwise the word of the person nearest to its owner. */
  #answer({ owner, deciders }: Seat, excluded: ReadonlySet<string>): Answer | undefined {
    let nearest: Answer | undefined;
    for (const by of deciders) {
      const decision = excluded.has(by) ? undefined : this.#wordOf(by, owner);
      if (decision === Decision.Deny) return { by, decision };
      if (decision !== undefined) nearest ??= { by, decision };
    }
    return nearest;
  }

  /** Whether the owner of a seat has approved, or still may; it is then their approval, and nobody else's. */
  #canBeApproved({ owner }: Seat, answer: Answer | undefined): boolean {
    const word = this.#wordOf(owner, owner) ?? Decision.Approve;
    return word === Decision.Approve && answer?.decision !== Decision.Deny;
  }

  #wordOf(key: string, owner: string): Decision | undefined {
    return this.#said.get(key) ?? (key === owner ? this.#carried.get(key) : undefined);
  }

  /** Who has said nothing and may speak for a seat, as far as nearer than who has. */
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
  const seats = new Map<string, Seat>();
  const byPeople = new Map<string, Set<Seat>>();
  for (const { userKey, cameInBy } of people) {
    const seat = seats.get(userKey) ?? { owner: userKey, deciders: chainFrom(userKey, delegates) };
    seats.set(userKey, seat);
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

/** Who has decided so, each with the number of seats at which it counts. */
function speakers(decided: Decision, answers: Iterable<Answer | undefined>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const answer of answers) {
    if (answer?.decision === decided) found.set(answer.by, (found.get(answer.by) ?? 0) + 1);
  }
  return found;
}
