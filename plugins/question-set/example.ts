import type { Plugin } from "#plugins/contract/index.ts";

/** Kind of this plug-in. */
export const kind = "questionSet";

const questions = [
  { questionKey: "employeeNumber", text: "What is your employee number?" },
  { questionKey: "costCentre", text: "What is your cost centre?" },
];

/** Asks for values of the user's profile. */
export const run: Plugin<"questionSet"> = async (request, services) => {
  if (request.ask === "questions") return { questions: questions.slice(0, request.count) };
  const judged = request.answers.map(async ({ questionKey, answer }) => {
    const known = await services.profileAttribute({ key: request.user.key, name: questionKey });
    return { questionKey, right: answer.use((text) => known.includes(text.trim())) };
  });
  return { answers: await Promise.all(judged) };
};
