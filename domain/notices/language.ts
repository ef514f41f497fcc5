const form = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;

/** Rule for a language in words. */
export const languageRule = "must be a language such as en or de-AT (BCP 47)";

/** Returns true if a text names a language. */
export function isLanguage(text: string): boolean {
  return form.test(text);
}

/** Chooses the available language that fits the first wish that any fits: the wish itself, or without its region. */
export function chooseLanguage(
  wishes: readonly (string | null | undefined)[],
  there: readonly string[],
): string | undefined {
  for (const wish of wishes) {
    if (!wish || !isLanguage(wish)) continue;
    const wanted = wish.toLowerCase();
    const found = there.find((one) => one === wanted) ?? there.find((one) => one === wanted.split("-")[0]);
    if (found !== undefined) return found;
  }
  return undefined;
}
