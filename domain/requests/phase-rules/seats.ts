import { Decision, moreCareful, type PhaseDecision } from "../phase-outcome.ts";
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
  readonly #byPeople: ReadonlyMap<string, readonly Seat[]>;
  readonly #said: ReadonlyMap<string, Decision>;
  readonly #carried: ReadonlyMap<string, Decision>;

  constructor({ people, decisions, carried, delegations, approvesByAsking }: PhaseAnswers) {
    const delegates = new Map(delegations.map(({ from, to }) => [from, to]));
    const byPeople = new Map<string, Seat[]>();
    for (const { userKey, cameInBy } of people) {
      const seat = { owner: userKey, deciders: chainFrom(userKey, delegates) };
      for (const way of cameInBy) {
        const seats = byPeople.get(way) ?? [];
        seats.push(seat);
        byPeople.set(way, seats);
      }
    }
    this.#byPeople = byPeople;
    const said = new Map<string, Decision>();
    for (const { userKey, decision } of decisions) said.set(userKey, moreCareful(said.get(userKey), decision));
    this.#said = said;
    const asking = approvesByAsking === null ? [] : [[approvesByAsking, Decision.Approve] as const];
    this.#carried = new Map([...asking, ...carried.map(({ userKey, decision }) => [userKey, decision] as const)]);
  }

  /** The keys of those whom people of the rule stand for. */
  keysOf(people: readonly People[]): string[] {
    return this.#of(people).map(({ owner }) => owner);
  }

  /** Counts what was said by those whom people of the rule stand for; who is excluded has no seat and decides for nobody. */
  tally(people: readonly People[], excluded: ReadonlySet<string>): Tally {
    const seats = this.#of(people).filter(({ owner }) => !excluded.has(owner));
    const answers = seats.map((seat) => this.#answer(seat, excluded));
    const atBest = seats.map((seat) => this.#answer(seat, excluded, Decision.Approve));
    const approving = speakers(Decision.Approve, answers);
    const silent = new Set<string>();
    const unanswered = new Set<string>();
    for (const [index, seat] of seats.entries()) {
      const by = answers[index]?.by;
      // Who approves for several counts once, so the word of those nearer to these seats would count besides.
      if (by !== undefined && (approving.get(by) ?? 0) < 2) continue;
      for (const key of this.#silent(seat, excluded, by)) (by === undefined ? unanswered : silent).add(key);
    }
    return {
      seats: seats.length,
      approvals: approving.size,
      denials: speakers(Decision.Deny, answers).size,
      approvalsAtBest: speakers(Decision.Approve, atBest).size,
      unanswered: [...unanswered],
      undecided: [...new Set([...unanswered, ...silent])],
    };
  }

  /** Each seat once, however many of the people lead to it. */
  #of(people: readonly People[]): Seat[] {
    const seats = people.flatMap((one) => this.#byPeople.get(printRule(one)) ?? []);
    return [...new Map(seats.map((seat) => [seat.owner, seat])).values()];
  }

  /** A denial at a seat counts before all else; otherwise the word of the person nearest to its owner. */
  #answer({ owner, deciders }: Seat, excluded: ReadonlySet<string>, ofTheSilent?: Decision): Answer | undefined {
    let nearest: Answer | undefined;
    for (const by of deciders) {
      const decision = excluded.has(by) ? undefined : (this.#wordOf(by, owner) ?? ofTheSilent);
      if (decision === Decision.Deny) return { by, decision };
      if (decision !== undefined) nearest ??= { by, decision };
    }
    return nearest;
  }

  #wordOf(key: string, owner: string): Decision | undefined {
    return this.#said.get(key) ?? (key === owner ? this.#carried.get(key) : undefined);
  }

  /** Who has said nothing and may speak for a seat, as far as `before` somebody who has. */
  #silent({ owner, deciders }: Seat, excluded: ReadonlySet<string>, before: string | undefined): string[] {
    const nearer = before === undefined ? deciders : deciders.slice(0, deciders.indexOf(before));
    return nearer.filter((key) => !excluded.has(key) && this.#wordOf(key, owner) === undefined);
  }
}

function chainFrom(userKey: string, delegates: ReadonlyMap<string, string>): readonly string[] {
  const chain = new Set<string>();
  let next: string | undefined = userKey;
  while (next !== undefined && !chain.has(next)) {
    chain.add(next);
    next = delegates.get(next);
  }
  return [...chain];
}

/** Who has decided so, each with the number of seats at which it counts. */
function speakers(decided: Decision, answers: readonly (Answer | undefined)[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const answer of answers) {
    if (answer?.decision === decided) found.set(answer.by, (found.get(answer.by) ?? 0) + 1);
  }
  return found;
}
