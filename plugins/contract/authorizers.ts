import type { PluginRequest } from "./request.ts";

/** A phase of a request that is about to open. */
export interface AuthorizersRequest {
  readonly request: PluginRequest;
  readonly phase: {
    readonly sequence: number;
    readonly minApprovals: number;
    readonly maxDenials: number;
    /** Who is attached to it already. */
    readonly authorizers: readonly NamedAuthorizer[];
  };
}

/** Somebody who is to decide. */
export interface NamedAuthorizer {
  readonly userKey: string;
  /** Whether a denial denies the request; absent = no. */
  readonly veto?: boolean | undefined;
  /** Whether nothing is approved before an answer is there; absent = no. */
  readonly inputRequired?: boolean | undefined;
}

/** Who decides the phase, in the place of those that are attached. */
export interface AuthorizersPatch {
  /** Each person once. */
  readonly authorizers: readonly NamedAuthorizer[];
}
