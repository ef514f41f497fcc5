import { signInAttemptMinutes } from "#domain/chain-limits.ts";
import { builtInComponents } from "#domain/chains/chain-components.ts";
import { optionOf } from "#domain/chains/check-configuration.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";
import type { JsonValue } from "#domain/json.ts";

import {
  admitByPasskey,
  type CheckedPasskey,
  checkPasskey,
  passkeysOf,
} from "../../../identity/engine/check-passkey.ts";
import { relyingPartyOf } from "../../../identity/engine/relying-party.ts";
import type { CallContext } from "../../../kernel/context.ts";
import { type AskTurn, signInComponent, type StepAtHand } from "../component.ts";
import { enteredSecret } from "../entered.ts";
import { passkeyField } from "../fields.ts";

/** Step that asks the browser for a passkey: any of its user's, or one of the user whom an earlier step has proved. */
export const passkey = signInComponent<CheckedPasskey>({
  async begin(context, step) {
    const { userKey } = step.attempt.row;
    // For any other caller none is named, so that no one learns who has passkeys.
    if (userKey === null) return ask(context, step, []);
    const known = await passkeysOf(context, userKey);
    if (known.length === 0) return { outcome: "failed", reason: "no passkey is enrolled", userKey };
    return ask(
      context,
      step,
      known.map(({ passkeyId, transports }) => ({
        type: "public-key",
        id: passkeyId ?? "",
        transports: transports ?? [],
      })),
    );
  },
  judge: (context, step, entered) =>
    checkPasskey(
      context,
      { challenge: textOf(step.state), isUserVerified: verificationOf(step) === "required" },
      enteredSecret(entered, passkeyField.name),
    ),
  async decide(context, _step, checked) {
    const answer = await admitByPasskey(context, checked);
    if (!("admitted" in answer)) return { outcome: "failed", ...answer };
    const { key: userKey, id: userName } = answer.admitted;
    return { outcome: "passed", reason: "right passkey", userKey, userName };
  },
});

const textOf = (state: JsonValue) => (typeof state === "string" ? state : "");

function verificationOf({ configuration }: StepAtHand): string {
  return String(optionOf(configuration, builtInComponents.passkey.options, "userVerification"));
}

function ask({ ids, settings }: CallContext, step: StepAtHand, allowCredentials: readonly JsonValue[]): AskTurn {
  const challenge = ids.token();
  const options = {
    challenge,
    rpId: relyingPartyOf(settings).id,
    allowCredentials,
    userVerification: verificationOf(step),
    timeout: signInAttemptMinutes * 6e4,
  };
  return { asked: { title: stepTexts.signIn, fields: [{ ...passkeyField, options }] }, state: challenge };
}
