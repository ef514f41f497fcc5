import { useCallback } from "react";

import type { DeclaredResource } from "../api/declared-property.ts";
import { useStore } from "../base/store.ts";
import { spoken } from "./language.ts";
import { type TextKey, useText } from "./text.ts";

/** Part of a property that has a text: its label, its help, or one of its members. */
export type DeclaredPart = "" | ".help" | `.${string}`;

/** A function that returns a text of a property; undefined if the declaration gives none. */
export type SayDeclared = (of: DeclaredResource, name: string, part?: DeclaredPart) => string | undefined;

/** Returns the texts of properties in the language of the pages. */
export function useDeclaredText(): SayDeclared {
  const say = useText();
  const { texts } = useStore(spoken);
  return useCallback(
    (of, name, part = "") => {
      const place = `${of.name}.${name}${part}`;
      const key = `declared.${place}` as TextKey;
      return key in texts ? say(key) : undefined;
    },
    [say, texts],
  );
}
