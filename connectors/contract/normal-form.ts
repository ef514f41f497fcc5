const shortCharacters = 1000;
// UAX #15, 13: nobody writes more signs that combine with one letter. The two of half width become such signs (NFKC).
const endlessSigns = /(?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{31}/u;

/**
 * Returns a text in one form of Unicode, for texts of any length from anybody. To order signs that combine costs the square of their
 * number (8 s for 120,000), so a long text with more than 30 of them on one letter stays as it is: no language has such texts.
 */
export function normalForm(text: string, form: "NFC" | "NFKC"): string {
  return text.length > shortCharacters && endlessSigns.test(text) ? text : text.normalize(form);
}
