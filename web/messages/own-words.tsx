import { useCallback } from "react";

import { useStore } from "../base/store.ts";
import { spoken } from "./language.ts";

/** Text about something built in, and its language if it is not that of the pages. */
export interface ToldOwn {
  readonly words: string;
  readonly lang?: "en";
}

/** A function that returns the text of a key in the language of the pages, or the API's English text if there is none. */
export type TellOwn = (key: string, english: string) => ToldOwn;

/** Returns the texts of built-in things, which the API describes in English, in the language of the pages. */
export function useOwnWords(): TellOwn {
  const { texts } = useStore(spoken);
  return useCallback(
    (key, english) => {
      const words = (texts as Readonly<Record<string, string>>)[key];
      return words === undefined ? { words: english, lang: "en" } : { words };
    },
    [texts],
  );
}

interface OwnWordsProps {
  /** Key of the text in other languages. */
  readonly of: string;
  /** Text of the API. */
  readonly english: string;
}

/** Text of a built-in thing, marked as English if the language of the pages has none. */
export function OwnWords({ of, english }: OwnWordsProps) {
  return <MarkedWords {...useOwnWords()(of, english)} />;
}

/** A text with the mark of its language. */
export function MarkedWords({ words, ...marked }: ToldOwn) {
  return <span {...marked}>{words}</span>;
}
