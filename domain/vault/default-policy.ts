/** The managed system policy under which managed systems come that are made with their target systems; it can be changed and never removed. */
export const defaultPolicyId = "DEFAULT";

/** Hours between two changes of a password under that policy when it is new. */
export const defaultChangeIntervalHours = 720;
