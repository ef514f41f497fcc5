import { createStore, useStore } from "../api/store.ts";
import english from "./en.json" with { type: "json" };
import englishErrors from "./errors.en.json" with { type: "json" };

/** The languages of the pages; English is whole by definition, the others by a test. */
export const languages = ["en", "de"] as const;

/** One of them. */
export type Language = (typeof languages)[number];

/** The texts of a language, by their keys. */
export type Texts = Readonly<Record<keyof typeof english, string>>;

const key = "gatehouse.language";

interface Spoken {
  readonly language: Language;
  readonly texts: Texts;
  /** What codes of errors mean; in English those alone that come without words. */
  readonly errors: Readonly<Record<string, string>>;
}

/** What is spoken on the pages, followed by them. */
export const spoken = createStore<Spoken>({ language: "en", texts: english, errors: englishErrors });

/** The language that somebody has chosen in this browser, else the first one of the browser's that there is, else English. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(key) ?? [], ...navigator.languages].flat();
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return known.find((tag): tag is Language => languages.some((language) => language === tag)) ?? "en";
}

/** Speaks a language from now on; its texts are loaded first. */
export async function speak(language: Language): Promise<void> {
  spoken.set({ language, ...(await textsOf(language)) });
  document.documentElement.lang = language;
}

/** Speaks a language, and remembers that somebody wants it in this browser. */
export function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(key, language);
  return speak(language);
}

async function textsOf(language: Language): Promise<Omit<Spoken, "language">> {
  if (language === "en") return { texts: english, errors: englishErrors };
  const [texts, errors] = await Promise.all([import("./de.json"), import("./errors.de.json")]);
  return { texts: texts.default, errors: errors.default };
}

/** The language that is spoken, followed. */
export function useLanguage(): Language {
  return useStore(spoken).language;
}
