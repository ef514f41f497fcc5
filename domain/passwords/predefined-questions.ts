import { predefinedQuestionsMax, questionMaxCharacters } from "../chain-limits.ts";

/** Returns the questions of a text that separates them by `|`. */
export function predefinedQuestions(text: string): readonly string[] {
  return text.split("|").flatMap((question) => question.trim() || []);
}

/** Returns the problem of such a text in words that follow its name; undefined if there is none. */
export function predefinedQuestionsProblem(text: string): string | undefined {
  const questions = predefinedQuestions(text);
  if (questions.length > predefinedQuestionsMax) return `must hold at most ${predefinedQuestionsMax} questions`;
  if (questions.some(({ length }) => length > questionMaxCharacters))
    return `must hold questions of at most ${questionMaxCharacters} characters`;
  return new Set(questions).size === questions.length ? undefined : "must hold each question once";
}
