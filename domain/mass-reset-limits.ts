import { connectorCallMs } from "./limits.ts";

/** Accounts or users that one call names by their keys at most. */
export const massResetKeysMax = 5_000;
/** Characters of the file of one call, each of which may take four bytes of the body. */
export const massResetFileMaxCharacters = 240 * 1024;
/** Lines that stood before a part of a file at most. */
export const lineOffsetMax = 10_000_000;
/** Lines of a file that an error reports at most; the others are counted. */
export const fileFaultsShownMax = 20;
/** Accounts of one mass reset. */
export const massResetAccountsMax = 500_000;
/** Keys of one stored part of a choice, which one step of the run plans. */
export const choicePartKeys = 500;
/** Accounts for which a trial computes everything at once. */
export const trialPageAccounts = 1_000;
/** Percent of the users of the service from which on a mass reset must be confirmed. */
export const confirmedShareMin = 10;
/** Users up to which no confirmation is needed, however many the service has. */
export const confirmedUsersMin = 50;
/** Accounts per target system that are reset first. */
export const canariesMax = 1_000;
/** Failures after which a mass reset pauses by itself. */
export const failuresMaxDefault = 50;
/** Percent of failures among the accounts that have ended after which a mass reset pauses by itself. */
export const failureShareMaxDefault = 5;
/** Accounts that must have ended before their share of failures counts. */
export const shareCountsFrom = 20;
/** Accounts per minute and target system that a rate may name at most. */
export const ratePerMinuteMax = 60_000;
/** Milliseconds of a rate that may be caught up at once, so that a pause gives no burst. */
export const rateBurstMs = 6_000;
/** Milliseconds after which an account that no proxy or target has answered is given up. */
export const massResetGivenUpMs = 3_600_000;
/** Milliseconds after which an account is looked at again while something else changes its password. */
export const turnPauseMs = 5_000;
/** Milliseconds between two looks at the vault's run for managed accounts. */
export const vaultLookMs = 2_000;
/** Passwords that are made for one person until one keeps the rules about names and earlier passwords. */
export const madeCandidatesMax = 20;
/** Passwords of one account that its target system may refuse as too weak before the account fails. */
export const refusedCandidatesMax = 3;
/** Hours for which delivered passwords are kept by default. */
export const deliveryHoursDefault = 72;
/** Hours for which delivered passwords are kept at most. */
export const deliveryHoursMax = 720;
/** Milliseconds after a send within which its proxy or its target may still set the password, with room for a slow hand-out. */
export const massResetLateMs = 2 * connectorCallMs;
/** Rows of a proxy that are checked when a process of it begins. */
export const wokenRowsMax = 2_000;
/** Milliseconds until a process that does not count the time yet looks at a rate again. */
export const uncountedPauseMs = 1_000;
/** The same limit as `massResetGivenUpMs` for an account that the vault randomizes, which has a limit of its own. */
export const vaultGivenUpMs = 3 * massResetGivenUpMs;
/** Rows of owners that are read at once to find out whose accounts have all ended. */
export const ownerRowsReadMax = 512;
/** Characters of the words of a target system about a row. */
export const endedWordsMax = 400;
/** Target systems or target groups to which one mass reset is limited at most. */
export const massResetPlacesMax = 1_000;
/** Lines of an onboarding file that one call takes at most. */
export const onboardedPeopleMax = 1_000;
/** Accounts, and memberships, that one line of an onboarding file gives at most. */
export const onboardedObjectsMax = 20;
/** Steps of one onboarding or offboarding. */
export const massStepsMax = 100_000;
/** Users of a chunk of an offboarding whose steps are written down together. */
export const offboardedPageUsers = 100;
/** Steps of a target system that the service has in its hands at a time. */
export const stepsAtOnce = 8;
/** Steps of a target system whose requests are under way at a time. */
export const stepsUnderWayMax = 64;
/** Milliseconds after which a step is given up whose request has not ended: longer than a request lives. */
export const stepGivenUpMs = 35 * 86_400_000;
/** Milliseconds until a step is looked at again at first, and at the longest. */
export const stepLookMs = { first: 2_000, longest: 600_000 } as const;
/** Users up to which an offboarding needs no confirmation, however many the service has. */
export const confirmedLeaversMin = 5;
/** Passwords of one account that plug-ins may refuse before the account fails. */
export const judgedCandidatesMax = 5;
