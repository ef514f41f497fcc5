import { type ImportCounts, noImports } from "#domain/discovery/import-rules.ts";

/** Describes the changes of import rules in words; empty if there are none. */
export function importedWords(counts: ImportCounts = noImports): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`)
    .join(", ");
}
