import type { AuditCode } from "#domain/audit/audit-operations.ts";
import type { AttemptAim } from "#domain/chains/attempt-aims.ts";
import type { AuditRow } from "#store/audit/audit.ts";

import type { Caller } from "../../kernel/context.ts";
import { queuedRow, resetAudit } from "../../requests/engine/queued-audit.ts";
import type { Standing } from "./answer-step.ts";
import { auditCodeOf } from "./sign-in-purposes.ts";

/** Standing of a sign-in, with the facts for the audit. */
export interface AuditedStanding {
  readonly aim: AttemptAim;
  /** Given user name in the form for the audit. */
  readonly ident: string | null;
  /** Key of the user whom a help desk identifies, if one does. */
  readonly recipient?: string | undefined;
  readonly standing: Standing;
}

/** Returns the audit code of a turn: that of its aim after success or refusal, else that of a step. */
export function standingCode(_input: unknown, output: AuditedStanding | undefined, caller: Caller): AuditCode {
  if (output === undefined) return "SIST";
  const { aim, standing } = output;
  if (standing.at === "ALLOW" && standing.given.aim === "newPassword")
    return standing.given.operation === null ? "USPW" : resetAudit(undefined, undefined, caller);
  const isRefused = standing.at === "asked" && standing.failed !== undefined;
  return standing.at === "ALLOW" || standing.at === "DENY" || isRefused ? auditCodeOf(aim) : "SIST";
}

/** Aims that lead to no new session: help desk identification, and proof within a session. */
const withoutSession: ReadonlySet<AttemptAim> = new Set(["identify", "prove"]);

/** Describes a turn for the audit. */
export function describeStanding(output: AuditedStanding | undefined): Partial<AuditRow> {
  if (output === undefined) return {};
  const { standing, ident, recipient } = output;
  if (standing.at === "ALLOW") {
    const { given, userKey } = standing;
    if (withoutSession.has(given.aim)) return { ident, recipient: userKey };
    if (given.aim === "newPassword") return { ...come(userKey, undefined), ...queuedRow(given.operation ?? undefined) };
    // The beginning of the session is among the session's own rows.
    return { ident, ...come(userKey, given.sessid) };
  }
  if (standing.at === "DENY") {
    const { refused, reason, userKey } = standing;
    return { ident, ...refusal(`${refused}: ${reason}`, recipient ?? userKey) };
  }
  if (standing.at === "step" || standing.failed === undefined) return { ident, ...(recipient && { recipient }) };
  return { ident, ...refusal(standing.failed.reason, recipient ?? standing.failed.userKey) };
}

function come(userKey: string, sessid: string | undefined): Partial<AuditRow> {
  return { actor: userKey, recipient: userKey, ...(sessid !== undefined && { sessid }) };
}

function refusal(message: string, userKey: string | undefined): Partial<AuditRow> {
  return { result: "F", message, ...(userKey !== undefined && { recipient: userKey }) };
}

/** Reports whether a turn did not let the user in; for strangers such turns are only counted. */
export function isIdleStanding({ standing }: AuditedStanding): boolean {
  return standing.at !== "ALLOW";
}
