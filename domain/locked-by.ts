/**
 * What has locked a user: wrong passwords, for a time and against signing in with the password alone, or an administrator,
 * until it is lifted and against everything.
 */
export const lockedBys = ["failures", "administrator"] as const;
