import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { afterReport, placeOfReport } from "#domain/password-sync/report-place.ts";
import type { ReportAnswer, ReportOutcome, UnknownPasswordReason } from "#domain/password-sync/sender-call.ts";
import { canonicalJson } from "#domain/requests/order.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { notice } from "../notices/engine/notice.ts";
import { sha256 } from "../proxies/engine/signatures.ts";
import {
  callingSender,
  type EnrolledSender,
  lockedSender,
  requireEnabledTarget,
  settingsOf,
} from "./engine/calling-sender.ts";
import { findAccount } from "./engine/find-account.ts";
import { type BrokenByAccount, judgeOthers } from "./engine/judge-others.ts";
import { openPassword } from "./engine/open-password.ts";
import { type RecordedReport, recordReport } from "./engine/record-report.ts";
import { repeatedNothing } from "./engine/repeat-change.ts";
import { reasonInput, sealedInput, senderNameInput, seriesInput } from "./engine/sender-input.ts";
import { countCall, isFirstInHour, isFlood } from "./engine/sender-rate.ts";

const input = z
  .strictObject({
    series: seriesInput,
    number: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
    name: senderNameInput,
    jwe: sealedInput.nullable(),
    reason: reasonInput.exactOptional(),
    heldMs: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
  })
  .refine(({ jwe, reason }) => (jwe === null) === (reason !== undefined), {
    message: "must be given if jwe is null, and only then",
    path: ["reason"],
  });

type Report = z.output<typeof input>;

/** A report that was opened before the transaction; null for what is not recorded anyway. */
interface Opened {
  readonly account: Row<"accounts"> | undefined;
  readonly password: Secret | null;
  readonly broken: BrokenByAccount;
}

/**
 * Records a password change that a target system has made, and begins to set the password on the other accounts of the owner that are kept
 * the same. A repeated report changes nothing.
 * @throws PROXY_SIGNATURE_INVALID, SENDER_TARGET_DISABLED, TOO_MANY, SEALED_PASSWORD_INVALID, SENDER_SERIES_OVER, BREACHED_LIST_UNAVAILABLE
 */
export const reportChange = defineOperation({
  name: "passwordSenders.report",
  input,
  callers: ["passwordSender"],
  audit: { operation: "PWSY", when: "refusalOnly", describe: ({ number }) => ({ message: `report ${number}` }) },
  async prepare(context, report): Promise<Opened | null> {
    const sender = await callingSender(context);
    countCall(context, sender.key, "report");
    await requireEnabledTarget(context, sender);
    if (placeOf(sender, report) !== "next") return null;
    const password = await passwordOf(context, sender, report);
    const account = await findAccount(context, sender, report.name);
    if (account === undefined || password === null) return { account, password, broken: new Map() };
    return { account, password, broken: await judgeOthers(context, account, password) };
  },
  async run(context, report, opened): Promise<ReportAnswer> {
    const { store, clock } = context;
    const sender = await lockedSender(context);
    const place = placeOf(sender, report);
    if (place === "over") throw new ServiceError("SENDER_SERIES_OVER", { target: "series" });
    if (place !== "next") return answer(context, sender, report, place === "again" ? sender.lastOutcome : place);
    // The same report came twice at once, and the other call was recorded and undone.
    if (opened === null) throw new ServiceError("CONFLICT", { target: "number" });
    const { heldMs, reason } = report;
    const recorded = await record(context, { sender, opened, heldMs, isWithdrawn: reason === "withdrawn" });
    const now = clock.now();
    const saved = await store.save("passwordSenders", {
      key: sender.key,
      ...afterReport({ ...report, mark: markOf(report) }, sender),
      lastOutcome: recorded.outcome,
      lastReportAt: now,
      lastSeenAt: now,
    });
    await auditReport(context, { sender, opened, recorded, report });
    const { series, through } = saved;
    return answer(context, { ...sender, series, through }, report, recorded.outcome);
  },
});

const placeOf = (sender: EnrolledSender, report: Report) => placeOfReport({ ...report, mark: markOf(report) }, sender);

function markOf({ name, jwe, reason }: Report): string {
  return sha256(canonicalJson([name, jwe, reason]));
}

function passwordOf(
  context: CallContext,
  sender: EnrolledSender,
  { jwe, name, series, number }: Report,
): Promise<Secret | null> {
  return jwe === null ? Promise.resolve(null) : openPassword(context, sender, { jwe, bound: { name, series, number } });
}

interface Recording {
  readonly sender: EnrolledSender;
  readonly opened: Opened;
  readonly heldMs: number | null;
  readonly isWithdrawn: boolean;
}

async function record(
  context: CallContext,
  { sender, opened, heldMs, isWithdrawn }: Recording,
): Promise<RecordedReport> {
  const { account, password, broken } = opened;
  if (isWithdrawn) return { ...repeatedNothing, outcome: "withdrawn" };
  if (account === undefined) return { ...repeatedNothing, outcome: "unknownAccount" };
  const recorded = await recordReport(context, { sender, account, password, heldMs, broken });
  const isOfMany = recorded.outcome === "synchronized" && isFlood(context, sender.key, account.key);
  const isOfOne = recorded.left.some(({ because }) => because === "tooOften");
  if (isOfMany || (isOfOne && isFirstInHour(context, sender.key, "flood"))) await tellFlood(context, sender);
  return recorded;
}

/** Notifies superusers of a sender that reports unusually many new passwords: of many accounts, or of one again and again. */
async function tellFlood(context: CallContext, { key, name, targetSystemKey }: EnrolledSender): Promise<void> {
  const superusers = await context.store.select("users", { where: { superuser: true, disabled: false } });
  const to = superusers.map((user) => user.key);
  notice(context, "passwordSenderFlood", { requestKey: null, to, facts: { targetSystemId: targetSystemKey } });
  context.log.warn({ senderKey: key, name, targetSystemKey }, "A password sender reports unusually many passwords.");
}

interface AuditedReport {
  readonly sender: EnrolledSender;
  readonly opened: Opened;
  readonly recorded: RecordedReport;
  readonly report: { readonly number: number; readonly reason?: UnknownPasswordReason };
}

async function auditReport(
  { store, caller }: CallContext,
  { sender, opened, recorded, report }: AuditedReport,
): Promise<void> {
  const { account } = opened;
  const left = recorded.left.map(
    ({ account: { shortId, targetSystemKey }, because }) => `; not '${shortId}' on ${targetSystemKey}: ${because}`,
  );
  const reason = report.reason === undefined ? "" : ` (${report.reason})`;
  await store.audit({
    sessid: caller.sessid,
    operation: "PWSY",
    result: "S",
    actor: sender.key,
    recipient: account?.userKey ?? null,
    targetSystem: sender.targetSystemKey,
    account: account?.shortId ?? null,
    ident: sender.key,
    batchId: recorded.requestKey,
    requestId: caller.requestId,
    message: `report ${report.number}${reason}: ${recorded.outcome}${left.join("")}`,
  });
}

async function answer(
  context: CallContext,
  sender: EnrolledSender,
  { number }: Report,
  outcome: ReportOutcome | null,
): Promise<ReportAnswer> {
  return { ...(await settingsOf(context, sender)), number, outcome: outcome ?? "repeated" };
}
