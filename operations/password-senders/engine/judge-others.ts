import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import { groupRulesOf } from "../../abilities/group-rules-of.ts";
import { checkTogether } from "../../accounts/engine/check-password.ts";
import { accountsInStep } from "../../accounts/engine/password-scope.ts";
import type { CallContext } from "../../kernel/context.ts";

/** Rules that a password breaks for each of some accounts, by their keys; an empty list if it may be set. */
export type BrokenByAccount = ReadonlyMap<string, readonly string[]>;

/** Rule about earlier passwords, with its group. */
const historyRule = "history.notHistory";

/**
 * Checks a reported password by the policies of the other accounts that are kept the same. It only reads, asks plug-ins and belongs before the
 * transaction. Accounts of the same target group have one history, that of the changed account.
 * @throws BREACHED_LIST_UNAVAILABLE
 */
export async function judgeOthers(
  context: CallContext,
  account: Row<"accounts">,
  password: Secret,
): Promise<BrokenByAccount> {
  const broken = new Map<string, readonly string[]>();
  const others = await accountsInStep(context, account);
  const groupOf = await groupRulesOf(
    context,
    [account, ...others].map(({ targetSystemKey }) => targetSystemKey),
  );
  for (const other of others) {
    const rules = await rulesBrokenBy(context, password, other);
    const isSameGroup = groupOf(other.targetSystemKey)?.id === groupOf(account.targetSystemKey)?.id;
    // Of two changes at once the later one comes to accounts that had its password a moment ago.
    broken.set(other.key, isSameGroup ? rules.filter((rule) => rule !== historyRule) : rules);
  }
  return broken;
}

async function rulesBrokenBy(
  context: CallContext,
  password: Secret,
  account: Row<"accounts">,
): Promise<readonly string[]> {
  try {
    await checkTogether(context, { password }, [account]);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "PASSWORD_STRENGTH") throw error;
    return (error.details ?? []).map(({ target }) => target ?? "");
  }
}
