import { isFinalResult, type OperationResult } from "./operation-result.ts";
import { type Phase, type PhaseAuthorizer, type PhaseOutcome, phaseOutcome, ruleText } from "./phase-outcome.ts";
import type { PhaseDecision } from "./phase-rules/decision.ts";
import { printRule } from "./phase-rules/print-rule.ts";
import { isFinal, RequestStatus, requestStatuses } from "./request-status.ts";

/** A decision with its time. */
export interface TimedDecision extends PhaseDecision {
  readonly decidedAt: number;
}

/** Somebody who may decide a phase, as it is on record. */
export interface RecordedAuthorizer extends PhaseAuthorizer {
  readonly remindedAt: number | null;
}

/** A phase of a request as it is on record. */
export interface RecordedPhase extends Omit<Phase, "authorizers" | "decisions"> {
  readonly sequence: number;
  readonly state: string;
  readonly openedAt: number | null;
  readonly authorizers: readonly RecordedAuthorizer[];
  readonly decisions: readonly TimedDecision[];
}

/** An operation of a request as it is on record. */
export interface RecordedOperation {
  readonly sequence: number;
  readonly code: string;
  readonly targetSystemKey: string;
  readonly result: OperationResult | null;
  readonly sends: number;
  readonly sentAt: number | null;
  readonly nextTryAt: number | null;
  readonly errorCode: string | null;
  readonly proxyServer: string | null;
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
  readonly phases: readonly RecordedPhase[];
  readonly operations: readonly RecordedOperation[];
  readonly now: number;
  /** When somebody is reminded next; null where nobody is. */
  readonly nextReminderAt: number | null;
  /** Time after which an open phase is escalated; null where it is not. */
  readonly escalationTimeoutMs: number | null;
}

/** The phase that decides, or has decided, where a request goes. */
export interface ExplainedPhase extends Pick<RecordedPhase, "sequence" | "state" | "decisions"> {
  readonly outcome: PhaseOutcome["outcome"];
  /** The rule of phaseOutcome that holds. */
  readonly rule: PhaseOutcome["rule"];
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
  /** What is being performed and has not ended. */
  readonly operations: readonly ExplainedOperation[];
  readonly nextReminderAt: number | null;
  readonly escalatesAt: number | null;
  readonly startsAt: number | null;
  readonly expiresAt: number | null;
  /** What happens next, in words. */
  readonly next: string;
}

const ruleTexts: Readonly<Record<PhaseOutcome["rule"], string>> = {
  2: "An authorizer with a veto denied.",
  3: "As many authorizers denied as the phase allows at most.",
  4: "Enough authorizers approved, and everyone whose answer is required has answered.",
  5: "Those who have not answered cannot make up the approvals that are missing.",
  6: "More answers are needed.",
};

const nextTexts: Readonly<Record<RequestStatus, string>> = {
  P: "It is checked, then its authorizers are determined.",
  A: "Its authorizers are determined, then they are asked.",
  W: "The authorizers answer; without enough answers until it expires, it ends as expired.",
  H: "A workflow manager must decide how it goes on.",
  S: "It is approved and begins at its start.",
  X: "The approved operations are performed; then it is completed.",
  I: "An implementer must act.",
  C: "Nothing: it is completed.",
  D: "Nothing: it was denied.",
  K: "Nothing: it was cancelled.",
  E: "Nothing: it expired before it was decided.",
};

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
    phase: decisive === undefined ? null : explainPhase(decisive),
    operations: status === RequestStatus.Performing ? explainOperations(request) : [],
    startsAt: status === RequestStatus.Scheduled ? request.startAt : null,
    expiresAt: waiting ? request.expiresAt : null,
    next: nextTexts[status],
  };
}

function explainOperations({ operations }: RecordedRequest): ExplainedOperation[] {
  return operations
    .filter(({ result }) => !isFinalResult(result))
    .map((operation) => {
      const { sequence, code, targetSystemKey, sends, nextTryAt, errorCode } = operation;
      return { sequence, code, targetSystemKey, sends, nextTryAt, errorCode, waitsFor: waitOf(operation) };
    });
}

function waitOf({ result, sends, sentAt, nextTryAt, errorCode, proxyServer }: RecordedOperation): string {
  if (result === null) return "The operations that it depends on have not ended.";
  if (nextTryAt !== null) {
    const why = errorCode === null ? "" : ` after the failure '${errorCode}'`;
    return `It waits for its next try at ${new Date(nextTryAt).toISOString()}${why}.`;
  }
  if (sends === 0) return `It waits until the proxy '${proxyServer}' fetches it.`;
  return `It was sent to the proxy '${proxyServer}' at ${new Date(sentAt ?? 0).toISOString()}, whose answer is awaited.`;
}

type Wait = Pick<RequestExplanation, "waitsFor" | "nextReminderAt" | "escalatesAt">;
const noWait: Wait = { waitsFor: [], nextReminderAt: null, escalatesAt: null };

function explainWait(request: RecordedRequest, open: RecordedPhase): Wait {
  const { now, nextReminderAt, escalationTimeoutMs } = request;
  const since = open.openedAt ?? now;
  return {
    waitsFor: undecided(open).map((person) => ({ ...person, since })),
    nextReminderAt,
    escalatesAt: escalationTimeoutMs === null ? null : since + escalationTimeoutMs,
  };
}

function explainPhase(phase: RecordedPhase): ExplainedPhase {
  const { sequence, state, decisions } = phase;
  const { outcome, rule, approvals, denials, approvalsMissing, needs } = phaseOutcome(phase);
  return {
    ...{ sequence, state, decisions, outcome, rule, ruleText: ruleTexts[rule], approvals, approvalsMissing, denials },
    authorizationRule: ruleText(phase),
    needs: needs.map((need) => ({ part: printRule(need.part), approvals: need.approvals, userKeys: need.from })),
  };
}

/** Each once, with the flags of all the ways in which they are listed. */
function undecided(phase: RecordedPhase): RecordedAuthorizer[] {
  return phaseOutcome(phase).undecided.map((userKey) => {
    const rows = phase.authorizers.filter((row) => row.userKey === userKey);
    return {
      userKey,
      veto: rows.some(({ veto }) => veto),
      inputRequired: rows.some(({ inputRequired }) => inputRequired),
      remindedAt: rows.map(({ remindedAt }) => remindedAt).reduce(later, null),
    };
  });
}

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
