import { predefinedQuestionsMax, questionMaxCharacters } from "../chain-limits.ts";

/** The questions of a text that has `|` between them. */
export function predefinedQuestions(text: string): readonly string[] {
  return text.split("|").flatMap((question) => question.trim() || []);
}

/** What is wrong with such a text, in words that follow its name; undefined where nothing is. */
export function predefinedQuestionsProblem(text: string): string | undefined {
  const questions = predefinedQuestions(text);
  if (questions.length > predefinedQuestionsMax) return `must hold at most ${predefinedQuestionsMax} questions`;
  if (questions.some(({ length }) => length > questionMaxCharacters))
    return `must hold questions of at most ${questionMaxCharacters} characters`;
  return new Set(questions).size === questions.length ? undefined : "must hold each question once";
}
