import type { PluginRequest } from "./request.ts";

/** A phase of a request that is about to open. */
export interface AuthorizersRequest {
  readonly request: PluginRequest;
  readonly phase: {
    readonly sequence: number;
    /** Rule of the phase, such as `any(1, plugin('owners.mjs'))`. */
    readonly rule: string;
    /** Approvers from the other parts of the rule. */
    readonly authorizers: readonly NamedAuthorizer[];
  };
}

/** An approver. */
export interface NamedAuthorizer {
  readonly userKey: string;
  /** True if a denial by this approver denies the request; absent = false. */
  readonly veto?: boolean | undefined;
  /** True if the phase is not approved before this approver has answered; absent = false. */
  readonly inputRequired?: boolean | undefined;
}

/** Approvers in the place of the plug-in in the rule; disabled users are left out. */
export interface AuthorizersPatch {
  /** Approvers, each user once. */
  readonly authorizers: readonly NamedAuthorizer[];
}
