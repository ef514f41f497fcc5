import { phaseInLedger, type SaidInPhase, verdictOfPhase } from "./ledger/outcome-of-phase.ts";
import type { ReplayedRequest } from "./ledger/replay.ts";
import { phaseOutcome, type PhaseOutcome } from "./phase-outcome.ts";

/** A phase with its people and where it stands by what they say. */
export interface SimulatedPhase extends Pick<PhaseOutcome, "outcome" | "undecided"> {
  /** Keys of those whom it asks. */
  readonly asked: readonly string[];
}

/** How the authorization of a request goes: where it stands, whom it asks on the way, and for whom it waits. */
export interface AuthorizationCourse {
  /** `waiting` for people, or for what has to come before they can be asked. */
  readonly authorization: "approved" | "denied" | "waiting";
  /** Of each phase that opens, in their order, the keys of its people. */
  readonly asked: readonly { readonly userKeys: readonly string[] }[];
  readonly waitsFor: readonly string[];
}

/** The course of an authorization that opens these phases; `isWhole` = there are no more of them. */
export function courseOf(phases: readonly SimulatedPhase[], isWhole: boolean): AuthorizationCourse {
  const last = phases.find(({ outcome }) => outcome !== "approved");
  const asked = phases.map((phase) => ({ userKeys: [...new Set(phase.asked)].toSorted() }));
  if (last === undefined) return { authorization: isWhole ? "approved" : "waiting", asked, waitsFor: [] };
  if (last.outcome === "denied") return { authorization: "denied", asked, waitsFor: [] };
  return { authorization: "waiting", asked, waitsFor: last.undecided.toSorted() };
}

/** A phase as it went, by its ledger. */
export function phaseThatWas(said: SaidInPhase): SimulatedPhase {
  const phase = phaseInLedger(said);
  const asked = phase.authorizers.map(({ userKey }) => userKey);
  return { asked, outcome: verdictOfPhase(said).outcome, undecided: phaseOutcome(phase).undecided };
}

/** The course that the authorization of a request has taken, by its ledger. */
export function courseThatWas({ phases }: ReplayedRequest, planned: number): AuthorizationCourse {
  return courseOf([...phases.values()].map(phaseThatWas), phases.size === planned);
}

/** Whether two courses are the same. */
export function isSameCourse(one: AuthorizationCourse, other: AuthorizationCourse): boolean {
  const text = ({ authorization, asked, waitsFor }: AuthorizationCourse) =>
    JSON.stringify([authorization, asked, waitsFor]);
  return text(one) === text(other);
}
