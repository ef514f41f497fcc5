/** A family of operation codes: what holds for a request in the same way for each of them. */
export interface OperationFamilyDefinition {
  /** Performer: the proxies of the target system, the service itself, or people; null = nobody yet, so no request takes it. */
  readonly by: "proxy" | "service" | "people" | null;
  /** True where its account may be anyone's, because its performer judges who may have it. */
  readonly ofAnyone?: true;
  /** Refusal of an edit that exchanges its account; absent = it may be exchanged. */
  readonly keepsAccount?: string;
  /** True where it begins behind all others of its request, and fails with the words of the one that failed. */
  readonly endsWithOthers?: true;
  /** True where it hands a secret to its recipient, which the ledger tells. */
  readonly discloses?: true;
}

/** The families of operation codes by their names; `operations/tables/performers.ts` has a row for what each of them does. */
export const operationFamilies = {
  /** Changes of accounts and groups of a target system. */
  object: { by: "proxy" },
  discovery: { by: "proxy" },
  connectionTest: { by: "proxy" },
  /** An end of several operations of one call, by which its caller follows them. */
  together: { by: "service", endsWithOthers: true },
  checkout: {
    by: "service",
    ofAnyone: true,
    keepsAccount:
      "The account whose password is asked for cannot be exchanged. Deny this operation, and have another one asked for.",
    discloses: true,
  },
  role: { by: null },
  exception: { by: null },
} as const satisfies Record<string, OperationFamilyDefinition>;

/** The name of a family of operation codes. */
export type OperationFamily = keyof typeof operationFamilies;
