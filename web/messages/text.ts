import { IntlMessageFormat } from "intl-messageformat";
import { useCallback } from "react";

import { useStore } from "../base/store.ts";
import { spoken, type Texts } from "./language.ts";
import type { Language } from "./languages.ts";

/** Key of a text of the pages. */
export type TextKey = keyof Texts;

/** Arguments of a text by their names. */
export type TextValues = Readonly<Record<string, string | number | Date>>;

/** A function that returns the text of a key in the language of the pages. */
export type Say = (key: TextKey, values?: TextValues) => string;

const formats = new Map<string, IntlMessageFormat>();

/** Returns the texts of the pages. Components that use it render again after a change of the language. */
export function useText(): Say {
  const { texts, language } = useStore(spoken);
  return useCallback((key, values) => format(texts[key], language, values), [texts, language]);
}

/** Returns a text outside of a page, such as the title of the document. */
export const say: Say = (key, values) => {
  const { texts, language } = spoken.get();
  return format(texts[key], language, values);
};

function format(text: string, language: Language, values: TextValues | undefined): string {
  // Most texts have no argument and need no parser.
  if (values === undefined && !text.includes("{") && !text.includes("'")) return text;
  const known = formats.get(language + text) ?? new IntlMessageFormat(text, language);
  formats.set(language + text, known);
  return String(known.format(values));
}
