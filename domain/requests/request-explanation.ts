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
import { isFinal, RequestStatus, requestStatuses } from "./request-status.ts";
import { tooFewPeopleText } from "./too-few-people.ts";
import { byVoiding, type Voiding } from "./voided-decision.ts";

/** A decision as it is on record. */
export interface RecordedDecision extends PhaseDecision, DecisionAbout {
  /** Why, in the words of who decided. */
  readonly comment: string | null;
  readonly decidedAt: number;
  /** True where a superuser decided in the place of the authorizers. */
  readonly override: boolean;
  /** From when on it no longer counts, and why; null = it counts. */
  readonly voidedAt: number | null;
  readonly voidedBecause: Voiding | null;
}

/** Something that was said of a request. */
export interface RecordedComment {
  readonly key: string;
  readonly kind: CommentKind;
  readonly userKey: string;
  readonly text: string;
  readonly answersKey: string | null;
  readonly writtenAt: number;
}

/** Somebody who may decide a phase, as it is on record. */
export interface RecordedAuthorizer extends PhaseAuthorizer {
  /** When they came into the phase; null = as it opened. */
  readonly askedAt: number | null;
  readonly remindedAt: number | null;
  /** When another was to be asked in their place; null = not yet. */
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

/** An operation of a request as it is on record, with what stands around it. */
export interface RecordedOperation extends WaitingOperation {
  readonly targetSystemKey: string;
  readonly around: Omit<OperationSurroundings, "unfinished">;
}

/** What an operation that has not ended waits for. */
export interface ExplainedOperation extends Pick<
  RecordedOperation,
  "sequence" | "code" | "targetSystemKey" | "sends" | "nextTryAt" | "errorCode"
> {
  /** In words. */
  readonly waitsFor: string;
}

/** All that an explanation depends on. */
export interface RecordedRequest {
  readonly status: RequestStatus;
  readonly startAt: number | null;
  readonly expiresAt: number;
  readonly finishedAt: number | null;
  readonly requesterKey: string;
  /** Since when its requester is to change and resubmit it; null = it was not sent back. */
  readonly sentBackAt: number | null;
  /** When its requester was reminded of that last; null = not yet. */
  readonly requesterRemindedAt: number | null;
  /** Why it is on hold; null where it is not. */
  readonly holdReason: string | null;
  readonly phases: readonly RecordedPhase[];
  readonly operations: readonly RecordedOperation[];
  readonly comments: readonly RecordedComment[];
  readonly now: number;
  /** When somebody is reminded next; null where nobody is. */
  readonly nextReminderAt: number | null;
  /** When somebody is asked next in the place of another; null where nobody is. */
  readonly nextEscalationAt: number | null;
}

type ExplainedRule = PhaseOutcome["rule"] | 7;

/** The phase that decides, or has decided, where a request goes. */
export interface ExplainedPhase extends Pick<RecordedPhase, "sequence" | "state" | "decisions"> {
  readonly outcome: PhaseOutcome["outcome"];
  /** The rule of phaseOutcome that holds; 7 = a superuser decided in its place. */
  readonly rule: ExplainedRule;
  readonly ruleText: string;
  readonly approvals: number;
  /** Approvals that are still needed. */
  readonly approvalsMissing: number;
  readonly denials: number;
  /** The rule with which it opened, as it is written. */
  readonly authorizationRule: string;
  /** What this rule still needs. */
  readonly needs: readonly ExplainedNeed[];
}

/** A part of a rule that is open. */
export interface ExplainedNeed {
  /** As it is written. */
  readonly part: string;
  /** How many approvals it lacks; null where answers are needed, whatever they say. */
  readonly approvals: number | null;
  /** Keys of those who can give them. */
  readonly userKeys: readonly string[];
}

/** Why a request is where it is. */
export interface RequestExplanation {
  readonly status: RequestStatus;
  readonly statusText: string;
  readonly final: boolean;
  /** Who must act, and since when. */
  readonly waitsFor: readonly (RecordedAuthorizer & { readonly since: number })[];
  /** The open phase, or the last that was decided; null where there is none. */
  readonly phase: ExplainedPhase | null;
  /** What the requester was asked and has not answered. */
  readonly questions: readonly RecordedComment[];
  /** What is being performed and has not ended. */
  readonly operations: readonly ExplainedOperation[];
  readonly nextReminderAt: number | null;
  readonly escalatesAt: number | null;
  readonly sentBackAt: number | null;
  readonly startsAt: number | null;
  readonly expiresAt: number | null;
  /** What happens next, in words. */
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

const sentBackText = "Its requester changes and resubmits it, or cancels it; without that, it ends as expired.";

/** Explains from the record alone why a request is where it is, who must act, and what comes next. */
export function explainRequest(request: RecordedRequest): RequestExplanation {
  const { status } = request;
  const decisive = request.phases.findLast(({ state }) => state !== "pending");
  const waiting = status === RequestStatus.WaitingForAuthorization;
  return {
    status,
    statusText: requestStatuses[status].title,
    final: isFinal(status),
    ...(waiting && decisive?.state === "open" ? explainWait(request, decisive) : noWait),
    phase: decisive === undefined ? null : explainPhase(decisive, request),
    questions: isFinal(status) ? [] : openQuestions(request.comments),
    operations: status === RequestStatus.Performing ? explainOperations(request) : [],
    sentBackAt: waiting ? request.sentBackAt : null,
    startsAt: status === RequestStatus.Scheduled ? request.startAt : null,
    expiresAt: waiting || status === RequestStatus.OnHold ? request.expiresAt : null,
    next: nextOf(request),
  };
}

function nextOf({ status, sentBackAt, holdReason }: RecordedRequest): string {
  if (status === RequestStatus.WaitingForAuthorization && sentBackAt !== null) return sentBackText;
  const why = status === RequestStatus.OnHold && holdReason !== null ? `${holdReason} ` : "";
  return why + nextTexts[status];
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

function explainWait(request: RecordedRequest, open: RecordedPhase): Wait {
  const { now, nextReminderAt, nextEscalationAt, requesterKey, requesterRemindedAt, sentBackAt } = request;
  if (sentBackAt !== null) {
    const asked = { askedAt: null, remindedAt: requesterRemindedAt, escalatedAt: null };
    const requester = { userKey: requesterKey, veto: false, inputRequired: true, ...asked, since: sentBackAt };
    return { ...noWait, waitsFor: [requester], nextReminderAt };
  }
  return {
    waitsFor: undecided(open, request).map((person) => ({ ...person, since: person.askedAt ?? open.openedAt ?? now })),
    nextReminderAt,
    escalatesAt: nextEscalationAt,
  };
}

function explainPhase(phase: RecordedPhase, request: RecordedRequest): ExplainedPhase {
  const { sequence, state, decisions } = phase;
  const judged = phaseOutcome({ ...phase, decisions: explained(phase, request) });
  const { decisions: counting } = byVoiding(decisions);
  const isClosed = state === PhaseState.Approved || state === PhaseState.Denied;
  const outcome = isClosed ? state : phaseVerdict(counting, openKeys(request), rulingOf(phase)).outcome;
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

/** What counts in a phase; where single operations were decided, of the first that is open. */
function explained(phase: RecordedPhase, request: RecordedRequest): readonly RecordedDecision[] {
  return decisionsToExplain(byVoiding(phase.decisions).decisions, openKeys(request), rulingOf(phase));
}

/** Each once, with the flags of all the ways in which they are listed. */
function undecided(phase: RecordedPhase, request: RecordedRequest): RecordedAuthorizer[] {
  return phaseOutcome({ ...phase, decisions: explained(phase, request) }).undecided.map((userKey) => {
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
