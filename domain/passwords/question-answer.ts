import { normalForm } from "#connectors/contract/normal-form.ts";

/**
 * Returns an answer in the form in which answers are compared. Compatible characters are equal (NFKC), case and outer blanks do not count,
 * and inner blanks count as one.
 */
export function normaliseAnswer(answer: string): string {
  // Uppercase in between unites what lowercase keeps apart: ß and ss, and the two forms of the Greek sigma.
  const folded = normalForm(normalForm(answer, "NFKC").toLowerCase().toUpperCase().toLowerCase(), "NFKC");
  return folded.replaceAll(/\s+/gu, " ").trim();
}
