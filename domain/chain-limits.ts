/** Steps of one authentication chain. */
export const chainStepsMax = 32;
/** Selectors of one chain; all of them must match. */
export const chainSelectorsMax = 10;
/** Characters of the name of a chain, of a step or of an outcome. */
export const chainNameMaxCharacters = 60;
/** Characters of a value that a selector compares with. */
export const matchValueMaxCharacters = 400;
/** Faults that a check of a chain tells of. */
export const chainFaultsMax = 50;
