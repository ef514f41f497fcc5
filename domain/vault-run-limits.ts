import { connectorCallMs } from "./limits.ts";

/** Passwords that are made for one account in one run, where the target refuses them. */
export const candidatesMax = 5;
/** Entries of one account that one run tries. */
export const verifiedMax = 5;
/** Time after which an order is given up that no proxy or target has answered. */
export const vaultOrderGivenUpMs = 3_600_000;
/** Time after which an order is looked at again whose account another run has in its hands. */
export const heldAccountPauseMs = 15_000;
/** Targets that get work by one step of a run; the others by the next. */
export const lanesPerStepMax = 4;
/** Accounts of a run that are written down by one step. */
export const plannedPageRows = 500;
/** The longest time between two looks of a run at what it has in its hands. */
export const vaultRunLookMs = 60_000;
/** Time after a send within which its proxy or its target may still set the password, with room for a slow hand-out. */
export const vaultOrderLateMs = 2 * connectorCallMs;
/** Runs under way that are looked at when a process of a proxy begins. */
export const wokenRunsMax = 200;
/** Time in which accounts that come into conflict are gathered before people are told. */
export const conflictGatherMs = 60_000;
/** The shortest time between two notices of accounts in conflict. */
export const conflictNoticeMs = 3_600_000;
/** Time after which people are told again of accounts that are still in conflict. */
export const conflictReminderMs = 86_400_000;
/** Managed systems that one notice of accounts in conflict names. */
export const conflictSystemsToldMax = 5;
/** Days for which runs over managed accounts, with what they had to do, are kept after their end. */
export const vaultRunsKeptDays = 90;
/** Time after which a dependant that has not taken a password is given up, and the change is undone. */
export const dependantGivenUpMs = 600_000;
/** The pause before a dependant or the account is given its confirmed password once more, after the first failure; it doubles with each. */
export const restorePauseMs = 15_000;
/** The longest such pause. */
export const restorePauseMsMax = 3_600_000;
/** How often one run tries to bring a dependant back to the password of an account that is settled. */
export const broughtBackMax = 5;
/** Plug-ins of dependants that are asked by one step of a run. */
export const askedDependantsMax = 8;
/** The pause before a plug-in that could not be used is asked again by itself. */
export const askedAgainMs = 30_000;
/** Time after the last change of an account, and after the last kill, within which a proof wants to know which password is right. */
export const uncertainMsMax = 60_000;
/** The same of an account on which others depend: whoever was killed may still tell one of them an older password, so the next telling waits until nobody can. */
export const uncertainWithDependantsMsMax = uncertainMsMax + vaultOrderLateMs;
