import { useCallback } from "react";

import { useStore } from "../base/store.ts";
import { spoken } from "./language.ts";

/** What is said of something of the service's own, and its language where it is not that of the pages. */
export interface ToldOwn {
  readonly words: string;
  readonly lang?: "en";
}

/** The words of a key in the language that is spoken; the API's own where that language has none. */
export type TellOwn = (key: string, english: string) => ToldOwn;

/** What the API tells in English of the service's own tables, in the language that is spoken, followed. */
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
  /** The key of the words in other languages. */
  readonly of: string;
  /** The API's own words. */
  readonly english: string;
}

/** Words of the service's own tables, marked as English where the language that is spoken has none. */
export function OwnWords({ of, english }: OwnWordsProps) {
  return <MarkedWords {...useOwnWords()(of, english)} />;
}

/** Words with the mark of their language. */
export function MarkedWords({ words, ...marked }: ToldOwn) {
  return <span {...marked}>{words}</span>;
}
