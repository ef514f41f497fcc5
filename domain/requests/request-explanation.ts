import { type CommentKind, openQuestions } from "./comment-kinds.ts";
import { isFinalResult } from "./operation-result.ts";
import { type OperationSurroundings, type WaitingOperation, waitOf } from "./operation-wait.ts";
import { overriddenOutcome } from "./override.ts";
import {
  type Phase,
  type PhaseAuthorizer,
  type PhaseOutcome,
  phaseOutcome,
  PhaseState,
  ruleText,
} from "./phase-outcome.ts";
import type { PhaseDecision } from "./phase-rules/decision.ts";
import { printRule } from "./phase-rules/print-rule.ts";
import { type DecisionAbout, decisionsToExplain, phaseVerdict } from "./phase-verdict.ts";
import { startOf } from "./request-start.ts";
import { isFinal, RequestStatus, requestStatuses } from "./request-status.ts";
import { tooFewPeopleText } from "./too-few-people.ts";
import { byVoiding, type Voiding } from "./voided-decision.ts";
import { hasTasks, isWorkStatus } from "./work-status.ts";

/** Decision as it is on record. */
export interface RecordedDecision extends PhaseDecision, DecisionAbout {
  /** Reason, in the words of the person who decided. */
  readonly comment: string | null;
  readonly decidedAt: number;
  /** True if a superuser overrode the authorizers. */
  readonly override: boolean;
  /** Time from which the decision no longer counts, for the reason in `voidedBecause`; both are null if it counts. */
  readonly voidedAt: number | null;
  readonly voidedBecause: Voiding | null;
}

/** Comment on a request. */
export interface RecordedComment {
  readonly key: string;
  readonly kind: CommentKind;
  readonly userKey: string;
  readonly text: string;
  readonly answersKey: string | null;
  readonly writtenAt: number;
}

/** Authorizer of a phase, as they are on record. */
export interface RecordedAuthorizer extends PhaseAuthorizer {
  /** Time at which they joined the phase; null if they were there as it opened. */
  readonly askedAt: number | null;
  readonly remindedAt: number | null;
  /** Time at which another was to be asked in their place; null if not yet. */
  readonly escalatedAt: number | null;
}

/** A phase of a request as it is on record. */
export interface RecordedPhase extends Omit<Phase, "authorizers" | "decisions"> {
  readonly sequence: number;
  readonly state: PhaseState;
  readonly openedAt: number | null;
  readonly authorizers: readonly RecordedAuthorizer[];
  readonly decisions: readonly RecordedDecision[];
}

/** Operation of a request as it is on record, with its context. */
export interface RecordedOperation extends WaitingOperation {
  readonly targetSystemKey: string | null;
  readonly around: Omit<OperationSurroundings, "unfinished">;
  /** People for whom its task waits, each with the time since which it does; empty if implementers do not perform it. */
  readonly taskPeople: RequestExplanation["waitsFor"];
}

/** Operation that has not ended, with the reason for its wait. */
export interface ExplainedOperation extends Pick<
  RecordedOperation,
  "sequence" | "code" | "targetSystemKey" | "sends" | "nextTryAt" | "errorCode"
> {
  /** Reason for the wait, in words. */
  readonly waitsFor: string;
}

/** Everything that an explanation depends on. */
export interface RecordedRequest {
  readonly status: RequestStatus;
  readonly startAt: number | null;
  readonly recipientStartsAt: number | null;
  readonly expiresAt: number;
  readonly finishedAt: number | null;
  readonly requesterKey: string;
  /** Time since which its requester is to change and resubmit it; null if it was not sent back. */
  readonly sentBackAt: number | null;
  /** Time at which its requester was last reminded of that; null if not yet. */
  readonly requesterRemindedAt: number | null;
  /** Reason for the hold; null if it is not on hold. */
  readonly holdReason: string | null;
  readonly phases: readonly RecordedPhase[];
  readonly operations: readonly RecordedOperation[];
  readonly comments: readonly RecordedComment[];
  readonly now: number;
  /** Time of the next reminder; null if there is none. */
  readonly nextReminderAt: number | null;
  /** Time of the next escalation; null if there is none. */
  readonly nextEscalationAt: number | null;
}

type ExplainedRule = PhaseOutcome["rule"] | 7;

/** Phase that decides, or has decided, the course of a request. */
export interface ExplainedPhase extends Pick<RecordedPhase, "sequence" | "state" | "decisions"> {
  readonly outcome: PhaseOutcome["outcome"];
  /** Rule of phaseOutcome that holds; 7 if a superuser decided in its place. */
  readonly rule: ExplainedRule;
  readonly ruleText: string;
  readonly approvals: number;
  /** Approvals that are still needed. */
  readonly approvalsMissing: number;
  readonly denials: number;
  /** Rule with which the phase opened, as it is written. */
  readonly authorizationRule: string;
  /** Needs of this rule that remain. */
  readonly needs: readonly ExplainedNeed[];
}

