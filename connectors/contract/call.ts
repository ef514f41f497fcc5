import type { Cursor } from "./listing.ts";
import type { Secret } from "./secret.ts";

/** The operation on whose behalf a call is made. */
export interface OperationInfo {
  /** The same over all tries of one logical operation; a connector may store it with what it creates. */
  readonly id: string;
  /** How often the operation has been sent, this one included. From 2 on an earlier try may have acted. */
  readonly sends: number;
  /** Milliseconds UTC after which nobody waits for the answer. */
  readonly deadlineMs: number;
}

/** What a connector may write to the log of the process; secrets never belong in it. */
export interface CallLog {
  debug(message: string, fields?: object): void;
  info(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
}

/** What every call of a capability gets beside its request. */
export interface Call {
  /**
   * Fires on cancellation, time-out and deadline. A connector whose client knows no abort may ignore it where only the session
   * is at work, which is then destroyed; `verify`, which may log in on a connection of its own, ends with it (`untilAborted`).
   */
  readonly signal: AbortSignal;
  readonly operation: OperationInfo;
  /** To be called in long work at least once per page; the last details stay until the next call. */
  heartbeat(detail?: { readonly after?: Cursor; readonly done?: number }): void;
  readonly log: CallLog;
  /**
   * Takes what the target has said beside its answer (a notice, a warning, text on the error output of a program that succeeded),
   * in its own words and without a secret: people read it with the outcome of the operation.
   */
  notice(words: string): void;
}

/** A login and its secret. */
export interface Credential {
  readonly login: string;
  readonly secret: Secret;
}

/** What `open` gets: sessions live longer than one call, so nothing of a single operation is in it. */
export interface OpenContext<Options> {
  /** The address, validated by the connector's own schema, with defaults applied. */
  readonly options: Options;
  /** The credential of a role; throws `config` when the target has none of that role. */
  credential(role?: "admin" | "system" | (string & {})): Promise<Credential>;
  /** Fires when nobody waits for this session any more. */
  readonly signal: AbortSignal;
  readonly log: CallLog;
}
