import { Secret } from "#connectors/contract/index.ts";
import { fieldKinds } from "#domain/chains/asked-fields.ts";
import { flag, guid, longText, oneOf, text, time } from "#domain/resources/format/builders.ts";
import {
  answerIdentification,
  beginIdentification,
  identify,
  takeIdentificationAnswer,
} from "#operations/sign-in/identify.ts";
import { answerProof, beginProof, prove, takeProofAnswer } from "#operations/sign-in/prove.ts";

import type { ActionVerb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { shownOnce } from "./shown-once.ts";

const texts = structure("TextByLanguage", {
  en: longText().shown("English text."),
  de: longText().shown("German text."),
});

const field = structure("AskedField", {
  name: text().shown("Name of the field in the answer."),
  kind: oneOf(fieldKinds).shown("Input type of the field."),
  label: { type: texts, description: "Label of the field." },
  choices: {
    type: structure("AskedChoice", {
      value: text().shown("Value of the choice."),
      label: { type: texts, description: "Label of the choice." },
    }),
    collection: true,
    description: "Choices of the field; empty if it has none.",
    from: ({ choices = [] }) => choices,
  },
  options: {
    type: "Edm.String",
    nullable: true,
    description: "Options that a browser needs for the value, as JSON; null if none.",
    from: ({ options }) => (options === undefined ? null : JSON.stringify(options)),
  },
});

const asked = structure("AskedStep", {
  title: { type: texts, description: "Title of the step." },
  fields: { type: field, collection: true, description: "Fields of the step." },
  alert: { type: texts, nullable: true, description: "Alert for the user; null if none." },
});

const handle = shownOnce("attempt", "Handle of the attempt for answers; null if it was returned at the start.", {
  nullable: true,
});

const identification = structure("Identification", {
  key: guid().shown("The user."),
  attempt: handle,
  expiresAt: time().optional().shown("Time at which the attempt expires; null if it was returned at the start."),
  state: oneOf(["asked", "identified", "failed"]).shown("State of the attempt."),
  identified: flag().shown("True if the user was identified."),
  identifiedAt: time().optional().shown("Time of the identification; null if not identified."),
  asked: { type: asked, nullable: true, description: "Next step; null if the attempt has ended." },
  isWrong: flag().shown("True if the last answer was wrong and the step is repeated."),
  refusal: text()
    .optional()
    .shown("Reason why an attempt with the right answers failed: USER_LOCKED or USER_DISABLED."),
});

const proof = structure("Proof", {
  key: guid().shown("The user."),
  attempt: handle,
  expiresAt: time().optional().shown("Time at which the attempt expires; null if it was returned at the start."),
  state: oneOf(["asked", "proved", "failed", "elsewhere"]).shown(
    "State of the attempt; elsewhere if only an identity provider can verify the user, who must sign in again.",
  ),
  provedUntil: time().optional().shown("Time until which the proof is valid; null if there is none."),
  asked: { type: asked, nullable: true, description: "Next step; null if none." },
  isWrong: flag().shown("True if the last answer was wrong and the step is repeated."),
  refusal: text()
    .optional()
    .shown("Reason why a proof with the right answers is not valid: USER_LOCKED or USER_DISABLED."),
});

const answered = {
  attempt: text().shown("Handle of the attempt."),
  fields: {
    type: { name: "AnsweredFields", properties: {}, open: true },
    description: "Answers as texts, by the names of fields.",
  },
} as const;

/** Actions by which users prove their identity again, before they change how they are identified or who acts for them. */
export const proofActions: Readonly<Record<"prove" | "answerProof", ActionVerb>> = {
  prove: { ...action(beginProof, { result: proof, givesSecret: true }), run: prove },
  answerProof: {
    ...action(takeProofAnswer, { parameters: answered, result: proof, givesSecret: true }),
    run: (context, caller, input) => answerProof(context, caller, withSecrets(input)),
  },
};

/** Actions by which a help desk verifies that a person is the user they claim to be. */
export const identificationActions: Readonly<Record<"identify" | "answerIdentification", ActionVerb>> = {
  identify: {
    ...action(beginIdentification, { result: identification, givesSecret: true }),
    run: identify,
  },
  answerIdentification: {
    ...action(takeIdentificationAnswer, {
      parameters: answered,
      result: identification,
      givesSecret: true,
    }),
    run: (context, caller, input) => answerIdentification(context, caller, withSecrets(input)),
  },
};

/** Wraps the answers to the steps of a help desk as Secrets, because they may be passwords or substitutes of one. */
function withSecrets(input: unknown): unknown {
  const { fields, ...others } = input as Readonly<Record<string, unknown>>;
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return input;
  const secrets = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? new Secret(value) : value,
  ]);
  return { ...others, fields: Object.fromEntries(secrets) };
}