/** Open part of a rule. */
export interface ExplainedNeed {
  /** Part, as it is written. */
  readonly part: string;
  /** Number of missing approvals; null if answers are needed, whatever they say. */
  readonly approvals: number | null;
  /** Keys of those who can give them. */
  readonly userKeys: readonly string[];
}

/** Explanation of the state of a request. */
export interface RequestExplanation {
  readonly status: RequestStatus;
  readonly statusText: string;
  readonly final: boolean;
  /** People who must act, each with the time since which they must. */
  readonly waitsFor: readonly (RecordedAuthorizer & { readonly since: number })[];
  /** Open phase, or the one that was decided last; null if there is none. */
  readonly phase: ExplainedPhase | null;
  /** Questions that the requester has not answered. */
  readonly questions: readonly RecordedComment[];
  /** Operations in progress that have not ended. */
  readonly operations: readonly ExplainedOperation[];
  readonly nextReminderAt: number | null;
  readonly escalatesAt: number | null;
  readonly sentBackAt: number | null;
  readonly startsAt: number | null;
  readonly expiresAt: number | null;
  /** Next step, in words. */
  readonly next: string;
}

const ruleTexts: Readonly<Record<ExplainedRule, string>> = {
  2: "An authorizer with a veto denied.",
  3: "As many authorizers denied as the phase allows at most.",
  4: "Enough authorizers approved, and everyone whose answer is required has answered.",
  5: "Those who have not answered cannot make up the approvals that are missing.",
  6: "More answers are needed.",
  7: "A superuser decided in the place of the authorizers.",
};

const nextTexts: Readonly<Record<RequestStatus, string>> = {
  P: "It is checked, then its authorizers are determined.",
  A: "Its authorizers are determined, then they are asked.",
  W: "The authorizers answer; without enough answers until it expires, it ends as expired.",
  H: "A workflow manager must decide how it goes on.",
  S: "It is approved and begins at its start.",
  X: "The approved operations are performed; then it is completed.",
  I: "An implementer must act.",
  C: "It is completed; there is nothing more to do.",
  D: "It was denied and does not go on.",
  K: "It was cancelled and does not go on.",
  E: "It expired before it was decided and does not go on.",
};

const recipientStartsText = "It is approved and begins when its recipient starts.";
const sentBackText = "Its requester changes and resubmits it, or cancels it; without that, it ends as expired.";

/** Explains from the record alone why a request is where it is, who must act, and what comes next. */
export function explainRequest(request: RecordedRequest): RequestExplanation {
  const { status, phases, now } = request;
  const { open, phase, waitsFor } = explainPhases({ phases, openKeys: openKeys(request), now });
  const waiting = status === RequestStatus.WaitingForAuthorization;
  return {
    status,
    statusText: requestStatuses[status].title,
    final: isFinal(status),
    ...(waiting && open ? explainWait(request, waitsFor) : noWait),
    ...(isAtWork(request) ? explainTasks(request) : {}),
    phase,
    questions: isFinal(status) ? [] : openQuestions(request.comments),
    operations: isAtWork(request) ? explainOperations(request) : [],
    sentBackAt: waiting ? request.sentBackAt : null,
    startsAt: status === RequestStatus.Scheduled ? startOf(request) : null,
    expiresAt: waiting || (status === RequestStatus.OnHold && !isAtWork(request)) ? request.expiresAt : null,
    next: nextOf(request),
  };
}

function nextOf(request: RecordedRequest): string {
  const { status, sentBackAt, holdReason, recipientStartsAt } = request;
  if (status === RequestStatus.Scheduled && recipientStartsAt === startOf(request)) return recipientStartsText;
  if (status === RequestStatus.WaitingForAuthorization && sentBackAt !== null) return sentBackText;
  const why = status === RequestStatus.OnHold && holdReason !== null ? `${holdReason} ` : "";
  return why + nextTexts[status];
}

/** Returns true if approved operations are performed; on hold, a request may also wait for its authorizers. */
function isAtWork({ status, operations }: RecordedRequest): boolean {
  return isWorkStatus(status) && (status !== RequestStatus.OnHold || hasTasks(operations));
}

function explainTasks({ operations, nextReminderAt, nextEscalationAt }: RecordedRequest): Partial<Wait> {
  const waitsFor = operations.flatMap(({ taskPeople }) => taskPeople);
  return waitsFor.length === 0 ? {} : { waitsFor, nextReminderAt, escalatesAt: nextEscalationAt };
}

function explainOperations({ operations }: RecordedRequest): ExplainedOperation[] {
  const unfinished = operations.filter(({ result }) => !isFinalResult(result));
  return unfinished.map((operation) => {
    const { sequence, code, targetSystemKey, sends, nextTryAt, errorCode, around } = operation;
    const waitsFor = waitOf(operation, { ...around, unfinished });
    return { sequence, code, targetSystemKey, sends, nextTryAt, errorCode, waitsFor };
  });
}

