import { builtInComponents } from "#domain/chains/chain-components.ts";
import { optionOf } from "#domain/chains/check-configuration.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";

import { type CheckedPassword, checkPassword, proveByPassword } from "../../../identity/engine/check-password.ts";
import { type AskTurn, signInComponent, type StepAtHand } from "../component.ts";
import { enteredSecret, enteredText } from "../entered.ts";
import { passwordField, userNameField } from "../fields.ts";
import { giftOf } from "../sign-in-purposes.ts";

/** Asks for the password: the service's own, or that of the target that knows the passwords of people. */
export const password = signInComponent<CheckedPassword>({
  begin: async (_context, step) => ask(step, 0),
  async judge(context, { attempt }, entered) {
    const username = attempt.memory.userName ?? enteredText(entered, userNameField.name);
    return checkPassword(context, { username, password: enteredSecret(entered, passwordField.name) });
  },
  async decide(context, step, checked) {
    const answer = await proveByPassword(context, checked, giftOf(step.aim));
    const { username } = checked;
    if ("admitted" in answer)
      return { outcome: "passed", reason: "right password", userKey: answer.admitted.key, userName: username };
    const { refused, reason, userKey } = answer;
    const tries = Number(step.state ?? 0) + 1;
    const known = userKey === undefined ? {} : { userKey };
    // A user who knows the password and may not sign in learns that; another attempt changes nothing.
    if (refused === "INVALID_GRANT" && tries < triesOf(step))
      return { ...ask(step, tries), failed: { reason: `${refused}: ${reason}`, ...known } };
    return { outcome: "failed", reason, refused, ...known };
  },
});

function triesOf({ configuration }: StepAtHand): number {
  return Number(optionOf(configuration, builtInComponents.password.options, "tries"));
}

/** Asks for the password. A name that was entered on this page may be mistyped, so it is asked for again. */
function ask({ attempt }: StepAtHand, tries: number): AskTurn {
  const fields = attempt.memory.userName === null ? [userNameField, passwordField] : [passwordField];
  const alert = tries > 0 ? { alert: stepTexts.failed } : {};
  return { asked: { title: stepTexts.signIn, fields, ...alert }, state: tries };
}
