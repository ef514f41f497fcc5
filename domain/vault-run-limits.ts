import { connectorCallMs } from "./limits.ts";

/** Passwords that are generated for one account in one run, if the target refuses them. */
export const candidatesMax = 5;
/** Entries of one account that one run tries. */
export const verifiedMax = 5;
/** Milliseconds after which an order that no proxy or target has answered is ended as failed. */
export const vaultOrderGivenUpMs = 3_600_000;
/** Milliseconds after which an order is checked again while another run holds its account. */
export const heldAccountPauseMs = 15_000;
/** Accounts of a run that one step plans. */
export const plannedPageRows = 500;
/** Milliseconds after a send within which its proxy or its target may still set the password, with room for a slow hand-out. */
export const vaultOrderLateMs = 2 * connectorCallMs;
/** Runs in progress that are checked when a process of a proxy begins. */
export const wokenRunsMax = 200;
/** Milliseconds for which accounts that come into conflict are gathered before users are notified. */
export const conflictGatherMs = 60_000;
/** Shortest time between two notices of accounts in conflict. */
export const conflictNoticeMs = 3_600_000;
/** Milliseconds after which users are reminded of accounts that are still in conflict. */
export const conflictReminderMs = 86_400_000;
/** Managed systems that one notice of accounts in conflict names. */
export const conflictSystemsToldMax = 5;
/** Milliseconds in which another node is expected to acknowledge a new password. */
export const acknowledgedMs = 5_000;
/** Pause in milliseconds before it is looked once more whether another node has acknowledged one. */
export const acknowledgedPauseMs = 100;
/** The same pause after that time. */
export const unacknowledgedPauseMs = 10_000;
/** Days for which runs over managed accounts and their orders are kept after their end. */
export const vaultRunsKeptDays = 90;
/** Milliseconds after which a dependent that has not accepted a password counts as failed, and the change is undone. */
export const dependantGivenUpMs = 600_000;
/**
 * Pause in milliseconds after the first failure before a dependent or the account is given its confirmed password once more; it doubles
 * with each failure.
 */
export const restorePauseMs = 15_000;
/** Longest such pause. */
export const restorePauseMsMax = 3_600_000;
/** Largest number of tries of one run to give a dependent the confirmed password of its account. */
export const broughtBackMax = 5;
/** Plug-ins of dependents that are called by one step of a run. */
export const askedDependantsMax = 8;
/** Pause in milliseconds before a plug-in that could not be used is called again automatically. */
export const askedAgainMs = 30_000;
/**
 * Milliseconds after the last change of an account, and after the last kill, within which a proof wants to know which password is right.
 */
export const uncertainMsMax = 60_000;
/**
 * The same limit for an account with dependents. A killed process may still give one of them an older password, so the next hand-over waits
 * until none can.
 */
export const uncertainWithDependantsMsMax = uncertainMsMax + vaultOrderLateMs;
