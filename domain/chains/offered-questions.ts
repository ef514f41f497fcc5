import { predefinedQuestions } from "../passwords/predefined-questions.ts";
import type { Texts } from "./asked-fields.ts";
import { usualQuestions } from "./step-texts.ts";

/** The questions that an installation offers: those of the setting, or those that come with the service where it names none. */
export function offeredQuestions(setting: string | null): readonly Texts[] {
  const named = predefinedQuestions(setting ?? "");
  return named.length === 0 ? usualQuestions : named.map(inAllLanguages);
}

/** The offered question that somebody has answered, in whichever language; undefined of one that is their own. */
export function offeredAs(question: string, offered: readonly Texts[]): Texts | undefined {
  return offered.find((texts) => Object.values(texts).includes(question));
}

/** A text that stands in each language as it is. */
export function inAllLanguages(text: string): Texts {
  return { en: text, de: text };
}
