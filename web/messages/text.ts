import { IntlMessageFormat } from "intl-messageformat";
import { useCallback } from "react";

import { useStore } from "../base/store.ts";
import { spoken, type Texts } from "./language.ts";
import type { Language } from "./languages.ts";

/** The key of a text of the pages. */
export type TextKey = keyof Texts;

/** What a text is told, by the names of its arguments. */
export type TextValues = Readonly<Record<string, string | number | Date>>;

/** The text of a key in the language that is spoken. */
export type Say = (key: TextKey, values?: TextValues) => string;

const formats = new Map<string, IntlMessageFormat>();

/** The texts of the pages, followed: whoever uses them is drawn again in another language. */
export function useText(): Say {
  const { texts, language } = useStore(spoken);
  return useCallback((key, values) => format(texts[key], language, values), [texts, language]);
}

/** A text outside of a page, such as the title of the document. */
export const say: Say = (key, values) => {
  const { texts, language } = spoken.get();
  return format(texts[key], language, values);
};

function format(text: string, language: Language, values: TextValues | undefined): string {
  // Most texts have no argument, and nothing to take apart.
  if (values === undefined && !text.includes("{") && !text.includes("'")) return text;
  const known = formats.get(language + text) ?? new IntlMessageFormat(text, language);
  formats.set(language + text, known);
  return String(known.format(values));
}
