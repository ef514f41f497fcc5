import { normalForm } from "#connectors/contract/normal-form.ts";

/**
 * The form in which answers are compared: compatible characters are one (NFKC), case and blanks around do not count, and
 * blanks inside count as one.
 */
export function normaliseAnswer(answer: string): string {
  // By way of upper case, which unites what lower case keeps apart: ß and ss, the two forms of the Greek sigma.
  const folded = normalForm(normalForm(answer, "NFKC").toLowerCase().toUpperCase().toLowerCase(), "NFKC");
  return folded.replaceAll(/\s+/gu, " ").trim();
}
