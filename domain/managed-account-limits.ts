/** Characters of the description of a managed system or a managed system policy. */
export const managedDescriptionMaxCharacters = 400;
/** Characters of the reason for which a managed system or account is disabled. */
export const disabledReasonMaxCharacters = 400;
/** Hours between two changes of a password; ten years. */
export const changeIntervalHoursMax = 87_600;
/** Wrong passwords after which a target locks an account. */
export const lockoutTriesMax = 100;
/** Minutes after which a target forgets wrong passwords; a week. */
export const lockoutMinutesMax = 10_080;
/** Largest share of the accounts in percent. */
export const verifyShareMax = 100;
/** Minutes for which a password is checked out under a new policy. */
export const checkoutMinutesDefault = 60;
/** Managed accounts that one list shows at most. */
export const managedAccountsListedMax = 1000;
/** Managed accounts that one statement replans each way. */
export const replannedPageRows = 500;
/** Hours between two changes of a password under a new policy. */
export const changeIntervalHoursDefault = 720;
/** Managed accounts that one call names at most. */
export const askedAccountsMax = 1000;
/** Minutes after which the change of a due password that has failed is retried automatically. */
export const dueRetryMinutes = 60;
/** Hours of the night, by the service's clocks, in which its share of the passwords is verified: from this one up to that. */
export const verifyHours = { from: 1, to: 5 } as const;
/** Largest number of dependents of one managed account. */
export const dependantsMax = 50;
/** Characters of the setting that the plug-in of a dependent receives. */
export const dependantSettingMaxCharacters = 400;
/** Dependants that one list shows at most. */
export const dependantsListedMax = 1000;
/** Runs that one list shows at most. */
export const runsListedMax = 200;
/** Passwords that are taken from a file in one transaction. */
export const importedPageRows = 1000;
/** Characters of the name or key by which a file names an account. */
export const accountNameMaxCharacters = 400;
