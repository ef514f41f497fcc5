import type { Secret } from "#connectors/contract/index.ts";
import { repeatedChangesPerHour } from "#domain/password-sender-limits.ts";
import { hasAlready } from "#domain/password-sync/judge-report.ts";
import { type NotSynchronized, reasonOfRule } from "#domain/password-sync/not-synchronized.ts";
import { allOf, eq, gt, ne } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { type Inability, unable } from "../../abilities/unable.ts";
import { accountsInStep } from "../../accounts/engine/password-scope.ts";
import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { knownChanges } from "../../requests/engine/password-turns.ts";
import { queueOperations } from "../../requests/engine/queue-operations.ts";
import type { NewOperation } from "../../requests/engine/save-request.ts";
import type { BrokenByAccount } from "./judge-others.ts";
import { isFirstInHour } from "./sender-rate.ts";

type Account = Row<"accounts">;

/** A recorded change of an account that is repeated on the others. */
export interface RepeatedChange {
  readonly sender: Pick<Row<"passwordSenders">, "key">;
  readonly account: Account;
  readonly ownerKey: string;
  readonly password: Secret;
  /** Rules that the password breaks for each account for which it was judged. */
  readonly broken: BrokenByAccount;
  /** True if the account's own target system may have another password by now. */
  readonly settles: boolean;
}

/** Result of repeating a reported change. */
export interface Repeated {
  /** Key of the request that sets the password on the other accounts; null if none gets it. */
  readonly requestKey: string | null;
  /** Accounts that the password is not set on, with the broken rules. */
  readonly left: readonly LeftAccount[];
}

interface LeftAccount {
  readonly account: Account;
  readonly because: NotSynchronized;
}

const hourMs = 3_600_000;

/** Result of a report that has begun nothing. */
export const repeatedNothing: Repeated = { requestKey: null, left: [] };

/**
 * Begins to set a reported password on the other accounts of its owner that are kept the same, in the current transaction. Accounts that
 * have it already are left as they are, and so are those for which a rule refuses it; their owner is notified of these.
 */
export async function repeatChange(context: CallContext, change: RepeatedChange): Promise<Repeated> {
  const { account, ownerKey, password, settles } = change;
  const getting: Account[] = [];
  const left: LeftAccount[] = [];
  for (const other of await accountsInStep(context, account)) {
    const because = await reasonToLeave(context, change, other);
    if (because === undefined) getting.push(other);
    else if (because !== "asItIs") left.push({ account: other, because });
  }
  if (settles && (await inabilityOf(context, account)) === undefined && !(await hadMany(context, account)))
    getting.push(account);
  const operations = getting.map((one): NewOperation => {
    const { key: accountKey, targetSystemKey } = one;
    return { code: "PWRS", password, targetSystemKey, accountKey, reportedAccountKey: account.key };
  });
  const requestKey =
    operations.length === 0
      ? null
      : (await queueOperations(context, { recipientKey: ownerKey, operations })).requestKey;
  const told = left.filter((each) => isTold(context, change, each));
  for (const { account: one, because } of told)
    notice(context, "passwordNotSynced", {
      requestKey,
      to: [ownerKey],
      facts: { targetSystemId: one.targetSystemKey, because },
    });
  return { requestKey, left };
}

/** Returns why an account does not get a password; `asItIs` if its owner need not know, undefined if it gets it. */
async function reasonToLeave(
  context: CallContext,
  { password, broken }: RepeatedChange,
  account: Account,
): Promise<NotSynchronized | "asItIs" | undefined> {
  const rules = broken.get(account.key);
  // It came to its owner after the password was judged.
  if (rules === undefined || account.enabled === false) return "asItIs";
  const inability = await inabilityOf(context, account);
  if (inability === "PASSWORD_RESET_BLOCKED") return "resetsBlocked";
  if (inability !== undefined) return "asItIs";
  if (hasAlready(await knownChanges(context, account.key, password))) return "asItIs";
  const [rule] = rules;
  if (rule !== undefined) return reasonOfRule(rule);
  return (await hadMany(context, account)) ? "tooOften" : undefined;
}

/** Reports whether an account has got as many reported passwords within an hour as it may, from whichever senders and through any process. */
async function hadMany({ store, clock }: CallContext, { key }: Account): Promise<boolean> {
  const since = clock.now() - hourMs;
  const where = allOf(eq("accountKey", key), ne("reportedAccountKey", null), gt("createdAt", since));
  return (await store.count("requestOperations", where)) >= repeatedChangesPerHour;
}

/** Reports whether the owner is notified of an account that is left as it is: of one that changes too often, once an hour. */
function isTold(context: CallContext, { sender }: RepeatedChange, { account, because }: LeftAccount): boolean {
  return because !== "tooOften" || isFirstInHour(context, sender.key, account.key);
}

async function inabilityOf(
  context: CallContext,
  { key: accountKey, targetSystemKey }: Account,
): Promise<Inability["code"] | "disabled" | undefined> {
  const target = await context.store.get("targetSystems", targetSystemKey);
  if (target?.enabled !== true) return "disabled";
  return (await unable(context, target, { code: "PWRS", accountKey }))?.code;
}