type Wait = Pick<RequestExplanation, "waitsFor" | "nextReminderAt" | "escalatesAt">;
const noWait: Wait = { waitsFor: [], nextReminderAt: null, escalatesAt: null };

function explainWait(request: RecordedRequest, waitsFor: Wait["waitsFor"]): Wait {
  const { nextReminderAt, nextEscalationAt, requesterKey, requesterRemindedAt, sentBackAt } = request;
  if (sentBackAt !== null) {
    const asked = { askedAt: null, remindedAt: requesterRemindedAt, escalatedAt: null };
    const requester = { userKey: requesterKey, veto: false, inputRequired: true, ...asked, since: sentBackAt };
    return { ...noWait, waitsFor: [requester], nextReminderAt };
  }
  return { waitsFor, nextReminderAt, escalatesAt: nextEscalationAt };
}

/** Phases of a subject as they are on record. */
interface RecordedPhases {
  readonly phases: readonly RecordedPhase[];
  /** Keys of its items that have not ended. */
  readonly openKeys: readonly string[];
  readonly now: number;
}

/** Explanation of the phases of a subject. */
interface ExplainedPhases {
  /** True if a phase is open. */
  readonly open: boolean;
  /** Open phase, or the one that was decided last; null if there is none. */
  readonly phase: ExplainedPhase | null;
  /** People for whom the open phase waits, each with the time since which it does. */
  readonly waitsFor: RequestExplanation["waitsFor"];
}

/** Explains from the record alone how far the phases of a subject are, and for whom they wait. */
export function explainPhases({ phases, openKeys: keys, now }: RecordedPhases): ExplainedPhases {
  const decisive = phases.findLast(({ state }) => state !== PhaseState.Pending);
  if (decisive === undefined) return { open: false, phase: null, waitsFor: [] };
  const phase = explainPhase(decisive, keys);
  if (decisive.state !== PhaseState.Open) return { open: false, phase, waitsFor: [] };
  const since = decisive.openedAt ?? now;
  const waitsFor = undecided(decisive, keys).map((person) => ({ ...person, since: person.askedAt ?? since }));
  return { open: true, phase, waitsFor };
}

function explainPhase(phase: RecordedPhase, keys: readonly string[]): ExplainedPhase {
  const { sequence, state, decisions } = phase;
  const judged = phaseOutcome({ ...phase, decisions: explained(phase, keys) });
  const { decisions: counting } = byVoiding(decisions);
  const isClosed = state === PhaseState.Approved || state === PhaseState.Denied;
  const outcome = isClosed ? state : phaseVerdict(counting, keys, rulingOf(phase)).outcome;
  const { approvals, denials } = judged;
  const opened = { ...phase, rule: ruleText(phase) };
  const isOverridden = overriddenOutcome(counting) !== undefined;
  const rule = isOverridden ? 7 : judged.rule;
  const { approvalsMissing, needs } = isOverridden ? { approvalsMissing: 0, needs: [] } : judged;
  return {
    sequence,
    state,
    decisions,
    outcome,
    rule,
    approvals,
    denials,
    approvalsMissing,
    ruleText:
      rule === 5 && counting.length + (phase.carried ?? []).length === 0 ? tooFewPeopleText(opened) : ruleTexts[rule],
    authorizationRule: opened.rule,
    needs: needs.map((need) => ({
      part: printRule(need.part),
      approvals: need.approvals,
      userKeys: need.from,
    })),
  };
}

const rulingOf = (phase: RecordedPhase) => (decisions: readonly RecordedDecision[]) =>
  overriddenOutcome(decisions) ?? phaseOutcome({ ...phase, decisions }).outcome;

const openKeys = ({ operations }: RecordedRequest) =>
  operations.filter(({ result }) => !isFinalResult(result)).map(({ key }) => key);

/** Returns the decisions that count in a phase; if single items were decided, those about the first open one. */
function explained(phase: RecordedPhase, keys: readonly string[]): readonly RecordedDecision[] {
  return decisionsToExplain(byVoiding(phase.decisions).decisions, keys, rulingOf(phase));
}

/** Returns each undecided authorizer once, with the flags of all the rows that list them. */
function undecided(phase: RecordedPhase, keys: readonly string[]): RecordedAuthorizer[] {
  return phaseOutcome({ ...phase, decisions: explained(phase, keys) }).undecided.map((userKey) => {
    const rows = phase.authorizers.filter((row) => row.userKey === userKey);
    return {
      userKey,
      via: rows.flatMap(({ via }) => via ?? []),
      veto: rows.some(({ veto }) => veto),
      inputRequired: rows.some(({ inputRequired }) => inputRequired),
      askedAt: rows.map(({ askedAt }) => askedAt).reduce(later, null),
      remindedAt: rows.map(({ remindedAt }) => remindedAt).reduce(later, null),
      escalatedAt: rows.map(({ escalatedAt }) => escalatedAt).reduce(later, null),
    };
  });
}

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
