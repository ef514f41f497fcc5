import type { Secret } from "#connectors/contract/index.ts";
import { beforeFirst, judgeReport, type JudgedReport } from "#domain/password-sync/judge-report.ts";
import type { ReportOutcome } from "#domain/password-sync/sender-call.ts";
import { namedGuid, rowName } from "#platform/object-key.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { rememberPasswords } from "../../requests/engine/password-history.ts";
import { endQueued } from "../../requests/engine/password-queue.ts";
import { knownChanges, nextTurn } from "../../requests/engine/password-turns.ts";
import { askWhatOpens } from "../../vault/engine/ask-what-opens.ts";
import { doubtAccounts } from "../../vault/engine/doubt-accounts.ts";
import { readTrees, secretOf } from "../../vault/engine/entries.ts";
import type { EnrolledSender } from "./calling-sender.ts";
import { managedOf } from "./find-account.ts";
import type { BrokenByAccount } from "./judge-others.ts";
import { repeatChange, type Repeated, repeatedNothing } from "./repeat-change.ts";

/** A reported change of an account, opened and judged for the other accounts before the transaction. */
export interface OpenedReport {
  readonly sender: EnrolledSender;
  readonly account: Row<"accounts">;
  /** Null if the sender does not know it. */
  readonly password: Secret | null;
  readonly heldMs: number | null;
  readonly broken: BrokenByAccount;
}

/** Outcome of a report, and the operations that it has begun. */
export interface RecordedReport extends Repeated {
  readonly outcome: ReportOutcome;
}

/**
 * Records a reported change of an account, in the current transaction, and begins to set its password on the other accounts. The owner is
 * locked first, so that changes of one person are recorded one after the other, then the account.
 */
export async function recordReport(context: CallContext, report: OpenedReport): Promise<RecordedReport> {
  const { store } = context;
  const { userKey, key } = report.account;
  if (userKey !== null) await store.lock("users", userKey);
  // In the order in which the end of an operation locks them.
  await store.lock("passwordHistories", key);
  const account = await store.lock("accounts", key);
  // Another owner than before: the password was judged for somebody else.
  if (account === undefined || account.userKey !== userKey) return { ...repeatedNothing, outcome: "unknownAccount" };
  const managed = await managedOf(context, key);
  if (managed !== undefined) return { ...repeatedNothing, outcome: await recordForVault(context, managed, report) };
  return recordForOwner(context, { ...report, account });
}

/** Records the report of an account that the vault manages: its passwords are in doubt unless one of them is the reported one. */
async function recordForVault(
  context: CallContext,
  { key }: Row<"managedAccounts">,
  { password }: OpenedReport,
): Promise<ReportOutcome> {
  const entries = (await readTrees(context.store, [key])).get(key)?.entries ?? [];
  const isOwn = entries.some((entry) =>
    secretOf(context.store, entry).use((text) => password?.use((reported) => reported === text) ?? false),
  );
  if (isOwn) return "echo";
  await askWhatOpens(context, await doubtAccounts(context, [key], "set"));
  return "managed";
}

async function recordForOwner(context: CallContext, report: OpenedReport): Promise<RecordedReport> {
  const { store, clock } = context;
  const { sender, account, password, heldMs } = report;
  const [before] = await store.select("passwordReports", {
    where: { senderKey: sender.key, accountKey: account.key },
    limit: 1,
  });
  const changes = await knownChanges(context, account.key, password);
  const reported = before ?? beforeFirst(changes, clock.now() - (sender.enrolledAt ?? 0));
  const { echoedTurn, reportedTurn } = reported;
  const judged = judgeReport(
    {
      echoedTurn,
      reportedTurn,
      senderKey: sender.key,
      heldMs,
      isKnown: password !== null,
      isFirst: before === undefined,
    },
    changes,
  );
  if (judged.kind === "superseded") return { ...repeatedNothing, outcome: "superseded" };
  const turn = judged.kind === "new" ? await nextTurn(context, account.key) : reportedTurn;
  await store.save("passwordReports", {
    key: before?.key ?? namedGuid(rowName("passwordReports", sender.key, account.key)),
    senderKey: sender.key,
    accountKey: account.key,
    echoedTurn: judged.echoedTurn,
    reportedTurn: turn,
    reportedAt: judged.kind === "new" || before === undefined ? clock.now() : before.reportedAt,
  });
  if (judged.kind === "echo") return { ...repeatedNothing, outcome: "echo" };
  await recordChange(context, report, turn);
  return replay(context, report, judged);
}

/** Records the new state of the account itself: its password was changed, and what waited to change it has come too late. */
async function recordChange(
  context: CallContext,
  { sender, account, password, heldMs }: OpenedReport,
  turn: number,
): Promise<void> {
  const { store, clock } = context;
  const { key } = account;
  if (password !== null) await rememberPasswords(context, [{ accountKey: key, password, turn, senderKey: sender.key }]);
  // What a sender claims must be a time that can be shown.
  const lastPasswordChange = Math.max(0, clock.now() - (heldMs ?? 0));
  // The next discovery reads the end of the new password.
  await store.save("accounts", { key, lastPasswordChange, passwordExpiresAt: null, discoveredHash: null });
  const [queued] = await store.select("passwordQueue", { where: { accountKey: key }, limit: 1, forUpdate: true });
  if (queued !== undefined) await endQueued(context, queued, "superseded");
}

async function replay(
  context: CallContext,
  report: OpenedReport,
  judged: Extract<JudgedReport, { readonly kind: "new" }>,
): Promise<RecordedReport> {
  const { account, password } = report;
  const owner = account.userKey === null ? undefined : await context.store.get("users", account.userKey);
  if (password === null || owner === undefined || owner.disabled || account.enabled === false)
    return { ...repeatedNothing, outcome: "recorded" };
  const repeated = await repeatChange(context, { ...report, ...judged, password, ownerKey: owner.key });
  return { ...repeated, outcome: repeated.requestKey === null ? "recorded" : "synchronized" };
}
