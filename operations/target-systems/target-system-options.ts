/** An option of a target system: its type and the value of a target system that does not set it. */
export type TargetSystemOption =
  | { readonly type: "boolean"; readonly initial: boolean; readonly description: string }
  | { readonly type: "string"; readonly initial: null; readonly description: string };

/** The options of target systems by their names (specification section 2). */
export const targetSystemOptions = {
  newIdCaseSetProgram: { type: "string", initial: null, description: "plug-in that sets the case of a new id" },
  networkResourcePlatform: {
    type: "string",
    initial: null,
    description: "type of the target system of managed groups or network resources",
  },
  userAccountsMandatory: { type: "boolean", initial: false, description: "users must have an account" },
  allowClaimAccounts: {
    type: "boolean",
    initial: false,
    description: "other users may claim accounts that were attached automatically",
  },
  allowPasswordChange: { type: "boolean", initial: true, description: "users may change their passwords" },
  allowAccountUnlock: { type: "boolean", initial: true, description: "users may unlock their accounts" },
  allowPasswordVerify: { type: "boolean", initial: true, description: "users may verify their passwords" },
  createPrivilegeManagedSystem: {
    type: "boolean",
    initial: false,
    description: "a managed system for privileged access is made automatically",
  },
  allowAccountEnable: { type: "boolean", initial: true, description: "accounts may be enabled" },
  automaticallyDiscoverResourcesToLoad: {
    type: "boolean",
    initial: false,
    description: "groups that a listing finds become managed",
  },
  context_strict: {
    type: "boolean",
    initial: true,
    description: "a failed commit, wait or abort of a discovery fails the discovery",
  },
} as const satisfies Record<string, TargetSystemOption>;
