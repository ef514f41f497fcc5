/**
 * Causes of a user's lock. `failures`: wrong passwords; it lasts for a time and stops only sign-ins by password alone. `administrator`: it
 * lasts until it is lifted and stops everything.
 */
export const lockedBys = ["failures", "administrator"] as const;
