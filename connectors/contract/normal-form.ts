const shortCharacters = 1000;
// UAX #15, 13: no language has so many combining marks on one letter. The two half-width marks become combining ones (NFKC).
const endlessSigns = /(?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{31}/u;

/**
 * Returns a text in a Unicode normal form, safe for texts of any length from any source. Ordering combining marks takes the square
 * of their number (8 s for 120,000). So a long text with more than 30 of them on one letter is returned unchanged: no language has
 * such texts.
 */
export function normalForm(text: string, form: "NFC" | "NFKC"): string {
  return text.length > shortCharacters && endlessSigns.test(text) ? text : text.normalize(form);
}
