/** Kind of an error; every interface (REST, SOAP, CLI, workflow) maps kinds, not codes. */
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
  /** Kind that decides the status at each interface. */
  readonly kind: ErrorKind;
  /** Public text: the broken rule and the way out; never a secret, a path or a statement. */
  readonly message: string;
}

/** Makes rows of the table of errors from messages by code, grouped by kind. */
export function errorDefinitions<C extends string>(messages: {
  readonly [K in ErrorKind]?: { readonly [P in C]?: string };
}): Readonly<Record<C, ErrorDefinition>> {
  const rows = Object.entries(messages).flatMap(([kind, byCode]) =>
    Object.entries(byCode).map(([code, message]) => [code, { kind, message }]),
  );
  return Object.fromEntries(rows) as Record<C, ErrorDefinition>;
}
