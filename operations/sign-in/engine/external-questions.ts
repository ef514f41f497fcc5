import { ServiceError } from "#domain/errors.ts";
import type { QuestionSetPatch, QuestionSetRequest } from "#plugins/contract/question-set.ts";

import type { CallContext } from "../../kernel/context.ts";
import { pluginServices } from "../../plug-ins/engine/plugin-services.ts";
import { type PersonAtHand, shownPerson } from "./person-at-hand.ts";

/** A question of a set that a plug-in keeps. */
export interface ExternalQuestion {
  readonly questionKey: string;
  readonly text: string;
}

type Answers = Extract<QuestionSetRequest, { readonly ask: "check" }>["answers"];

/**
 * Returns the questions of an external set for a person, at most `count`; none if the plug-in cannot be asked. Not inside a transaction.
 */
export async function externalQuestions(
  context: CallContext,
  set: string,
  { person, count }: { readonly person: PersonAtHand; readonly count: number },
): Promise<readonly ExternalQuestion[]> {
  const patch = await ask(context, set, { ask: "questions", user: shownPerson(context, person), count });
  return patch !== undefined && "questions" in patch ? patch.questions : [];
}

/**
 * Returns the keys of the questions of an external set that were answered right. Questions that the plug-in does not name are wrong. All
 * are wrong if it gives no answer, fails, takes too long, or names a question that was not answered. Not inside a transaction.
 */
export async function rightExternalAnswers(
  context: CallContext,
  set: string,
  { person, answers }: { readonly person: PersonAtHand; readonly answers: Answers },
): Promise<ReadonlySet<string>> {
  const patch = await ask(context, set, { ask: "check", user: shownPerson(context, person), answers });
  const judged = patch !== undefined && "answers" in patch ? patch.answers : [];
  return new Set(judged.filter(({ right }) => right).map(({ questionKey }) => questionKey));
}

async function ask(
  context: CallContext,
  name: string,
  request: QuestionSetRequest,
): Promise<QuestionSetPatch | undefined> {
  try {
    return await context.plugins.ask({ kind: "questionSet", name, request, services: pluginServices(context) });
  } catch (error) {
    // The plug-in host has logged the reason.
    if (error instanceof ServiceError && error.code === "PLUGIN_UNUSABLE") return undefined;
    throw error;
  }
}
