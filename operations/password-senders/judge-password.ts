import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { JudgedRule, Judgement } from "#domain/password-sync/sender-call.ts";
import { plainWords } from "#domain/passwords/password-check.ts";
import type { Row } from "#store/tables.ts";

import { checkPassword, subjectOf } from "../accounts/engine/check-password.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { isBeingSet } from "../requests/engine/password-history.ts";
import { callingSender, type EnrolledSender, requireEnabledTarget, settingsOf } from "./engine/calling-sender.ts";
import { findAccount, managedOf } from "./engine/find-account.ts";
import { openPassword } from "./engine/open-password.ts";
import { sealedInput, senderNameInput } from "./engine/sender-input.ts";
import { countCall, mayJudge } from "./engine/sender-rate.ts";

/**
 * Judges a password by the policies of an account before its target system accepts it. Nothing is kept. Allowed are passwords of unknown
 * accounts, of accounts that the vault manages, and those that the service is setting at this moment.
 * @throws PROXY_SIGNATURE_INVALID, SENDER_TARGET_DISABLED, TOO_MANY, SEALED_PASSWORD_INVALID, BREACHED_LIST_UNAVAILABLE
 */
export const judgePassword = defineOperation({
  name: "passwordSenders.judge",
  kind: "read",
  input: z.strictObject({ name: senderNameInput, jwe: sealedInput }),
  callers: ["passwordSender"],
  audit: { operation: "PSJU", when: "refusalOnly" },
  async run(context, { name, jwe }): Promise<Judgement> {
    const sender = await callingSender(context);
    countCall(context, sender.key, "judge");
    await requireEnabledTarget(context, sender);
    const password = await openPassword(context, sender, { jwe, bound: { name } });
    const account = await findAccount(context, sender, name);
    const messages = account === undefined ? [] : await objectionsOf(context, sender, { account, password });
    const verdict = messages.length === 0 ? "allow" : "refuse";
    return { ...(await settingsOf(context, sender)), verdict, messages };
  },
});

// The answer tells if a password was used before: tries of a rogue sender, and of someone at its target system, are bounded for each account.
const tooMany = {
  rule: "tooMany",
  message: "Too many passwords were tried for this account. Wait a minute, and try again.",
};

interface Asked {
  readonly account: Row<"accounts">;
  readonly password: Secret;
}

async function objectionsOf(
  context: CallContext,
  { key }: EnrolledSender,
  { account, password }: Asked,
): Promise<readonly JudgedRule[]> {
  if ((await managedOf(context, account.key)) !== undefined) return [];
  if (await isBeingSet(context, [account.key], password)) return [];
  return mayJudge(context, key, account.key) ? rulesBrokenBy(context, account, password) : [tooMany];
}

async function rulesBrokenBy(
  context: CallContext,
  account: Row<"accounts">,
  password: Secret,
): Promise<readonly JudgedRule[]> {
  try {
    await checkPassword(context, { password }, [subjectOf(account)]);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "PASSWORD_STRENGTH") throw error;
    return (error.details ?? []).map(({ target: rule, message }) => ({ rule, message: plainWords({ rule, message }) }));
  }
}
