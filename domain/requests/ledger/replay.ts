import { applicabilityAnswers } from "../applicability.ts";
import { HoldDecision } from "../hold-decision.ts";
import { familyOf } from "../operation-codes.ts";
import { isFinalResult, OperationResult } from "../operation-result.ts";
import { canonicalJson } from "../order.ts";
import { Decision } from "../phase-rules/decision.ts";
import { needsReason } from "../reason-required.ts";
import { isFinal, RequestStatus } from "../request-status.ts";
import { answerProblem, isOpenTask, type OfferedTask } from "../task.ts";
import { effectsOf, ticketEffect, type TicketOutcome } from "../ticket-rules.ts";
import type { Voiding } from "../voided-decision.ts";
import type { EventKind, EventPerson, FactsOf, SubmittedOperation } from "./event-kinds.ts";
import type { LedgerEvent, NewEvent } from "./event.ts";
import type { LedgerFinding } from "./ledger-finding.ts";
import { mayEnd, taskTold, withAnswer } from "./offered-tasks.ts";
import { outcomeOfPhase, type SaidInPhase } from "./outcome-of-phase.ts";
import { servedBy, withoutPerson, withoutWay, withReplaced, withWay } from "./people-of-phase.ts";
import type { ReplayedPhase, State, ToldOperation } from "./replay-state.ts";
import { areApproved, authorizationOf, deniedBy, mayBe, outcomeOf } from "./replayed-status.ts";

/** Request as its ledger alone tells it. */
export interface ReplayedRequest {
  readonly status: RequestStatus;
  /** Status in which the request ended by its inputs; null while it is active. */
  readonly outcome: RequestStatus | null;
  /** Number of phases, with those that were added since the submission. */
  readonly plannedPhases: number;
  /** Opened phases, by their numbers. */
  readonly phases: ReadonlyMap<number, SaidInPhase>;
  /** Operations as they are now, by their keys, each with the number of the event that says so. */
  readonly operations: ReadonlyMap<string, ToldOperation>;
  /** Start of the recipient, before which the request is not carried out; null if none is told. */
  readonly recipientStartsAt: number | null;
  /** True if the request was sent back and waits for its requester. */
  readonly sentBack: boolean;
  /** Reasons why decisions no longer count, by the keys of the decisions. */
  readonly voided: ReadonlyMap<string, Voiding>;
  /** Results of the operations that have ended, by the keys of the operations. */
  readonly results: ReadonlyMap<string, FactsOf<"result">>;
  /** Tasks of implementers, by the keys of their operations. */
  readonly tasks: ReadonlyMap<string, OfferedTask>;
  /** First event that does not follow from those before it; null if all do. */
  readonly finding: LedgerFinding | null;
}

/**
 * Recomputes the outcome of a request from its events: each phase from its rule, its people and their decisions, then the status and the
 * end. The replay ends at an event that cannot have happened after those before it. Undefined if the events do not begin with the
 * submission.
 */
export function replay(events: readonly LedgerEvent[]): ReplayedRequest | undefined {
  const [first, ...others] = events;
  if (first?.kind !== "submitted") return undefined;
  const state: State = {
    submitted: first.facts,
    plannedPhases: first.facts.phases,
    status: first.facts.status,
    outcome: null,
    phases: new Map(),
    operations: new Map(first.facts.operations.map((operation) => [operation.key, { event: 1, operation }])),
    sentBack: false,
    voided: new Map(),
    questions: new Set(),
    results: new Map(),
    applicability: new Map(),
    tasks: new Map(),
    failedOnHold: new Set(),
    deniedAlone: new Set(),
    recipientStartsAt: null,
    closedTickets: new Map(),
    cancelled: false,
    refused: false,
    separated: false,
    deniedOnHold: false,
  };
  for (const event of others) {
    const field = isFinal(state.status) && event.kind !== "disclosed" ? "*" : follow(state, event);
    if (field !== null) return { ...state, finding: impossible(event, field, state) };
  }
  return { ...state, finding: null };
}

