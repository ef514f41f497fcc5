import { errorDefinitions } from "./error-definition.ts";

/** Errors of managed systems, their policies and their accounts. */
export const managedAccountErrors = errorDefinitions({
  invalid: {
    MANAGED_SYSTEM_UNKNOWN: "There is no such managed system. 'gatehouse managed system list' shows them.",
    MANAGED_ACCOUNT_UNKNOWN: "There is no such managed account. 'gatehouse managed account list' shows them.",
    NODE_UNKNOWN: "No node of this service has this id. Look it up under /v2/nodes.",
    MANAGED_SYSTEM_MODE:
      "The policy and the managed system have different modes, and neither changes. Choose a policy of the system's mode.",
  },
  conflict: {
    MANAGED_SYSTEM_POLICY_EXISTS: "A managed system policy with this id exists. Choose another id, or change that one.",
    MANAGED_SYSTEM_POLICY_BUILT_IN:
      "The managed system policies HISTORICAL and DEFAULT always exist: neither is removed, and HISTORICAL is not changed, nor is anything bound to it.",
    MANAGED_SYSTEM_POLICY_IN_USE: "The managed system policy is in use. Take it out of what uses it first.",
    MANAGED_SYSTEM_EXISTS:
      "A managed system with this id exists, or one of this target system. Change that one instead.",
    MANAGED_SYSTEM_IN_USE:
      "The managed system has, or had, managed accounts, of which nothing is removed. Disable it instead.",
    MANAGED_SYSTEM_NOT_BOUND: "The managed system is not under this policy. Bind it first.",
    MANAGED_ACCOUNT_EXISTS: "The account is managed already. Move it to the policy instead.",
    MANAGED_ACCOUNT_NOT_MANAGED:
      "The account is managed no more: it is under HISTORICAL. Move it to another policy first.",
    MANAGED_ACCOUNT_UNFIT: "Nothing can be done with the password of the account now.",
    DEPENDANT_UNFIT: "This cannot have the password of the managed account.",
    CONFIRMATION_REQUIRED: "Many passwords would be changed. Say so with confirm: true.",
    VAULT_RUN_OVER: "The run is over, or was stopped. Ask for another one.",
    MANAGED_ACCOUNT_CHECKED_OUT:
      "A password is checked out, and its account stays where it is until it comes back. Check it in first.",
  },
});
