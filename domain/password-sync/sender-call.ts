import type { PublicKey } from "../proxies/public-key.ts";

/** Paths that password senders call; the API serves them, the sender calls them. */
export const senderPaths = {
  enrol: "/passwordSenders/v1/enrol",
  hello: "/passwordSenders/v1/hello",
  judge: "/passwordSenders/v1/judge",
  report: "/passwordSenders/v1/report",
} as const;

/** Answers of a target system to a password change while the service cannot judge it. */
export const whileAwayChoices = ["accept", "refuse"] as const;

/** Choice of a target system for the time in which the service cannot be reached. */
export type WhileAway = (typeof whileAwayChoices)[number];

/** Names of an account as its target system knows it; at least one. */
export interface SenderAccountName {
  readonly stableId?: string;
  readonly longId?: string;
  readonly shortId?: string;
}

/**
 * Reasons why a report has no password: the target system stores a value that cannot be read back, has made the password itself, or got one
 * that is no text; the sender does not know if the change was made; or the target system has refused it after its number was given.
 */
export const unknownPasswordReasons = ["hashed", "generated", "unreadable", "uncertain", "withdrawn"] as const;

/** Reason why a report has no password. */
export type UnknownPasswordReason = (typeof unknownPasswordReasons)[number];

/** Content of the sealed text of a call, which binds the password to the rest of the call. */
export interface SealedPassword {
  /** Key of the sender. */
  readonly sender: string;
  readonly name: SenderAccountName;
  readonly password: string;
  /** Series and number of the reported change; absent in a call that only has a password judged. */
  readonly series?: string;
  readonly number?: number;
}

/** Value of the header `typ` of a sealed text. */
export const sealedPasswordType = "gatehouse-password+jwe";

/** Body of the call that enrolls a sender. */
export interface SenderEnrolment {
  readonly senderKey: string;
  readonly token: string;
  /** Public half of the Ed25519 pair with which the sender signs its calls. */
  readonly signingKey: PublicKey;
}

/** Body of the call by which a sender reports that it runs. */
export interface SenderHello {
  /** Version of the sender's program. */
  readonly version: string;
  /** Number of changes that wait at the sender. */
  readonly waiting: number;
}

/** Body of the call that has a password judged before the target system accepts it. */
export interface JudgeCall {
  readonly name: SenderAccountName;
  readonly jwe: string;
}

/** Body of the call that reports one change of a password. */
export interface ReportCall {
  /** Random ID of the sender's spool. */
  readonly series: string;
  /** Number of the change in its series: 1, and then one more each time. */
  readonly number: number;
  readonly name: SenderAccountName;
  /** Sealed password; null if the sender does not know it. */
  readonly jwe: string | null;
  /** Reason why `jwe` is null; absent otherwise. */
  readonly reason?: UnknownPasswordReason;
  /** Milliseconds from the change to this call by a steady clock; null if not known. */
  readonly heldMs: number | null;
}

/** Settings of a sender, which come with each answer and replace the earlier ones. */
export interface SenderSettings {
  /** Time of the service in milliseconds UTC. */
  readonly time: number;
  readonly whileAway: WhileAway;
  /** Public X25519 key to which passwords are sealed. It holds as long as the enrollment. */
  readonly receivingKey: PublicKey;
  /** Series and number of the last recorded change; null before the first. */
  readonly series: string | null;
  readonly through: number;
  /** Milliseconds after which the sender says that it runs if it has nothing to report. */
  readonly helloMs: number;
}

/** Rule that a password breaks, in words for the person who has chosen it. */
export interface JudgedRule {
  readonly rule: string;
  readonly message: string;
}

/** Answer about a password that a target system has not accepted yet. */
export interface Judgement extends SenderSettings {
  readonly verdict: "allow" | "refuse";
  /** Broken rules, each message once; empty if the password is allowed. */
  readonly messages: readonly JudgedRule[];
}

/** Outcomes of reported changes. */
export const reportOutcomes = [
  "synchronized",
  "recorded",
  "echo",
  "superseded",
  "managed",
  "unknownAccount",
  "withdrawn",
  "repeated",
  "gap",
] as const;

/** Outcome of a reported change. */
export type ReportOutcome = (typeof reportOutcomes)[number];

/** Answer to a reported change. */
export interface ReportAnswer extends SenderSettings {
  readonly number: number;
  readonly outcome: ReportOutcome;
}
