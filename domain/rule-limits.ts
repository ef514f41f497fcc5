/** Characters of the text of a phase's rule. */
export const ruleMaxCharacters = 10_000;
/** Words of a rule inside each other. */
export const ruleDepthMax = 16;
/** Words, names and numbers of one rule. */
export const ruleNodesMax = 500;
/** Digits of a number in a rule. */
export const ruleNumberMaxDigits = 6;
/** Levels by which a manager may stand above the recipient. */
export const ruleManagerLevelsMax = 10;
/** Latest requests that a simulation covers, unless told otherwise. */
export const simulatedRequestsDefault = 100;
/** Largest number of latest requests that a simulation covers. */
export const simulatedRequestsMax = 500;
/** Latest operations in which a simulation searches for requests. */
export const simulatedOperationsMax = 2_000;
