import { HoldDecision } from "../hold-decision.ts";
import { isFinalResult } from "../operation-result.ts";
import { canGo, isFinal, RequestStatus } from "../request-status.ts";
import type { EventKind, FactsOf } from "./event-kinds.ts";
import type { LedgerEvent, NewEvent } from "./event.ts";
import type { LedgerFinding } from "./ledger-finding.ts";
import { outcomeOfPhase, type SaidInPhase } from "./outcome-of-phase.ts";

/** A request as its ledger alone tells it. */
export interface ReplayedRequest {
  readonly status: RequestStatus;
  /** The status in which it ended by its inputs; null while it goes on. */
  readonly outcome: RequestStatus | null;
  /** By their numbers, those that have opened. */
  readonly phases: ReadonlyMap<number, SaidInPhase>;
  /** By the keys of operations, those that have ended. */
  readonly results: ReadonlyMap<string, FactsOf<"result">>;
  /** The first event that does not follow from those before it; null where all do. */
  readonly finding: LedgerFinding | null;
}

interface State {
  readonly submitted: FactsOf<"submitted">;
  status: RequestStatus;
  outcome: RequestStatus | null;
  readonly phases: Map<number, { readonly opened: FactsOf<"opened">; readonly decided: FactsOf<"decided">[] }>;
  readonly results: Map<string, FactsOf<"result">>;
  cancelled: boolean;
  refused: boolean;
  deniedOnHold: boolean;
}

/**
 * Recomputes from its events what became of a request: each phase from its rule, its people and what they said, then the
 * status and the end. An event that cannot have happened after those before it ends the replay; undefined without a beginning.
 */
export function replay(events: readonly LedgerEvent[]): ReplayedRequest | undefined {
  const [first, ...others] = events;
  if (first?.kind !== "submitted") return undefined;
  const state: State = {
    submitted: first.facts,
    status: first.facts.status,
    outcome: null,
    phases: new Map(),
    results: new Map(),
    cancelled: false,
    refused: false,
    deniedOnHold: false,
  };
  for (const event of others) {
    const field = isFinal(state.status) ? "*" : follow(state, event);
    if (field !== null) return { ...state, finding: impossible(event, field, state) };
  }
  return { ...state, finding: null };
}

function impossible({ sequence: event, kind }: LedgerEvent, field: string, { outcome }: State): LedgerFinding {
  const computed =
    kind === "ended" && field === "outcome" ? ` By what was decided and done it is ${outcome ?? "not ended yet"}.` : "";
  return { event, kind, field, message: `This cannot follow from the events before it.${computed}` };
}

type Step<K extends EventKind> = (state: State, event: NewEvent<K>) => string | null;

/** What each kind of event does to a request; the field is given that cannot be as it is. */
const steps: { readonly [K in EventKind]: Step<K> } = {
  submitted: () => "*",
  opened(state, { facts }) {
    if (facts.phase !== state.phases.size + 1 || !areApproved(state)) return "phase";
    state.phases.set(facts.phase, { opened: facts, decided: [] });
    return null;
  },
  decided(state, { facts, actor }) {
    const phase = state.phases.get(facts.phase);
    if (phase === undefined || outcomeOfPhase(phase) !== "open") return "phase";
    const isAsked = phase.opened.people.some(({ user }) => user === facts.user);
    if (!isAsked || actor === null || phase.decided.some(({ user }) => user === facts.user)) return "user";
    phase.decided.push(facts);
    return null;
  },
  status(state, { facts, happenedAt }) {
    if (facts.from !== state.status) return "from";
    if (isFinal(facts.to) || !mayBe(state, facts.to, happenedAt)) return "to";
    state.status = facts.to;
    return null;
  },
  held(state, { facts }) {
    return facts.phase === state.phases.size + 1 && areApproved(state) ? null : "phase";
  },
  resolved(state, { facts, actor }) {
    if (state.status !== RequestStatus.OnHold || facts.phase !== state.phases.size + 1) return "phase";
    state.deniedOnHold = facts.decision === HoldDecision.Deny;
    return actor === null ? "actor" : null;
  },
  cancelled(state, { actor }) {
    state.cancelled = actor !== null;
    return state.cancelled ? null : "actor";
  },
  refused(state) {
    state.refused = true;
    return null;
  },
  result(state, { facts }) {
    const isKnown = state.submitted.operations.some(({ key }) => key === facts.operation);
    if (!isKnown || state.results.has(facts.operation)) return "operation";
    if (!isFinalResult(facts.result)) return "result";
    state.results.set(facts.operation, facts);
    return null;
  },
  ended(state, { facts, happenedAt }) {
    state.outcome = outcomeOf(state, happenedAt);
    if (facts.outcome !== state.outcome) return "outcome";
    state.status = facts.outcome;
    return null;
  },
};

function follow(state: State, event: LedgerEvent): string | null {
  return steps[event.kind](state, event as never);
}

function areApproved({ phases }: State): boolean {
  return [...phases.values()].every((phase) => outcomeOfPhase(phase) === "approved");
}

function authorizationOf(state: State): "approved" | "denied" | "waiting" {
  const outcomes = [...state.phases.values()].map(outcomeOfPhase);
  if (outcomes.includes("denied")) return "denied";
  return outcomes.length === state.submitted.phases && areApproved(state) ? "approved" : "waiting";
}

/** Whether a request may have gone on to a status that is no end; several hops are told as one. */
function mayBe(state: State, to: RequestStatus, happenedAt: number): boolean {
  const isEarly = (state.submitted.startAt ?? 0) > happenedAt;
  const authorization = authorizationOf(state);
  switch (to) {
    case RequestStatus.WaitingForAuthorization:
    case RequestStatus.CalculatingAuthorizers:
    case RequestStatus.OnHold:
      return authorization === "waiting" && state.status !== RequestStatus.Performing;
    case RequestStatus.Scheduled:
      return authorization === "approved" && isEarly && state.status !== RequestStatus.Performing;
    case RequestStatus.Performing:
      return authorization === "approved" && !isEarly;
    default:
      return canGo(state.status, to);
  }
}

/** Where a request ends whose operations may not go on. */
const refusals: { readonly [S in RequestStatus]?: RequestStatus } = { P: "D", A: "D", W: "D", H: "K", S: "C" };

/** How a request ends at a moment by all that has happened; null where nothing ends it. */
function outcomeOf(state: State, moment: number): RequestStatus | null {
  const { status, submitted, results, cancelled, refused, deniedOnHold } = state;
  const authorization = authorizationOf(state);
  if (cancelled) return RequestStatus.Cancelled;
  if (authorization === "denied" || deniedOnHold) return RequestStatus.Denied;
  const refusal = refused ? refusals[status] : undefined;
  if (refusal !== undefined) return refusal;
  const isDone = submitted.operations.every(({ key }) => results.has(key));
  if (status === RequestStatus.Performing) return isDone ? RequestStatus.Completed : null;
  return authorization === "waiting" && moment >= submitted.expiresAt ? RequestStatus.Expired : null;
}
