/** What sort of failure a code is; every door (REST, SOAP, CLI, workflow) maps kinds, not codes. */
export type ErrorKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "missing"
  | "methodNotAllowed"
  | "conflict"
  | "preconditionFailed"
  | "tooLarge"
  | "unsupportedMedia"
  | "refusedByTarget"
  | "tooMany"
  | "unavailable"
  | "notSupported"
  | "internal";

/** One row of the table of errors. */
export interface ErrorDefinition {
  /** Decides the status at each door. */
  readonly kind: ErrorKind;
  /** The public text: the rule that was broken and the way out; never a secret, a path or a statement. */
  readonly message: string;
}
