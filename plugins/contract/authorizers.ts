import type { PluginRequest } from "./request.ts";

/** A phase of a request that is about to open. */
export interface AuthorizersRequest {
  readonly request: PluginRequest;
  readonly phase: {
    readonly sequence: number;
    /** The rule by which it is decided, such as `any(1, plugin('owners.mjs'))`. */
    readonly rule: string;
    /** Who is asked besides. */
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

/** Whom the phase asks where its rule names the plug-in; who is disabled is not asked. */
export interface AuthorizersPatch {
  /** Each person once. */
  readonly authorizers: readonly NamedAuthorizer[];
}
