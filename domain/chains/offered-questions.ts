import { predefinedQuestions } from "../passwords/predefined-questions.ts";
import type { Texts } from "./asked-fields.ts";
import { usualQuestions } from "./step-texts.ts";

/** Returns the questions that an installation offers: those of the setting, or the service's own if it names none. */
export function offeredQuestions(setting: string | null): readonly Texts[] {
  const named = predefinedQuestions(setting ?? "");
  return named.length === 0 ? usualQuestions : named.map(inAllLanguages);
}

/** Returns the offered question that a user has answered, in whichever language; undefined for a question of their own. */
export function offeredAs(question: string, offered: readonly Texts[]): Texts | undefined {
  return offered.find((texts) => Object.values(texts).includes(question));
}

/** Returns a text that is the same in each language. */
export function inAllLanguages(text: string): Texts {
  return { en: text, de: text };
}
