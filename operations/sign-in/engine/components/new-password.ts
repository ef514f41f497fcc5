import type { Asked, AskedField, Texts } from "#domain/chains/asked-fields.ts";
import {
  passwordRulesTitle,
  passwordRuleText,
  recommendedRule,
  type ToldRuleName,
} from "#domain/chains/password-rule-texts.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";
import { ServiceError } from "#domain/errors.ts";
import type { PasswordWarning } from "#domain/passwords/password-check.ts";
import { RuleMode } from "#domain/passwords/password-rules.ts";
import type { Row } from "#store/tables.ts";

import { checkOwnPassword, checkTogether } from "../../../accounts/engine/check-password.ts";
import { refuseWhileChanging, rulesOfForgotten } from "../../../accounts/engine/password-scope.ts";
import type { CallContext } from "../../../kernel/context.ts";
import { composedPassword, passwordInput } from "../../../kernel/inputs/password-input.ts";
import { checkBlocks, resetSubject } from "../../../password-blocks/engine/check-blocks.ts";
import { attemptOver } from "../attempts.ts";
import { type ChosenPassword, settablePassword } from "../choose-password.ts";
import { signInComponent, type StepAtHand } from "../component.ts";
import { enteredSecret } from "../entered.ts";

const once: AskedField = {
  name: "newPassword",
  kind: "newPassword",
  label: stepTexts.newPassword,
  autocomplete: "new-password",
};
const again: AskedField = { ...once, name: "newPasswordAgain", label: stepTexts.newPasswordAgain };

const plain: Asked = { title: stepTexts.choosePassword, fields: [once, again] };

type Judged = ChosenPassword | { readonly asked: Asked } | (Blocked & { readonly userKey: string });

interface Blocked {
  readonly isBlocked: true;
}

/** Closing step that asks for a new password. It shows the objections of policies and asks again. */
export const newPassword = signInComponent<Judged>({
  async begin(context, step) {
    const user = await userOf(context, step);
    const { isOwn, isBlocked, accounts } = await settablePassword(context, user);
    if (isOwn || accounts.length > 0) return { asked: await askedFor(context, user), state: null };
    // Whoever stands here has proved who they are, and learns why.
    if (isBlocked)
      return { outcome: "failed", reason: "blocked", refused: "PASSWORD_RESET_BLOCKED", userKey: user.key };
    const reason = "the user has no password here that may be set";
    return { outcome: "failed", reason, refused: "NO_PASSWORD_HERE", userKey: user.key };
  },
  async judge(context, step, entered) {
    const password = composedPassword(enteredSecret(entered, once.name));
    const repeated = composedPassword(enteredSecret(entered, again.name));
    const user = await userOf(context, step);
    const refuse = async (alert: Texts) => ({ asked: { ...(await askedFor(context, user)), alert } });
    if (!password.use((text) => repeated.use((other) => text === other))) return refuse(stepTexts.passwordsDiffer);
    if (!passwordInput.safeParse(password).success) return refuse(stepTexts.passwordTooLong);
    const { isOwn, accounts } = await settablePassword(context, user);
    const blocks = await orBlocked(() =>
      checkBlocks(context, [{ userKey: user.key, accountKey: null }, ...accounts.map(resetSubject)]),
    );
    if ("isBlocked" in blocks) return { ...blocks, userKey: user.key };
    const checked = await orObjection(async () => {
      await refuseWhileChanging(context, accounts);
      return {
        own: isOwn ? await checkOwnPassword(context, user, password) : [],
        ofAccounts: await checkTogether(context, { password }, accounts),
      };
    });
    if ("alert" in checked) return refuse(checked.alert);
    const passwordHash = isOwn ? await context.passwords.hash(password) : null;
    const warnings = new Map([...checked.ofAccounts].map(([key, some]) => [key, [...some, ...blocks.silent]]));
    return { password, passwordHash, ownWarnings: checked.own, warnings };
  },
  async decide(_context, _step, judged) {
    if ("isBlocked" in judged)
      return { outcome: "failed", reason: "blocked", refused: "PASSWORD_RESET_BLOCKED", userKey: judged.userKey };
    if ("asked" in judged) return { asked: judged.asked, state: null };
    return { outcome: "passed", reason: "a password was chosen", chosen: judged };
  },
});

/**
 * Returns the form with the rules that the password must keep wherever it is set, as far as they can be checked. Whoever stands here has
 * proved who they are.
 */
async function askedFor(context: CallContext, user: Row<"users">): Promise<Asked> {
  const rules = await rulesOfForgotten(context, user.key, await settablePassword(context, user));
  return { ...plain, rules: { title: passwordRulesTitle, each: rules.map(wordsOf) } };
}

type ToldRule = Awaited<ReturnType<typeof rulesOfForgotten>>[number];

function wordsOf({ rule, mode, value, message }: ToldRule): Texts {
  const name = rule.slice(rule.indexOf(".") + 1) as ToldRuleName;
  // Words of a policy exist in one language only.
  const { en, de } = message === null ? passwordRuleText(name, value) : { en: message, de: message };
  if (mode === RuleMode.Required) return { en, de };
  return { en: `${en} ${recommendedRule.en}`, de: `${de} ${recommendedRule.de}` };
}

/** Returns the user, whose identity is proved behind the chain. */
async function userOf({ store }: CallContext, { attempt }: StepAtHand): Promise<Row<"users">> {
  const user = await store.get("users", attempt.row.userKey ?? "");
  if (user === undefined) throw attemptOver("the user is gone");
  return user;
}

/** Returns the warnings about nodes that gave no answer, or the fact that a block bars the reset. */
async function orBlocked(
  check: () => Promise<readonly PasswordWarning[]>,
): Promise<{ readonly silent: readonly PasswordWarning[] } | Blocked> {
  try {
    return { silent: await check() };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "PASSWORD_RESET_BLOCKED") throw error;
    return { isBlocked: true };
  }
}

/** Returns the result of a check, or the objections of policies and target groups to a password. Those of policies exist in one language only. */
async function orObjection<T>(check: () => Promise<T>): Promise<T | { readonly alert: Texts }> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "TARGET_GROUP_CHANGING") return { alert: stepTexts.passwordChanging };
    if (error.code !== "PASSWORD_STRENGTH") throw error;
    const rules = (error.details ?? []).map(({ message }) => message).join(" ");
    return { alert: { en: rules, de: rules } };
  }
}
