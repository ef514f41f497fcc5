/** Days for which analyses are kept after their end. */
export const analysesKeptDays = 90;

/** Limit of analyses of one user that have not ended. */
export const analysesOpenMax = 20;

/** Rows of an analysis that one transaction adds. */
export const analysisRowsAtOnce = 500;

/** People whom one page of an analysis is about. */
export const analysisPagePeople = 1000;

/** People for whom one page of a simulation of roles predicts operations. */
export const predictionPagePeople = 500;

/** Requests that one page of an analysis repeats. */
export const analysisPageRequests = 20;

/** Time after which another hub continues an analysis whose hub shows no sign of life. */
export const analysisLeaseMs = 30_000;

/** Time between two signs of life of the hub that computes an analysis. */
export const analysisBeatMs = 5_000;

/** Attempts at an analysis before it is given up: each one ended with its hub. */
export const analysisAttemptsMax = 5;

/** Grants that one page of a search for roles reads. */
export const miningPageGrants = 20_000;

/** Limit of the roles that one analysis suggests. */
export const suggestionsMax = 500;

/** Number of the roles that one analysis suggests if none is given. */
export const suggestionsDefault = 20;

/** Limit of the fewest people of a suggested role. */
export const suggestionPeopleMax = 1_000_000;

/** Fewest people of a suggested role if no number is given. */
export const suggestionPeopleDefault = 5;

/** Limit of the fewest entitlements of a suggested role. */
export const suggestionEntitlementsMax = 500;

/** Fewest entitlements of a suggested role if no number is given. */
export const suggestionEntitlementsDefault = 2;

/** Limit of the share of entitlements that people of a suggested role may lack, in percent. */
export const tolerancePercentMax = 50;

/** Limit of the people of a suggested role who are named as members of its draft. */
export const namedPeopleMax = 5_000;

/** Limit of the characters of the name of the attribute by whose values people are divided. */
export const divisionMaxCharacters = 128;