function impossible({ sequence: event, kind }: LedgerEvent, field: string, { outcome }: State): LedgerFinding {
  const computed =
    kind === "ended" && field === "outcome" ? ` By what was decided and done it is ${outcome ?? "not ended yet"}.` : "";
  return { event, kind, field, message: `This cannot follow from the events before it.${computed}` };
}

type Placed<K extends EventKind> = NewEvent<K> & { readonly sequence: number };
type Step<K extends EventKind> = (state: State, event: Placed<K>) => string | null;

/** Effects of each kind of event on a request. Each step returns the field that cannot be as it is, or null. */
const steps: { readonly [K in EventKind]: Step<K> } = {
  submitted: () => "*",
  opened(state, { facts }) {
    if (facts.phase !== state.phases.size + 1 || !areApproved(state)) return "phase";
    const operations = openOperations(state);
    state.phases.set(facts.phase, { opened: facts, people: facts.people, operations, decided: [], overridden: [] });
    return null;
  },
  joined(state, { facts }) {
    return changePeople(state, facts.phase, (people) => withWay(people, facts));
  },
  left(state, { facts }) {
    return changePeople(state, facts.phase, (people) => withoutWay(people, facts));
  },
  replaced(state, { facts }) {
    if (state.phases.get(facts.phase)?.decided.some(({ user }) => user === facts.user)) return "user";
    return changePeople(state, facts.phase, (people) => withReplaced(people, facts));
  },
  withdrawn(state, { facts }) {
    if (state.phases.get(facts.phase)?.decided.some(({ user }) => user === facts.user)) return "user";
    return changePeople(state, facts.phase, (people) => withoutPerson(people, facts));
  },
  decided(state, { facts, actor }) {
    const phase = openPhase(state, facts.phase);
    if (phase === undefined) return "phase";
    const isAsked = phase.people.some(({ user }) => user === facts.user);
    if (!isAsked || actor === null) return "user";
    if (canonicalJson(facts.for) !== canonicalJson(servedBy(facts.user, phase.people))) return "for";
    const before = phase.decided.filter(({ user }) => user === facts.user);
    if (before.some((other) => overlap(other.operations, facts.operations))) return "user";
    if (facts.operations?.some((key) => !phase.operations.includes(key))) return "operations";
    if (facts.reason === null && needsReason(phase.opened.reasonRequired, facts.answer)) return "reason";
    phase.decided.push(facts);
    return null;
  },
  overridden(state, { facts, actor }) {
    const phase = openPhase(state, facts.phase);
    if (phase === undefined) return "phase";
    if (facts.answer === Decision.Abstain) return "answer";
    if (actor !== facts.user) return "user";
    phase.overridden.push(facts);
    return null;
  },
  unapproved(state, { facts, actor }) {
    const phase = openPhase(state, facts.phase);
    if (phase === undefined) return "phase";
    const place = phase.decided.findIndex(({ decision }) => decision === facts.decision);
    if (place < 0) return "decision";
    if (phase.decided[place]?.user !== facts.user || actor !== facts.user) return "user";
    phase.decided.splice(place, 1);
    state.voided.set(facts.decision, "unapproved");
    return null;
  },
  commented(state, { facts, actor }) {
    if (actor !== facts.user) return "user";
    if (facts.answers !== null && !state.questions.has(facts.answers)) return "answers";
    if (facts.as === "question") state.questions.add(facts.comment);
    if (facts.as === "sentBack" && !mayDecide(state, facts.user)) return "as";
    if (facts.as === "resubmitted" && !(state.sentBack && facts.user === state.submitted.requester)) return "as";
    if (facts.as === "sentBack" || facts.as === "resubmitted") state.sentBack = facts.as === "sentBack";
    return null;
  },
  edited(state, { sequence: event, facts, actor }) {
    const isRequester = state.sentBack && facts.user === state.submitted.requester;
    if (actor !== facts.user || !(isRequester || mayDecide(state, facts.user, "edit"))) return "user";
    const isOpen = ({ key }: SubmittedOperation) => state.operations.has(key) && !state.results.has(key);
    if (!facts.operations.every(isOpen)) return "operations";
    for (const operation of facts.operations) state.operations.set(operation.key, { event, operation });
    reconsider(state, facts);
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
  taskOffered(state, { facts }) {
    if (!state.operations.has(facts.operation) || state.results.has(facts.operation)) return "operation";
    if (authorizationOf(state) !== "approved") return "operation";
    const task = taskTold(facts, state.tasks.get(facts.operation));
    if (task === null) return "state";
    state.tasks.set(facts.operation, task);
    return null;
  },
  taskAnswered(state, { facts, actor, happenedAt }) {
    const offered = state.tasks.get(facts.operation);
    if (offered === undefined) return "operation";
    if (actor !== facts.user) return "user";
    const given = { userKey: facts.user, answer: facts.answer, to: facts.to };
    const problem = answerProblem(offered, given, facts.override);
    if (problem !== undefined) return problem === "NOT_AN_IMPLEMENTER" ? "user" : "answer";
    if (facts.reason === null && (facts.override || facts.answer === "failed")) return "reason";
    state.tasks.set(facts.operation, withAnswer(offered, given, happenedAt));
    return null;
  },
  tasksResolved(state, { facts, actor }) {
    if (facts.operations.some((key) => state.tasks.get(key)?.task !== "unassigned")) return "operations";
    if (facts.decision === HoldDecision.Deny) for (const key of facts.operations) state.failedOnHold.add(key);
    return actor === null ? "actor" : null;
  },
  cancelled(state, { actor }) {
    state.cancelled = actor !== null;
    return state.cancelled ? null : "actor";
  },
  partyLeft(state, { facts, actor }) {
    const { requester, recipient } = state.submitted;
    if (![requester, recipient].includes(facts.user)) return "user";
    state.cancelled = actor === null;
    return state.cancelled ? null : "actor";
  },
  recipientStarts(state, { facts }) {
    state.recipientStartsAt = facts.startsAt;
    return state.status === RequestStatus.Performing ? "startsAt" : null;
  },
  ticket(state, { facts }) {
    if (facts.cancels && !canCancel(facts.outcome)) return "outcome";
    state.cancelled ||= facts.cancels;
    state.closedTickets.set(facts.ticket, facts.outcome);
    return null;
  },
  taskClosedByTicket(state, { facts }) {
    const outcome = state.closedTickets.get(facts.ticket);
    if (outcome === undefined || !canComplete(outcome)) return "ticket";
    const task = state.tasks.get(facts.operation);
    if (task === undefined || !isOpenTask(task) || task.task === "unconfirmed") return "operation";
    state.tasks.set(facts.operation, { ...task, task: "closed" });
    return null;
  },
  separated(state, { facts }) {
    if (!areApproved(state) || facts.phases < state.plannedPhases) return "phases";
    if (facts.operations.some((key) => !state.results.has(key))) return "operations";
    state.plannedPhases = facts.phases;
    state.separated ||= facts.operations.length > 0;
    return null;
  },
  refused(state) {
    state.refused = true;
    return null;
  },
  applicability({ operations, results, applicability }, { facts }) {
    const { operation: key, attempt, answer } = facts;
    if (!operations.has(key) || results.has(key)) return "operation";
    if (attempt <= (applicability.get(key)?.attempt ?? -1)) return "attempt";
    if (!applicabilityAnswers.includes(answer)) return "answer";
    applicability.set(key, facts);
    return null;
  },
  result(state, { facts }) {
    if (!state.operations.has(facts.operation) || state.results.has(facts.operation)) return "operation";
    if (!isFinalResult(facts.result)) return "result";
    // Nothing is sent that does not apply, so it cannot have been done.
    const isSpent = state.applicability.get(facts.operation)?.answer === "notApplicable";
    if (isSpent && facts.result === OperationResult.Success) return "result";
    if (!mayEnd(state.tasks.get(facts.operation), facts, state.failedOnHold)) return "result";
    if (facts.result === OperationResult.Refused && deniedBy(state).has(facts.operation))
      state.deniedAlone.add(facts.operation);
    state.results.set(facts.operation, facts);
    const task = state.tasks.get(facts.operation);
    if (task !== undefined) state.tasks.set(facts.operation, { ...task, task: "closed" });
    return null;
  },
  ended(state, { facts, happenedAt }) {
    state.outcome = outcomeOf(state, happenedAt);
    if (facts.outcome !== state.outcome) return "outcome";
    state.status = facts.outcome;
    return null;
  },
  disclosed({ operations, results, submitted }, { facts, actor }) {
    const code = operations.get(facts.operation)?.operation.code;
    const isHandedOut = results.get(facts.operation)?.result === OperationResult.Success;
    if (code === undefined || familyOf(code).discloses !== true || !isHandedOut) return "operation";
    return actor === facts.user && facts.user === submitted.recipient ? null : "user";
  },
};

/** Returns true if a ticket that was closed with an outcome may cancel its request. */
function canCancel(outcome: TicketOutcome): boolean {
  return effectsOf(outcome).some((effect) => ticketEffect(effect).cancels === true);
}

/** Returns true if a ticket that was closed with an outcome may complete tasks. */
function canComplete(outcome: TicketOutcome): boolean {
  return effectsOf(outcome).some((effect) => ticketEffect(effect).completes === true);
}

function follow(state: State, event: LedgerEvent): string | null {
  return steps[event.kind](state, event as never);
}

/** Returns a phase if it accepts decisions; none does while the request is sent back. */
function openPhase({ phases, sentBack }: State, number: number): ReplayedPhase | undefined {
  const phase = phases.get(number);
  return !sentBack && phase !== undefined && outcomeOfPhase(phase) === "open" ? phase : undefined;
}

/** Returns the keys of the operations that have not ended. */
function openOperations({ operations, results }: State): readonly string[] {
  return [...operations.keys()].filter((key) => !results.has(key));
}

/** Returns true if two decisions cover a common operation; null covers all. */
function overlap(one: readonly string[] | null, other: readonly string[] | null): boolean {
  return one === null || other === null || one.some((key) => other.includes(key));
}

/** Returns true if a person may decide the phase that opened last and, with `edit`, edit the request there. */
function mayDecide(state: State, person: string, edit?: "edit"): boolean {
  const phase = openPhase(state, state.phases.size);
  const isAsked = phase?.people.some(({ user }) => user === person) === true;
  return isAsked && (edit === undefined || phase.opened.mayEdit);
}

/**
 * Voids the decisions about changed operations. The first phase with such a decision is open again, and the phases after it have to open
 * again. So does a phase that counts the submission as an approval, if anyone but the requester edits.
 */
function reconsider(state: State, { changed, user }: FactsOf<"edited">): void {
  const { phases, voided, submitted } = state;
  let isBehind = false;
  for (const [number, phase] of phases) {
    const approvedByAsking = phase.opened.carried.some((answer) => answer.phase === null);
    const opensAnew = isBehind || (approvedByAsking && user !== submitted.requester);
    const concerned = phase.decided.filter(({ operations }) => opensAnew || overlap(operations, changed));
    const keys = [...concerned, ...phase.overridden.splice(0)].map(({ decision }) => decision);
    for (const key of keys) voided.set(key, "edited");
    phase.decided.splice(0, Infinity, ...phase.decided.filter((one) => !concerned.includes(one)));
    phase.operations = openOperations(state);
    if (opensAnew) phases.delete(number);
    if (opensAnew || keys.length > 0) isBehind = true;
  }
}

/** Changes the people of an open phase. Null from `change` means that the change cannot have happened. */
function changePeople(
  { phases }: State,
  number: number,
  change: (people: readonly EventPerson[]) => readonly EventPerson[] | null,
): string | null {
  const phase = phases.get(number);
  // Several people join together, and the first of them may decide the phase by earlier answers.
  if (phase === undefined || number !== phases.size) return "phase";
  const people = change(phase.people);
  if (people === null) return "user";
  phase.people = people;
  return null;
}
