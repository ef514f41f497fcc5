import { useMemo } from "react";

import { useStore } from "../../base/store.ts";
import { spoken, type Texts } from "../../messages/language.ts";
import type { TextKey } from "../../messages/text.ts";

const prefix = "audit.did.";

/** Texts of the operation codes of the audit log in the current language, in the order of the codes. */
export type AuditWords = ReadonlyMap<string, string>;

/** Returns the texts of the operation codes from the texts of a language. */
export function auditWordsOf(texts: Texts): AuditWords {
  const codes = Object.keys(texts).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  return new Map(codes.toSorted().map((code) => [code, texts[`audit.did.${code}` as TextKey]]));
}

/** Returns the texts of the operation codes, and follows changes of the language. */
export function useAuditWords(): AuditWords {
  const { texts } = useStore(spoken);
  return useMemo(() => auditWordsOf(texts), [texts]);
}
