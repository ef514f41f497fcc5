import type { Asked, AskedField, Texts } from "#domain/chains/asked-fields.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";
import { scopeTexts } from "#domain/identity/consent-texts.ts";

import { type AuthorizationRequest, authorizationRequest } from "../../../identity/engine/authorization-request.ts";
import { addConsent, asksConsent, scopesOf } from "../../../identity/engine/consents.ts";
import type { CallContext } from "../../../kernel/context.ts";
import { signInComponent, type StepAtHand } from "../component.ts";
import { enteredText } from "../entered.ts";

const agrees = "allow";

const field: AskedField = {
  name: "consent",
  kind: "choice",
  label: stepTexts.consent,
  choices: [
    { value: agrees, label: stepTexts.agree },
    { value: "refuse", label: stepTexts.refuse },
  ],
};

/** Closing step that asks for consent to an application; once for each of its scopes. */
export const consent = signInComponent<string>({
  async begin(context, step) {
    const request = requestOf(step);
    if (await asksConsent(context, userOf(step), request)) return { asked: await ask(context, request), state: null };
    return { outcome: "passed", reason: "nothing is to be agreed to" };
  },
  judge: async (_context, _step, entered) => enteredText(entered, field.name),
  async decide(context, step, given) {
    if (given !== agrees)
      return { outcome: "failed", reason: "not agreed to", refused: "CONSENT_REFUSED", userKey: userOf(step) };
    await addConsent(context, userOf(step), requestOf(step));
    return { outcome: "passed", reason: "agreed to" };
  },
});

// Behind the chain it is known who it is.
const userOf = ({ attempt }: StepAtHand) => attempt.row.userKey ?? "";

const requestOf = ({ attempt }: StepAtHand) => authorizationRequest.parse(attempt.memory.aimed);

async function ask({ store }: CallContext, request: AuthorizationRequest): Promise<Asked> {
  const client = await store.get("clients", request.clientId);
  const name = client?.displayName ?? request.clientId;
  const asked: Texts = { en: `${name} asks whether it may`, de: `${name} fragt, ob es das darf:` };
  const wishes = scopesOf(request).map((scope) => scopeTexts[scope]);
  return { title: stepTexts.consent, explanation: [asked, ...wishes], fields: [field] };
}
