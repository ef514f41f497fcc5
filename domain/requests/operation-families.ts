/** Family of operation codes: the rules of requests that are the same for each of its codes. */
export interface OperationFamilyDefinition {
  /**
   * Performer: the target system, by its connector or its implementers, or the hub; null if nobody performs it yet, so that no request
   * takes it.
   */
  readonly by: "target" | "hub" | null;
  /** True if implementers perform it where they fulfil what is requested on the target system. */
  readonly byPeople?: true;
  /** True if its account may be anyone's, because its performer checks who may have it. */
  readonly ofAnyone?: true;
  /** Refusal of an edit that exchanges its account; absent if it may be exchanged. */
  readonly keepsAccount?: string;
  /** True if it begins after all others of its request and fails with the error of the one that failed. */
  readonly endsWithOthers?: true;
  /** True if the operations through which its role gives access begin after it. */
  readonly leads?: true;
  /** True if operations that give access begin after it, because it allows them. */
  readonly allows?: true;
  /** True if the plug-in of its target system is asked before each send if it still applies. */
  readonly asksPlugin?: true;
  /** Words about an operation that was begun and has not ended, if no proxy performs it. */
  readonly waitWords?: string;
  /** True if it hands a secret to its recipient, which the ledger records. */
  readonly discloses?: true;
}

/** Families of operation codes by name; `operations/tables/performers.ts` has the effects of each. */
export const operationFamilies = {
  /** Changes of accounts and groups of a target system. */
  object: { by: "target", byPeople: true, asksPlugin: true },
  discovery: { by: "target" },
  connectionTest: { by: "target" },
  /** End of several operations of one call, by which its caller follows them. */
  together: { by: "hub", endsWithOthers: true },
  checkout: {
    by: "hub",
    ofAnyone: true,
    keepsAccount:
      "The account whose password is asked for cannot be exchanged. Deny this operation, and have another one asked for.",
    waitWords: "It waits until its start has come and the password is free.",
    discloses: true,
  },
  /** Later ends of access that somebody has: nothing changes on the target system. */
  extension: { by: "hub" },
  /** Ends of what people have who leave. */
  leaving: { by: "hub" },
  /** Members of roles; what a role gives follows as operations of its own. */
  role: { by: "hub", leads: true },
  /** Exceptions from what roles ask for: nothing changes on the target system. */
  exception: { by: "hub" },
  /** Exceptions from rules of separation of duties, which allow what the same request asks for. */
  sodException: { by: "hub", allows: true },
} as const satisfies Record<string, OperationFamilyDefinition>;

/** Name of a family of operation codes. */
export type OperationFamily = keyof typeof operationFamilies;
