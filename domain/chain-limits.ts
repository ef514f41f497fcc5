/** Steps of one authentication chain. */
export const chainStepsMax = 32;
/** Options that a step passes to its component, and outcomes that it names. */
export const stepNamesMax = 50;
/** Selectors of one chain; all of them must match. */
export const chainSelectorsMax = 10;
/** Characters of the name of a chain, of a step or of an outcome. */
export const chainNameMaxCharacters = 60;
/** Characters of a value that a selector compares with. */
export const matchValueMaxCharacters = 400;
/** Faults that a check of a chain reports. */
export const chainFaultsMax = 50;
/** Steps whose outcome a dry run reports. */
export const chainTrialOutcomesMax = 300;
/** Places of chains that are compared, in all, to find out if one chain asks for less than another. */
export const comparedPlacesMax = 1_000;
/** Chains that are checked, one for each case, to find those that a merely claimed fact selects. */
export const comparedChoicesMax = 20_000;
/** Tries of questions before anything is proved, from which on a warning is given. */
export const unprovedTriesMax = 3;
/** Position of a chain that names none. */
export const usualChainPosition = 100;
/** Last position of a chain. */
export const chainPositionMax = 1_000_000;
/** Minutes for which a sign-in attempt stays open. */
export const signInAttemptMinutes = 10;
/** Chains that one sign-in may be passed on to, one after the other. */
export const chainChangesMax = 8;
/** Milliseconds for which a page waits for the result of a password that was chosen on it. */
export const passwordResetAwaitedMs = 8_000;
/** Fields of one answer to a step. */
export const stepFieldsMax = 20;
/** Characters of the name of a field. */
export const stepFieldNameMaxCharacters = 100;
/** Characters of a user name, in a step that asks for it. */
export const givenNameMaxCharacters = 400;
/** Bytes of the value of one field; a passkey is the longest. */
export const stepValueMaxBytes = 16_384;
/** Characters of the ID of a component; that of a plug-in is the longest. */
export const componentIdMaxCharacters = 120;
/** Questions of one step that asks some. */
export const askedQuestionsMax = 5;
/** Days for which a person who has answered more questions than a step asks gets the same ones. */
export const askedQuestionsDays = 30;
/** Answered questions that an unknown name seems to have besides those that a step asks, at most. */
export const standInQuestionsMore = 2;
/** Characters of a question. */
export const questionMaxCharacters = 400;
/** Questions that an installation offers. */
export const predefinedQuestionsMax = 100;
/** Milliseconds that the judge of a CAPTCHA has to answer. */
export const captchaAnswerMs = 3_000;
/** Bytes of that answer. */
export const captchaAnswerMaxBytes = 65_536;
/** Milliseconds before or after now at which a CAPTCHA may have been solved. */
export const captchaAgeMs = 120_000;
/** Characters of the token that a browser has from a CAPTCHA. */
export const captchaTokenMaxCharacters = 8_192;
/** Bytes of a step's body: names, passwords and a passkey at most. */
export const stepMaxBytes = 65_536;
