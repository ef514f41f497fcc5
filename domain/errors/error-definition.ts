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

/** Rows of the table of errors: their messages by code, the codes of each kind together. */
export function errorDefinitions<C extends string>(messages: {
  readonly [K in ErrorKind]?: { readonly [P in C]?: string };
}): Readonly<Record<C, ErrorDefinition>> {
  const rows = Object.entries(messages).flatMap(([kind, byCode]) =>
    Object.entries(byCode).map(([code, message]) => [code, { kind, message }]),
  );
  return Object.fromEntries(rows) as Record<C, ErrorDefinition>;
}
