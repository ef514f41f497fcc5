/** States of a mass reset: a draft, then those of its run. */
export const massResetStates = ["draft", "queued", "running", "paused", "stopped", "ended"] as const;

/** Ways in which the accounts of a mass reset are chosen. */
export const massResetChoices = ["condition", "users", "accounts", "file"] as const;

/** Ways in which people get their new passwords. */
export const massResetDeliveries = ["none", "file", "link", "myAccess"] as const;

/** Reasons for which a mass reset is paused. */
export const massResetPauses = ["asked", "canary", "failures"] as const;

/** Reason for which a mass reset is paused. */
export type MassResetPause = (typeof massResetPauses)[number];

/** Acts on an account: its password is set, or the vault randomizes it, because it manages the account. */
export const massResetActs = ["set", "randomize"] as const;

/** Reasons for which an account that was chosen is skipped. */
export const massResetSkips = [
  "noOwner",
  "targetDisabled",
  "targetUnable",
  "blocked",
  "above",
  "forbidden",
  "cannotExpire",
  "noMail",
  "newMail",
  "noFactor",
  "own",
  "self",
  "superuser",
  "privileged",
  "alreadySo",
] as const;

/** Reason for which an account that was chosen is skipped. */
export type MassResetSkip = (typeof massResetSkips)[number];

/** Words of the reasons, for the rows of skipped accounts. */
export const skipWords: Readonly<Record<MassResetSkip, string>> = {
  noOwner: "The account has no owner.",
  targetDisabled: "Its target system is disabled, or gone.",
  targetUnable: "Its target system cannot reset passwords now.",
  blocked: "A block bars password resets of the account or its owner.",
  above: "Its owner has more rights than the user who started the mass reset.",
  forbidden: "The user who started the mass reset may not reset passwords of its owner.",
  cannotExpire: "Its target system cannot make the owner change the password at the next sign-in.",
  noMail: "Its owner has no email address for the link.",
  newMail:
    "The email address of its owner was changed shortly ago (PASSWORD_LINK_MAIL_HOURS), so the link could reach somebody else.",
  noFactor: "Its owner has no second factor with which the password could be shown.",
  own: "It is an account of the user who started the mass reset, which does not include own accounts.",
  self: "It is about the user who started the mass reset.",
  superuser: "The user is a superuser.",
  privileged: "The vault manages the account, or the service itself signs in with it.",
  alreadySo: "It is so already.",
};

/** Number of accounts that are skipped for one reason. */
export interface SkippedAccounts {
  readonly because: MassResetSkip;
  readonly accounts: number;
}

/** Number of accounts that are reset on one target system. */
export interface ChosenOnTarget {
  readonly targetSystemKey: string;
  readonly accounts: number;
  /** Number of those among them that the vault randomizes. */
  readonly managed: number;
}
