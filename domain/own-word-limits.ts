/** Own words of one password policy. */
export const ownWordsMax = 100;

/** Characters of all own words of a password policy together. */
export const ownWordsMaxCharacters = 4000;
