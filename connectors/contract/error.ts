import type { Scalar } from "./object.ts";

/** Traits of an error code: whether a retry may succeed, and whether the failed call may have acted. */
export interface CodeTraits {
  /** True if a retry of the same call may succeed although no one changes anything. */
  readonly retryable: boolean;
  /** True if the target may have acted; a retry must look first. */
  readonly outcomeUnknown: boolean;
}

const traits = (retryable: boolean, outcomeUnknown: boolean): CodeTraits => ({ retryable, outcomeUnknown });

/** Closed list of error codes of connectors. */
export const codes = {
  /** The target could not be reached; nothing was sent. */
  unreachable: traits(true, false),
  /** The target did not answer in time. */
  timeout: traits(true, true),
  /** The connection broke after the call was sent. */
  broken: traits(true, true),
  /** The target asks to come back later; nothing was done. */
  busy: traits(true, false),
  /** The target refuses the administrator's credentials. */
  badCredentials: traits(false, false),
  /** The administrator may not do this on the target. */
  permission: traits(false, false),
  /** Address or options do not fit the target. */
  config: traits(false, false),
  /** The object is not there. */
  notFound: traits(false, false),
  /** An object of that name is there already. */
  alreadyExists: traits(false, false),
  /** The object was changed by someone else at the same time. */
  conflict: traits(true, false),
  /** The target refuses the new password by its strength rules. */
  strength: traits(false, false),
  /** The current password given with a change is wrong. */
  currentPassword: traits(false, false),
  /** Another rule of the target refuses the call (minimum age, locked, quota). */
  policy: traits(false, false),
  /** The target refuses a value or the shape of the object. */
  invalidValue: traits(false, false),
  /** The connector or the target cannot do this at all. */
  notSupported: traits(false, false),
  /** The call did a part of its work; a repeat continues. */
  partial: traits(true, false),
  /** An error that the connector did not foresee. */
  internal: traits(false, true),
} as const satisfies Record<string, CodeTraits>;

/** One code of the closed list. */
export type ConnectorCode = keyof typeof codes;

/** Optional parts of an error beside code and message. */
export interface ConnectorErrorOptions {
  /** Native code of the target (LDAP result code, SQLSTATE, HTTP status). */
  readonly targetCode?: string | number;
  /** Milliseconds after which the target suggests a retry. */
  readonly retryAfterMs?: number;
  /** Further facts for the log; never a secret. */
  readonly detail?: Readonly<Record<string, Scalar>>;
  readonly cause?: unknown;
}

/** The only error that a connector throws. `message` holds the target's own words; the runner removes secrets from it. */
export class ConnectorError extends Error {
  override readonly name = "ConnectorError";
  readonly code: ConnectorCode;
  readonly targetCode?: string;
  readonly retryAfterMs?: number;
  readonly detail?: Readonly<Record<string, Scalar>>;

  constructor(code: ConnectorCode, message: string, options: ConnectorErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    if (options.targetCode !== undefined) this.targetCode = String(options.targetCode);
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs;
    if (options.detail !== undefined) this.detail = options.detail;
  }

  /** Returns true if a retry of the same call may succeed. */
  get retryable(): boolean {
    return codes[this.code].retryable;
  }

  /** Returns true if the target may have acted although the call failed. */
  get outcomeUnknown(): boolean {
    return codes[this.code].outcomeUnknown;
  }
}

/** Returns true if a text is one of the closed list of codes. */
export function isConnectorCode(text: string): text is ConnectorCode {
  return Object.hasOwn(codes, text);
}
