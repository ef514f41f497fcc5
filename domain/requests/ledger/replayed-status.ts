import { OperationResult } from "../operation-result.ts";
import { startOf } from "../request-start.ts";
import { canGo, RequestStatus } from "../request-status.ts";
import type { TaskState } from "../task.ts";
import { isWorkStatus } from "../work-status.ts";
import { outcomeOfPhase, verdictOfPhase } from "./outcome-of-phase.ts";
import type { State } from "./replay-state.ts";

/** Returns true if the approved operations of a request are performed; on hold, it may also wait for its authorizers. */
function isAtWork({ status, tasks }: State): boolean {
  return isWorkStatus(status) && (status !== RequestStatus.OnHold || tasks.size > 0);
}

function hasTaskIn({ tasks }: State, states: readonly TaskState[]): boolean {
  return [...tasks.values()].some(({ task }) => task !== null && states.includes(task));
}

/** Returns true if every phase that was opened is approved. */
export function areApproved({ phases }: State): boolean {
  return [...phases.values()].every((phase) => outcomeOfPhase(phase) === "approved");
}

/** Returns the authorization of a request by all of its phases. */
export function authorizationOf(state: State): "approved" | "denied" | "waiting" {
  const outcomes = [...state.phases.values()].map(outcomeOfPhase);
  if (outcomes.includes("denied")) return "denied";
  return outcomes.length === state.plannedPhases && areApproved(state) ? "approved" : "waiting";
}

/** Facts from which it follows where a request may have moved. */
interface Whereabouts {
  readonly authorization: "approved" | "denied" | "waiting";
  readonly atWork: boolean;
  /** True if it is approved and the operations that were denied are refused. */
  readonly goesOn: boolean;
  /** True before the requested start. */
  readonly isEarly: boolean;
}

const waitsForPeople = (_state: State, { authorization, atWork }: Whereabouts) =>
  authorization === "waiting" && !atWork;

/** Statuses that are not final, with the conditions under which a request may have moved there. */
const reached: { readonly [S in RequestStatus]?: (state: State, at: Whereabouts) => boolean } = {
  W: waitsForPeople,
  A: waitsForPeople,
  H: (state, { authorization, atWork }) => (atWork ? hasTaskIn(state, ["unassigned"]) : authorization === "waiting"),
  I: (state, { atWork }) => atWork && hasTaskIn(state, ["calculating", "offered", "accepted"]),
  S: (_state, { goesOn, isEarly, atWork }) => goesOn && isEarly && !atWork,
  X: (_state, { goesOn, isEarly }) => goesOn && !isEarly,
};

/** Returns true if a request may have moved to a status that is not final; several steps are told as one. */
export function mayBe(state: State, to: RequestStatus, happenedAt: number): boolean {
  const authorization = authorizationOf(state);
  const goesOn = authorization === "approved" && areRefused(state);
  const isEarly = startOf({ ...state, startAt: state.submitted.startAt }) > happenedAt;
  const at = { authorization, goesOn, isEarly, atWork: isAtWork(state) };
  return reached[to]?.(state, at) ?? canGo(state.status, to);
}

/** Returns true if exactly the operations that were denied individually were refused. */
function areRefused(state: State): boolean {
  const { results, deniedAlone } = state;
  const refused = [...results.values()].filter(({ result }) => result === OperationResult.Refused);
  return refused.length === deniedAlone.size && [...deniedBy(state)].every((key) => deniedAlone.has(key));
}

/** Returns the keys of the operations that phases have denied individually. */
export function deniedBy({ phases }: State): Set<string> {
  return new Set([...phases.values()].flatMap((phase) => verdictOfPhase(phase).denied));
}

/** Final status of a request whose operations may not proceed, by its status before. */
const refusals: { readonly [S in RequestStatus]?: RequestStatus } = { P: "D", A: "D", W: "D", H: "K", S: "C" };

/** Returns true if rules of separation of duties have refused what phases had approved so far, so that nothing is left to perform. */
function isLeftWithNothing(state: State): boolean {
  const { separated, submitted, results } = state;
  return (
    separated && !isAtWork(state) && areApproved(state) && submitted.operations.every(({ key }) => results.has(key))
  );
}

/** Returns the final status of a request at a moment, by all that has happened; null if nothing ends it. */
export function outcomeOf(state: State, moment: number): RequestStatus | null {
  const { status, submitted, results, cancelled, refused, deniedOnHold } = state;
  const authorization = authorizationOf(state);
  if (cancelled) return RequestStatus.Cancelled;
  if (authorization === "denied" || deniedOnHold || isLeftWithNothing(state)) return RequestStatus.Denied;
  const refusal = refused && !isAtWork(state) ? refusals[status] : undefined;
  if (refusal !== undefined) return refusal;
  const isDone = submitted.operations.every(({ key }) => results.has(key));
  if (isAtWork(state)) return isDone ? RequestStatus.Completed : null;
  return authorization === "waiting" && moment >= submitted.expiresAt ? RequestStatus.Expired : null;
}
