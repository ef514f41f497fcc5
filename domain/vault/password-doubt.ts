/**
 * Reasons why nothing that the vault has of an account is certain, although a password of it was confirmed: the service itself has done
 * something after which another password may be in force, or has not looked for a while.
 */
export const passwordDoubts = {
  set: "its password was reset or changed outside of the vault",
  created: "an account was created in its place",
  deleted: "it was deleted, or may have been",
  renamed: "it was renamed, or its password was written with its attributes",
  claimed: "somebody has claimed it who knows its password",
  back: "it was not managed for a while",
  restored: "the database was restored from a backup, and its password may have been changed after that was made",
  takenOver: "its node was lost, and may have changed its password last",
} as const;

/** Reason for such a doubt. */
export type PasswordDoubt = keyof typeof passwordDoubts;

/** All reasons, in the order of the table. */
export const passwordDoubtNames = Object.keys(passwordDoubts) as [PasswordDoubt, ...PasswordDoubt[]];
