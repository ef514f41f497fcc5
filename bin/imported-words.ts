import { type ImportCounts, noImports } from "#domain/discovery/import-rules.ts";

/** What import rules have changed, in words; empty where they have changed nothing. */
export function importedWords(counts: ImportCounts = noImports): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`)
    .join(", ");
}
