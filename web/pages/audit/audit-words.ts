import { useMemo } from "react";

import { useStore } from "../../base/store.ts";
import { spoken, type Texts } from "../../messages/language.ts";
import type { TextKey } from "../../messages/text.ts";

const prefix = "audit.did.";

/** What each code of the audit stands for in the language that is spoken, by the codes in their order. */
export type AuditWords = ReadonlyMap<string, string>;

/** The words of a language for the codes of the audit. */
export function auditWordsOf(texts: Texts): AuditWords {
  const codes = Object.keys(texts).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  return new Map(codes.toSorted().map((code) => [code, texts[`audit.did.${code}` as TextKey]]));
}

/** The words for the codes of the audit, followed. */
export function useAuditWords(): AuditWords {
  const { texts } = useStore(spoken);
  return useMemo(() => auditWordsOf(texts), [texts]);
}
