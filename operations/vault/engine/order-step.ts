import type { ConnectorCode } from "#connectors/contract/index.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { askedPauseMs, isOutcomeUnknown, isRetryable } from "#domain/requests/retry-schedule.ts";
import type { Finding } from "#domain/vault/settle.ts";

/** The source of the vault's orders: the prefix of their keys. */
export const vaultSource = "vault";

/** An order of the vault that was sent, and what became of it. */
export interface SentOrder {
  /** The entry that it is about. */
  readonly entryKey: string;
  readonly act: "set" | "verify";
  readonly outcome: Pick<Outcome, "sends" | "result" | "code" | "retryAfterMs" | "tried">;
  /** The target's word that it has set the password is enough. */
  readonly confirmWithoutVerify: boolean;
  readonly now: number;
}

/** What an outcome leads to: the order has ended, or waits for its next try. */
export interface OrderStep {
  /** null = it is open. */
  readonly result: "S" | "F" | "X" | null;
  readonly errorCode: ConnectorCode | null;
  /** When it is tried next; null = as soon as possible, or never. */
  readonly nextTryAt: number | null;
  /** What the target has said of entries. */
  readonly findings: readonly Finding[];
  /** True where the entry was never set: the target has refused it or does not know the account, and no earlier send may have set it. */
  readonly wasNotTaken: boolean;
  /** True where a send of the order may set the entry after all. */
  readonly mayStillBeSet: boolean;
}

// These the engine tries again at once; others that may pass wait.
const engineCodes: ReadonlySet<string> = new Set<ConnectorCode>(["unreachable", "broken", "busy"]);
const retryWaitMs = 60_000;
/** By these a target says that it has set nothing: it refuses to take the password, or has no such account. */
const unset: ReadonlySet<string> = new Set<ConnectorCode>(["strength", "policy", "invalidValue", "notFound"]);

/**
 * What follows from what a proxy reports. A password counts as right only when the target has said that it opens, or where the policy
 * takes its word; a success that says neither is a doubt.
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

/** The outcome, a success that nothing proves as a failure of which nobody knows what it did. */
function endOf(sent: SentOrder): End {
  const { result, code: errorCode = null } = sent.outcome;
  return result === "S" && !isProven(sent) ? { result: "F", errorCode: "internal" } : { result, errorCode };
}

function isProven(sent: SentOrder): boolean {
  return hasOpened(sent) || (sent.act === "set" && sent.confirmWithoutVerify);
}

/** What the outcome says of the entry beside what the target said itself. */
function entryOf({ act, outcome }: SentOrder, end: End): Pick<OrderStep, "wasNotTaken" | "mayStillBeSet"> {
  if (act === "verify") return { wasNotTaken: false, mayStillBeSet: false };
  const { sends, tried = [] } = outcome;
  const wasNotTaken = sends === 1 && tried.length === 0 && unset.has(end.errorCode ?? "");
  return { wasNotTaken, mayStillBeSet: end.result !== "S" && isOnItsWay(sends, end.errorCode) };
}

function hasOpened({ entryKey, outcome: { tried = [] } }: SentOrder): boolean {
  return tried.findLast(({ key }) => key === entryKey)?.answer === "opens";
}

/** Whether a send may act after its outcome was told, or an earlier one may. */
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
  // What has opened before the new password was set opens no more.
  return [...said.values()].filter(({ key, opens }) => key === entryKey || !opens);
}

function nextTryAt(code: string | null, retryAfterMs: number | undefined, now: number): number | null {
  if (retryAfterMs !== undefined) return now + askedPauseMs(retryAfterMs);
  return engineCodes.has(code ?? "") ? null : now + retryWaitMs;
}
