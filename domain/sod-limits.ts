/** Smallest number of parts of one rule, and of those that violate it. */
export const sodPartsMin = 2;

/** Limit of the parts of one rule of separation of duties. */
export const sodPartsMax = 20;

/** Limit of the items of one rule of separation of duties, over all of its parts. */
export const sodItemsMax = 500;

/** Limit of the characters of a rule's description. */
export const sodDescriptionMaxCharacters = 400;

/** Largest number of items that a refusal names for each rule. */
export const sodNamedItemsMax = 6;

/** Number of rules whose violations one statement finds. */
export const sodRulesOfRound = 100;

/** Number of people whose violations one statement finds. */
export const sodPeopleOfRound = 500;

/** Number of violations that one transaction begins or ends. */
export const sodChangesMax = 500;

/** Changed rows beyond which all violations are looked for anew. */
export const sodChangesFollowedMax = 5_000;

/** Milliseconds for which changes gather before violations are looked for. */
export const sodGatherMs = 500;

/** Rest between two looks, as a multiple of the duration of the last one: they must not fill a processor. */
export const sodRestFactor = 9;

/** Longest rest in milliseconds between two successful looks. */
export const sodRestMaxMs = 60_000;

/** Rest in milliseconds after a look that failed. */
export const sodRetryMs = 5_000;

/** Milliseconds after which all violations are looked for although nothing has changed: exceptions end by the clock. */
export const sodLookAgainMs = 3_600_000;
