import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { pluginCallMs, pluginQuestionsMax } from "#domain/plugin-limits.ts";
import type { QuestionSetPatch, QuestionSetRequest } from "#plugins/contract/question-set.ts";

import type { PluginKindDefinition } from "../kind-definition.ts";
import { name, notOnce, secret, user, words } from "../schemas.ts";
import { ada } from "./sample-request.ts";

const listOf = <T extends z.ZodType>(entry: T) => z.array(entry).max(pluginQuestionsMax);
const answer = (questionKey: string, text: string) => ({ questionKey, answer: new Secret(text) });

function unfit(patch: QuestionSetPatch, request: QuestionSetRequest): string | undefined {
  if (request.ask === "questions") {
    if (!("questions" in patch)) return "questions: is missing";
    if (patch.questions.length > request.count) return `questions: must have at most ${request.count} entries`;
    return notOnce(
      "questions",
      patch.questions.map(({ questionKey }) => questionKey),
    );
  }
  if (!("answers" in patch)) return "answers: is missing";
  const asked = new Set(request.answers.map(({ questionKey }) => questionKey));
  if (!patch.answers.every(({ questionKey }) => asked.has(questionKey)))
    return "answers: one is of a question that was not answered";
  return notOnce(
    "answers",
    patch.answers.map(({ questionKey }) => questionKey),
  );
}

/** The kind that gets questions from an external set and checks answers there. */
export const questionSet: PluginKindDefinition<"questionSet"> = {
  title: "Gives questions that are kept elsewhere, and says whether answers are right.",
  askedBy: "the steps `questions` of authentication chains whose option `sets` names it",
  request: z.discriminatedUnion("ask", [
    z.strictObject({ ask: z.literal("questions"), user, count: z.int().min(1).max(pluginQuestionsMax) }),
    z.strictObject({
      ask: z.literal("check"),
      user,
      answers: listOf(z.strictObject({ questionKey: name, answer: secret })),
    }),
  ]),
  patch: z.union([
    z.strictObject({ questions: listOf(z.strictObject({ questionKey: name, text: words })) }),
    z.strictObject({ answers: listOf(z.strictObject({ questionKey: name, right: z.boolean() })) }),
  ]),
  unfit,
  services: ["profileAttribute"],
  withinMs: pluginCallMs,
  secrets: true,
  builtIns: [],
  samples: [
    {
      about: "an answer that is right and one that is wrong",
      request: { ask: "check", user: ada, answers: [answer("employeeNumber", "4711"), answer("costCentre", "none")] },
      services: { profileAttribute: ["4711"] },
    },
    { about: "which questions there are", request: { ask: "questions", user: ada, count: 2 } },
    { about: "no answers", request: { ask: "check", user: ada, answers: [] } },
  ],
};
