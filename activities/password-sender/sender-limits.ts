import { passwordMaxBytes } from "#domain/limits.ts";
import { reportedNameMaxCharacters } from "#domain/password-sender-limits.ts";

/** Bounds of a password sender; its module of Linux and its pages have the same. */
export const senderLimits = {
  /** Milliseconds in which the service judges a password. */
  judgeMs: 3_000,
  /** Milliseconds that a change of an account waits for an earlier one of the same account, and that one change holds up others. */
  turnMs: 3_000,
  /** Changes that wait at the sender at most. */
  waitingMax: 10_000,
  /** Changes of one account that wait at the sender at most. */
  waitingOfAccountMax: 100,
  /** Bytes of a password in UTF-8 that can be reported. */
  passwordMaxBytes,
  /** Bytes of a name in UTF-8. */
  nameMaxBytes: reportedNameMaxCharacters,
  /** Bytes of a path of a local socket. */
  socketPathMaxBytes: 107,
} as const;
