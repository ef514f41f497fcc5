/**
 * Returns the name of a grant, from which `namedGuid` makes its key: the row that gives the access, and the stamp of the beginning, which
 * no other grant has.
 */
export const grantName = (thing: string, stamp: string): string => `grant\n${thing}\n${stamp}`;
