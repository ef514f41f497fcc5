/** Characters of what people call a managed system or a managed system policy. */
export const managedDescriptionMaxCharacters = 400;
/** Characters of the reason for which a managed system or account is disabled. */
export const disabledReasonMaxCharacters = 400;
/** Hours between two changes of a password; ten years. */
export const changeIntervalHoursMax = 87_600;
/** Wrong passwords after which a target locks an account. */
export const lockoutTriesMax = 100;
/** Minutes after which a target forgets wrong passwords; a week. */
export const lockoutMinutesMax = 10_080;
/** All of the accounts, in percent. */
export const verifyShareMax = 100;
/** Minutes for which a password is checked out under a new policy. */
export const checkoutMinutesDefault = 60;
/** Managed accounts that one list shows at most. */
export const managedAccountsListedMax = 1000;
/** Managed accounts that are planned anew by one statement each way. */
export const replannedPageRows = 500;
/** Hours between two changes of a password under a new policy. */
export const changeIntervalHoursDefault = 720;
