import { builtInComponents } from "#domain/chains/chain-components.ts";
import { optionOf } from "#domain/chains/check-configuration.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";

import {
  admitByCode,
  checkCode,
  type CheckedCode,
  oneTimeCodesOf,
} from "../../../identity/engine/check-one-time-code.ts";
import { type AskTurn, signInComponent, type StepAtHand } from "../component.ts";
import { enteredSecret } from "../entered.ts";
import { oneTimeCodeField } from "../fields.ts";

/** Step that asks for the code of a device, of the user whom an earlier step has proved, or else of the given name. */
export const oneTimeCode = signInComponent<CheckedCode>({
  async begin(context, step) {
    const { userKey } = step.attempt.row;
    // A caller who has only given a name must not learn whether there are codes.
    if (userKey !== null && (await oneTimeCodesOf(context, userKey)) === undefined)
      return { outcome: "none", reason: "no codes are enrolled" };
    return ask(0);
  },
  judge: (context, { attempt: { row, memory } }, entered) =>
    checkCode(
      context,
      { provedKey: row.userKey, username: memory.userName ?? "" },
      enteredSecret(entered, oneTimeCodeField.name),
    ),
  async decide(context, step, checked) {
    const answer = await admitByCode(context, checked, { isProved: step.attempt.row.userKey !== null });
    if ("admitted" in answer) return { outcome: "passed", reason: "right code", userKey: answer.admitted.key };
    const { refused, reason, userKey } = answer;
    const tries = Number(step.state ?? 0) + 1;
    const known = userKey === undefined ? {} : { userKey };
    if (refused === "INVALID_GRANT" && tries < triesOf(step))
      return { ...ask(tries), failed: { reason: `${refused}: ${reason}`, ...known } };
    return { outcome: "failed", reason, refused, ...known };
  },
});

function triesOf({ configuration }: StepAtHand): number {
  return Number(optionOf(configuration, builtInComponents.oneTimeCode.options, "tries"));
}

function ask(tries: number): AskTurn {
  const alert = tries > 0 ? { alert: stepTexts.oneTimeCodeFailed } : {};
  return { asked: { title: stepTexts.signIn, fields: [oneTimeCodeField], ...alert }, state: tries };
}
