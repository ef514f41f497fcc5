/** Steps of one authentication chain. */
export const chainStepsMax = 32;
/** Options that a step tells its component, and outcomes that it names. */
export const stepNamesMax = 50;
/** Selectors of one chain; all of them must match. */
export const chainSelectorsMax = 10;
/** Characters of the name of a chain, of a step or of an outcome. */
export const chainNameMaxCharacters = 60;
/** Characters of a value that a selector compares with. */
export const matchValueMaxCharacters = 400;
/** Faults that a check of a chain tells of. */
export const chainFaultsMax = 50;
/** Steps of which a trial run says the outcome. */
export const chainTrialOutcomesMax = 300;
/** Places of chains that are looked at, in all, to find out whether one asks for less than another. */
export const comparedPlacesMax = 1_000;
/** Chains that are looked at, one for each case, to find out which a fact selects that was only said. */
export const comparedChoicesMax = 20_000;
/** Tries of questions that are asked before anything is proved, from which on a warning is given. */
export const unprovedTriesMax = 3;
/** Where a chain stands that does not say it. */
export const usualChainPosition = 100;
/** The last place at which a chain may stand. */
export const chainPositionMax = 1_000_000;
/** Minutes for which somebody may go on with a sign-in. */
export const signInAttemptMinutes = 10;
/** Chains that one sign-in may be handed on to, one after the other. */
export const chainChangesMax = 8;
/** Time for which a page waits for what becomes of a password that was chosen on it. */
export const passwordResetAwaitedMs = 8_000;
/** Fields of one answer to a step. */
export const stepFieldsMax = 20;
/** Characters of the name of a field. */
export const stepFieldNameMaxCharacters = 100;
/** Characters of a user name, in a step that asks for it. */
export const givenNameMaxCharacters = 400;
/** Bytes of what is entered into one field; a passkey is the longest. */
export const stepValueMaxBytes = 16_384;
/** Characters of the id of a component; that of a plug-in is the longest. */
export const componentIdMaxCharacters = 120;
/** Questions of one step that asks some. */
export const askedQuestionsMax = 5;
/** Characters of a question. */
export const questionMaxCharacters = 400;
/** Questions that an installation offers. */
export const predefinedQuestionsMax = 100;
/** Time that whoever judges a CAPTCHA has to answer. */
export const captchaAnswerMs = 3_000;
/** Bytes of that answer. */
export const captchaAnswerMaxBytes = 65_536;
/** How far from now a CAPTCHA may have been solved. */
export const captchaAgeMs = 120_000;
/** Characters of what a browser has from a CAPTCHA. */
export const captchaTokenMaxCharacters = 8_192;
/** Bytes of a step's body: names, passwords and a passkey at most. */
export const stepMaxBytes = 65_536;
