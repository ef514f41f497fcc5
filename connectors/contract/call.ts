import type { Cursor } from "./listing.ts";
import type { Secret } from "./secret.ts";

/** The operation on whose behalf a call is made. */
export interface OperationInfo {
  /** Id of one logical operation, the same on every retry; a connector may store it with the object that it creates. */
  readonly id: string;
  /** Number of times that the operation has been sent, this one included. From 2 on an earlier attempt may have acted. */
  readonly sends: number;
  /** Milliseconds UTC after which no one waits for the answer. */
  readonly deadlineMs: number;
}

/** Log of the process, for connectors. Never write secrets to it. */
export interface CallLog {
  debug(message: string, fields?: object): void;
  info(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
}

/** Context of a call: every capability gets it together with its request. */
export interface Call {
  /**
   * Fires on cancellation, time-out and deadline. A connector whose client cannot abort may ignore the signal where only the
   * session is at work: the session is then destroyed. `verify` may log in on a connection of its own and must end with the signal
   * (`untilAborted`).
   */
  readonly signal: AbortSignal;
  readonly operation: OperationInfo;
  /** Reports progress. Long work calls this at least once per page; the last details stay until the next call. */
  heartbeat(detail?: { readonly after?: Cursor; readonly done?: number }): void;
  readonly log: CallLog;
  /**
   * Records a message of the target beside its answer: a notice, a warning, or error output of a program that succeeded. Pass the
   * target's own words without secrets: users read them with the outcome of the operation.
   */
  notice(words: string): void;
}

/** A login and its secret. */
export interface Credential {
  readonly login: string;
  readonly secret: Secret;
}

/** Context of `open`. A session outlives a single call, so the context holds nothing of one operation. */
export interface OpenContext<Options> {
  /** Address, validated by the connector's own schema, with defaults applied. */
  readonly options: Options;
  /** Returns the credential of a role. Throws `config` if the target has none of that role. */
  credential(role?: "admin" | "system" | (string & {})): Promise<Credential>;
  /** Fires when no one waits for this session any longer. */
  readonly signal: AbortSignal;
  readonly log: CallLog;
}
