import type { ConnectorCode } from "#connectors/contract/index.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { askedPauseMs, isOutcomeUnknown, isRetryable } from "#domain/requests/retry-schedule.ts";
import type { Finding } from "#domain/vault/settle.ts";

/** Source of the vault's orders: the prefix of their keys. */
export const vaultSource = "vault";

/** A sent order of the vault, with its outcome. */
export interface SentOrder {
  /** Key of its entry. */
  readonly entryKey: string;
  readonly act: "set" | "verify";
  readonly outcome: Pick<Outcome, "sends" | "result" | "code" | "retryAfterMs" | "tried">;
  /** True if the target's confirmation that it has set the password suffices. */
  readonly confirmWithoutVerify: boolean;
  readonly now: number;
}

/** Effect of an outcome: the order has ended, or waits for its next attempt. */
export interface OrderStep {
  /** Result; null if the order is open. */
  readonly result: "S" | "F" | "X" | null;
  readonly errorCode: ConnectorCode | null;
  /** Time of the next attempt; null for as soon as possible, or never. */
  readonly nextTryAt: number | null;
  /** Statements of the target about entries. */
  readonly findings: readonly Finding[];
  /** True if the entry was never set: the target refused it or does not know the account, and no earlier send may have set it. */
  readonly wasNotTaken: boolean;
  /** True if a send of the order may still set the entry. */
  readonly mayStillBeSet: boolean;
}

// The engine retries these at once; other transient errors wait.
const engineCodes: ReadonlySet<string> = new Set<ConnectorCode>(["unreachable", "broken", "busy"]);
const retryWaitMs = 60_000;
/** Codes by which a target says that it has set nothing: it refuses the password, or has no such account. */
const unset: ReadonlySet<string> = new Set<ConnectorCode>(["strength", "policy", "invalidValue", "notFound"]);

/**
 * Computes the effect of a proxy's report. A password counts as right only if the target confirmed that it opens the account, or the policy
 * accepts the target's word. A success without either is a doubt.
 */
export function afterSend(sent: SentOrder): OrderStep {
  const { outcome } = sent;
  const ended = endOf(sent);
  const { retryAfterMs } = outcome;
  const told = { errorCode: ended.errorCode, findings: findingsOf(sent), ...entryOf(sent, ended) };
  if (ended.result !== "F" || !isRetryable(ended.errorCode ?? "internal"))
    return { ...told, result: ended.result, nextTryAt: null };
  return { ...told, result: null, nextTryAt: nextTryAt(ended.errorCode, retryAfterMs, sent.now) };
}

type End = Pick<SentOrder["outcome"], "result"> & Pick<OrderStep, "errorCode">;

/** Returns the outcome; a success that nothing proves becomes a failure with unknown effect. */
function endOf(sent: SentOrder): End {
  const { result, code: errorCode = null } = sent.outcome;
  return result === "S" && !isProven(sent) ? { result: "F", errorCode: "internal" } : { result, errorCode };
}

function isProven(sent: SentOrder): boolean {
  return hasOpened(sent) || (sent.act === "set" && sent.confirmWithoutVerify);
}

/** Returns the effect on the entry, besides the target's own statements. */
function entryOf({ act, outcome }: SentOrder, end: End): Pick<OrderStep, "wasNotTaken" | "mayStillBeSet"> {
  if (act === "verify") return { wasNotTaken: false, mayStillBeSet: false };
  const { sends, tried = [] } = outcome;
  const wasNotTaken = sends === 1 && tried.length === 0 && unset.has(end.errorCode ?? "");
  return { wasNotTaken, mayStillBeSet: end.result !== "S" && isOnItsWay(sends, end.errorCode) };
}

function hasOpened({ entryKey, outcome: { tried = [] } }: SentOrder): boolean {
  return tried.findLast(({ key }) => key === entryKey)?.answer === "opens";
}

/** Reports whether a send, this one or an earlier one, may still act after its outcome was reported. */
function isOnItsWay(sends: number, errorCode: string | null): boolean {
  return sends > 1 || errorCode === null || isRetryable(errorCode) || isOutcomeUnknown(errorCode);
}

function findingsOf(sent: SentOrder): Finding[] {
  const { entryKey, outcome, now } = sent;
  const { result, tried = [] } = outcome;
  const said = new Map<string, Finding>();
  for (const { key, answer } of tried)
    if (answer !== "unknown") said.set(key, { key, opens: answer === "opens", at: now });
  if (result !== "S") return [...said.values()];
  if (isProven(sent)) said.set(entryKey, { key: entryKey, opens: true, at: now });
  // A password that opened the account before the new one was set no longer does.
  return [...said.values()].filter(({ key, opens }) => key === entryKey || !opens);
}

function nextTryAt(code: string | null, retryAfterMs: number | undefined, now: number): number | null {
  if (retryAfterMs !== undefined) return now + askedPauseMs(retryAfterMs);
  return engineCodes.has(code ?? "") ? null : now + retryWaitMs;
}
