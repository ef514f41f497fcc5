import type { Asked, AskedField, Texts } from "#domain/chains/asked-fields.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import { checkOwnPassword, checkPassword, subjectOf } from "../../../accounts/engine/check-password.ts";
import type { CallContext } from "../../../kernel/context.ts";
import { composedPassword, passwordInput } from "../../../kernel/inputs/password-input.ts";
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

const asked: Asked = { title: stepTexts.choosePassword, fields: [once, again] };

type Judged = ChosenPassword | { readonly alert: Texts };

/** Closing step that asks for a new password. It shows the objections of policies and asks again. */
export const newPassword = signInComponent<Judged>({
  async begin(context, step) {
    const user = await userOf(context, step);
    const { isOwn, accounts } = await settablePassword(context, user);
    if (isOwn || accounts.length > 0) return { asked, state: null };
    const reason = "the user has no password here that may be set";
    return { outcome: "failed", reason, refused: "NO_PASSWORD_HERE", userKey: user.key };
  },
  async judge(context, step, entered) {
    const password = composedPassword(enteredSecret(entered, once.name));
    const repeated = composedPassword(enteredSecret(entered, again.name));
    if (!password.use((text) => repeated.use((other) => text === other))) return { alert: stepTexts.passwordsDiffer };
    if (!passwordInput.safeParse(password).success) return { alert: stepTexts.passwordTooLong };
    const user = await userOf(context, step);
    const { isOwn, accounts } = await settablePassword(context, user);
    const checked = await orWeakness(async () => ({
      own: isOwn ? await checkOwnPassword(context, user, password) : [],
      ofAccounts: await checkPassword(context, { password }, accounts.map(subjectOf)),
    }));
    if ("alert" in checked) return checked;
    const passwordHash = isOwn ? await context.passwords.hash(password) : null;
    const warnings = new Map(accounts.map(({ key }, index) => [key, checked.ofAccounts[index] ?? []]));
    return { password, passwordHash, ownWarnings: checked.own, warnings };
  },
  async decide(_context, _step, judged) {
    if ("alert" in judged) return { asked: { ...asked, alert: judged.alert }, state: null };
    return { outcome: "passed", reason: "a password was chosen", chosen: judged };
  },
});

/** Returns the user, whose identity is proved behind the chain. */
async function userOf({ store }: CallContext, { attempt }: StepAtHand): Promise<Row<"users">> {
  const user = await store.get("users", attempt.row.userKey ?? "");
  if (user === undefined) throw attemptOver("the user is gone");
  return user;
}

/** Returns the result of a check, or the objections of policies to a password. Their texts exist in one language only. */
async function orWeakness<T>(check: () => Promise<T>): Promise<T | { readonly alert: Texts }> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "PASSWORD_STRENGTH") throw error;
    const rules = (error.details ?? []).map(({ message }) => message).join(" ");
    return { alert: { en: rules, de: rules } };
  }
}
