import { stepTexts } from "#domain/chains/step-texts.ts";

import { idNamed } from "../../../kernel/named-user.ts";
import { signInComponent } from "../component.ts";
import { enteredText } from "../entered.ts";
import { userNameField } from "../fields.ts";

/**
 * Step that asks for the user name. A known and an unknown name get the same answer: the next step must not reveal names. The following
 * steps use the ID of the user whom the name means.
 */
export const userName = signInComponent<string>({
  begin: async (_context, { attempt }) =>
    attempt.memory.userName === null
      ? { asked: { title: stepTexts.signIn, fields: [userNameField] }, state: null }
      : { outcome: "given", reason: "the name is known" },
  judge: (context, _step, entered) => idNamed(context, enteredText(entered, userNameField.name)),
  decide: async (_context, _step, given) => ({ outcome: "given", reason: "a name was given", userName: given }),
});
