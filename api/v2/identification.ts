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
  en: longText().shown("In English."),
  de: longText().shown("In German."),
});

const field = structure("AskedField", {
  name: text().shown("Its name, under which it is answered."),
  kind: oneOf(fieldKinds).shown("How it is filled in."),
  label: { type: texts, description: "What it asks for." },
  choices: {
    type: structure("AskedChoice", {
      value: text().shown("What is answered."),
      label: { type: texts, description: "What people are shown." },
    }),
    collection: true,
    description: "What can be chosen; none = it is not chosen.",
    from: ({ choices = [] }) => choices,
  },
  options: {
    type: "Edm.String",
    nullable: true,
    description: "What a browser needs to give the value, as JSON; null = nothing.",
    from: ({ options }) => (options === undefined ? null : JSON.stringify(options)),
  },
});

const asked = structure("AskedStep", {
  title: { type: texts, description: "What it is about." },
  fields: { type: field, collection: true, description: "What is to be filled in." },
  alert: { type: texts, nullable: true, description: "What to tell; null = nothing." },
});

const handle = shownOnce("attempt", "What names it in answers; null = it was told when it began.", { nullable: true });

const identification = structure("Identification", {
  key: guid().shown("The user."),
  attempt: handle,
  expiresAt: time().optional().shown("Until when it can be gone on with; null = it was told when it began."),
  state: oneOf(["asked", "identified", "failed"]).shown("How far it is."),
  identified: flag().shown("Whether it is the user."),
  identifiedAt: time().optional().shown("Since when that is known; null = it is not."),
  asked: { type: asked, nullable: true, description: "What to ask next; null = it is over." },
  isWrong: flag().shown("Whether what was answered last was wrong, and is asked once more."),
  refusal: text()
    .optional()
    .shown("Why it failed of somebody who has proved who they are: USER_LOCKED or USER_DISABLED."),
});

const proof = structure("Proof", {
  key: guid().shown("The user."),
  attempt: handle,
  expiresAt: time().optional().shown("Until when it can be gone on with; null = it was told when it began."),
  state: oneOf(["asked", "proved", "failed", "elsewhere"]).shown(
    "How far it is; elsewhere = an identity provider would have to be asked, so sign in again.",
  ),
  provedUntil: time().optional().shown("Until when it counts; null = it is not given."),
  asked: { type: asked, nullable: true, description: "What to answer next; null = nothing." },
  isWrong: flag().shown("Whether what was answered last was wrong, and is asked once more."),
  refusal: text()
    .optional()
    .shown("Why it does not count of somebody who has proved who they are: USER_LOCKED or USER_DISABLED."),
});

const answered = {
  attempt: text().shown("What names it."),
  fields: {
    type: { name: "AnsweredFields", properties: {}, open: true },
    description: "What was answered, as texts by the names of fields.",
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
