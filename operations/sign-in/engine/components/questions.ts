import { z } from "zod";

import { builtInComponents } from "#domain/chains/chain-components.ts";
import { optionOf } from "#domain/chains/check-configuration.ts";
import { questionSetsOf } from "#domain/chains/question-sets.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";
import type { Row } from "#store/tables.ts";

import { countWrong } from "../../../identity/engine/count-wrong.ts";
import type { CallContext } from "../../../kernel/context.ts";
import { passwordRefusalOf } from "../../../proofs/user-state.ts";
import { areUnchanged, type CheckedAnswer, checkAnswers, type GivenAnswer } from "../check-answers.ts";
import { chooseQuestions, standInQuestions, type WantedQuestions } from "../choose-questions.ts";
import { type AskTurn, type Entered, signInComponent, type StepAtHand, type Turn } from "../component.ts";
import { enteredSecret, enteredText } from "../entered.ts";
import { userNameField } from "../fields.ts";
import { type PersonAtHand, personAtHand, personNamed } from "../person-at-hand.ts";

/** Checked input: the name, with its questions, or the answers. */
type Judged =
  | { readonly turn: Turn; readonly name: string }
  | { readonly person: PersonAtHand; readonly checked: readonly CheckedAnswer[] };

/** Schema of the step's memory of its questions. */
const memory = z.object({
  tries: z.number(),
  asked: z.array(z.object({ set: z.string().nullable(), key: z.string() })),
});

/** Step that asks some of the questions that the user answered before. All answers are compared before any decision. */
export const questions = signInComponent<Judged>({
  async begin(context, step) {
    const person = await personAtHand(context, step.attempt);
    if (person !== undefined) return askQuestions(context, step, person);
    return { asked: { title: stepTexts.signIn, fields: [userNameField] }, state: null };
  },
  async judge(context, step, entered) {
    if (step.state === null) {
      const name = enteredText(entered, userNameField.name);
      const person = await personNamed(context, name);
      return { name: person.name, turn: await askQuestions(context, step, person) };
    }
    const person = (await personAtHand(context, step.attempt)) ?? (await personNamed(context, ""));
    const { sets } = wantedOf(step);
    return { person, checked: await checkAnswers(context, person, { sets, given: givenAnswers(step, entered) }) };
  },
  async decide(context, step, judged) {
    return "turn" in judged ? { ...judged.turn, userName: judged.name } : decideAnswers(context, step, judged);
  },
});

function wantedOf({ configuration }: StepAtHand): WantedQuestions {
  const { options } = builtInComponents.questions;
  return {
    sets: questionSetsOf(String(optionOf(configuration, options, "sets"))),
    count: Number(optionOf(configuration, options, "count")),
  };
}

async function askQuestions(context: CallContext, step: StepAtHand, person: PersonAtHand): Promise<Turn> {
  const wanted = wantedOf(step);
  const chosen = await chooseQuestions(context, person, wanted);
  // Only a user whose identity is proved, or a help desk, may learn that there are none; to others it would reveal something.
  if (chosen === undefined && (person.isProved || step.aim === "identify"))
    return { outcome: "none", reason: "too few questions" };
  const asked = chosen ?? standInQuestions(context, person, wanted);
  const fields = asked.map(({ text: label }, index) => ({
    name: nameOf(index),
    label,
    ...answerField,
  }));
  const state = { tries: 0, asked: asked.map(({ set, key }) => ({ set, key })) };
  return { asked: { title: stepTexts.questions, fields }, state };
}

const answerField = { kind: "password", autocomplete: "off" } as const;

function nameOf(index: number): string {
  return `answer${index + 1}`;
}

function givenAnswers({ state }: StepAtHand, entered: Entered): readonly GivenAnswer[] {
  return memory
    .parse(state)
    .asked.map((question, index) => ({ ...question, answer: enteredSecret(entered, nameOf(index)) }));
}

async function decideAnswers(
  context: CallContext,
  step: StepAtHand,
  { person, checked }: Extract<Judged, { readonly person: unknown }>,
): Promise<Turn> {
  const user = await context.store.lock("users", person.user?.key ?? "");
  const isUnchanged = await areUnchanged(context, checked);
  const areRight = isUnchanged && checked.length > 0 && checked.every(({ isRight }) => isRight);
  const refused = user && passwordRefusalOf(user, context);
  // Answers can be guessed, so a stranger does not learn that right ones are useless.
  if (user === undefined || !areRight || (refused !== undefined && !person.isProved))
    return refuseAnswers(context, step, person, user);
  const proved = { userKey: user.key, userName: user.id, reason: "right answers" };
  return refused === undefined ? { outcome: "passed", ...proved } : { outcome: "failed", refused, ...proved };
}

async function refuseAnswers(
  context: CallContext,
  step: StepAtHand,
  { name }: PersonAtHand,
  user: Row<"users"> | undefined,
): Promise<Turn> {
  const { tries, asked } = memory.parse(step.state);
  const areOwn = asked.every(({ set }) => set !== null);
  await countWrong(context, name, areOwn ? user : undefined);
  const known = user === undefined ? {} : { userKey: user.key };
  const reason =
    user === undefined ? "unknown user" : areOwn ? "wrong answers, or a user who is kept out" : "too few questions";
  const again = askAgain(step, { tries: tries + 1, asked });
  return again === undefined ? { outcome: "failed", reason, ...known } : { ...again, failed: { reason, ...known } };
}

/** Asks the same questions again; undefined after the last try. */
function askAgain({ attempt, configuration }: StepAtHand, state: z.output<typeof memory>): AskTurn | undefined {
  const { asked } = attempt.memory;
  const tries = Number(optionOf(configuration, builtInComponents.questions.options, "tries"));
  if (asked === null || state.tries >= tries) return undefined;
  return { asked: { ...asked, alert: stepTexts.answersFailed }, state };
}
