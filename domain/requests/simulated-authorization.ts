import { phaseInLedger, type SaidInPhase, verdictOfPhase } from "./ledger/outcome-of-phase.ts";
import type { ReplayedRequest } from "./ledger/replay.ts";
import { phaseOutcome, type PhaseOutcome } from "./phase-outcome.ts";

/** Phase with its people and its outcome by their answers. */
export interface SimulatedPhase extends Pick<PhaseOutcome, "outcome" | "undecided"> {
  /** Keys of the people whom it asks. */
  readonly asked: readonly string[];
}

/** Course of the authorization of a request: its state, the people asked on the way, and those it waits for. */
export interface AuthorizationCourse {
  /** State of the authorization; `waiting` for people, or for what has to come before they can be asked. */
  readonly authorization: "approved" | "denied" | "waiting";
  /** Keys of the people of each phase that opens, in the order of the phases. */
  readonly asked: readonly { readonly userKeys: readonly string[] }[];
  readonly waitsFor: readonly string[];
}

/** Returns the course of an authorization that opens these phases; `isWhole` is true if there are no more of them. */
export function courseOf(phases: readonly SimulatedPhase[], isWhole: boolean): AuthorizationCourse {
  const last = phases.find(({ outcome }) => outcome !== "approved");
  const asked = phases.map((phase) => ({ userKeys: [...new Set(phase.asked)].toSorted() }));
  if (last === undefined) return { authorization: isWhole ? "approved" : "waiting", asked, waitsFor: [] };
  if (last.outcome === "denied") return { authorization: "denied", asked, waitsFor: [] };
  return { authorization: "waiting", asked, waitsFor: last.undecided.toSorted() };
}

/** Returns a phase as it went, from its ledger. */
export function phaseThatWas(said: SaidInPhase): SimulatedPhase {
  const phase = phaseInLedger(said);
  const asked = phase.authorizers.map(({ userKey }) => userKey);
  return { asked, outcome: verdictOfPhase(said).outcome, undecided: phaseOutcome(phase).undecided };
}

/** Returns the course that the authorization of a request has taken, from its ledger. */
export function courseThatWas({ phases }: ReplayedRequest, planned: number): AuthorizationCourse {
  return courseOf([...phases.values()].map(phaseThatWas), phases.size === planned);
}

/** Returns true if two courses are the same. */
export function isSameCourse(one: AuthorizationCourse, other: AuthorizationCourse): boolean {
  const text = ({ authorization, asked, waitsFor }: AuthorizationCourse) =>
    JSON.stringify([authorization, asked, waitsFor]);
  return text(one) === text(other);
}
