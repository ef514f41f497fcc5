import type { AuditCode } from "#domain/audit/audit-operations.ts";
import type { AttemptAim } from "#domain/chains/attempt-aims.ts";
import type { AuditRow } from "#store/audit/audit.ts";

import type { Caller } from "../../kernel/context.ts";
import { queuedRow, resetAudit } from "../../requests/engine/queued-audit.ts";
import type { Standing } from "./answer-step.ts";
import { auditCodeOf } from "./sign-in-purposes.ts";

/** How a sign-in stands, with what the audit says of it. */
export interface AuditedStanding {
  readonly aim: AttemptAim;
  /** Who somebody says that they are, as the audit may say it. */
  readonly ident: string | null;
  /** Whom a help desk identifies, where one does. */
  readonly recipient?: string | undefined;
  readonly standing: Standing;
}

/** The code of a turn in the audit: that of its aim where somebody came in or was refused, else that of a step. */
export function standingCode(_input: unknown, output: AuditedStanding | undefined, caller: Caller): AuditCode {
  if (output === undefined) return "SIST";
  const { aim, standing } = output;
  if (standing.at === "ALLOW" && standing.given.aim === "newPassword")
    return standing.given.operation === null ? "USPW" : resetAudit(undefined, undefined, caller);
  const isRefused = standing.at === "asked" && standing.failed !== undefined;
  return standing.at === "ALLOW" || standing.at === "DENY" || isRefused ? auditCodeOf(aim) : "SIST";
}

/** What leads to no session: whom a help desk has identified, and who proves anew in theirs who they are. */
const withoutSession: ReadonlySet<AttemptAim> = new Set(["identify", "prove"]);

/** What the audit says of a turn. */
export function describeStanding(output: AuditedStanding | undefined): Partial<AuditRow> {
  if (output === undefined) return {};
  const { standing, ident, recipient } = output;
  if (standing.at === "ALLOW") {
    const { given, userKey } = standing;
    if (withoutSession.has(given.aim)) return { ident, recipient: userKey };
    if (given.aim === "newPassword") return { ...come(userKey, undefined), ...queuedRow(given.operation ?? undefined) };
    // Its beginning stands among the rows of the session that begins.
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

/** True of a turn that has neither let somebody in nor refused anybody: of strangers such are counted. */
export function isIdleStanding({ standing }: AuditedStanding): boolean {
  return standing.at !== "ALLOW";
}
