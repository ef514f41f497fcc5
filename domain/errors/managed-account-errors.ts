import { errorDefinitions } from "./error-definition.ts";

/** Errors of managed systems, their policies and their accounts. */
export const managedAccountErrors = errorDefinitions({
  invalid: {
    MANAGED_SYSTEM_UNKNOWN: "The managed system does not exist. 'gatehouse managed system list' lists them.",
    MANAGED_ACCOUNT_UNKNOWN: "The managed account does not exist. 'gatehouse managed account list' lists them.",
    NODE_UNKNOWN: "No node of this service has this ID. Look it up under /v2/nodes.",
    MANAGED_SYSTEM_MODE:
      "The policy and the managed system have different modes, which never change. Choose a policy with the mode of the system.",
  },
  conflict: {
    MANAGED_SYSTEM_POLICY_EXISTS:
      "A managed system policy with this ID already exists. Choose another ID, or change the existing one.",
    MANAGED_SYSTEM_POLICY_BUILT_IN:
      "The managed system policies HISTORICAL and DEFAULT are built in and cannot be deleted. HISTORICAL cannot be changed, and nothing can be bound to it.",
    MANAGED_SYSTEM_POLICY_IN_USE: "The managed system policy is in use. Remove its uses first.",
    MANAGED_SYSTEM_EXISTS:
      "A managed system with this ID, or of this target system, already exists. Change it instead.",
    MANAGED_SYSTEM_IN_USE: "The managed system has or had managed accounts, which are kept. Disable it instead.",
    MANAGED_SYSTEM_NOT_BOUND: "The managed system is not under this policy. Bind it first.",
    MANAGED_ACCOUNT_EXISTS: "The account is already managed. Move it to the policy instead.",
    MANAGED_ACCOUNT_NOT_MANAGED:
      "The account is no longer managed: it is under HISTORICAL. Move it to another policy first.",
    MANAGED_ACCOUNT_UNFIT: "The password cannot be changed or verified right now.",
    DEPENDANT_UNFIT: "This cannot be a dependent of the managed account.",
    CONFIRMATION_REQUIRED: "This changes many passwords. Set confirm to true to continue.",
    VAULT_RUN_OVER: "The run has ended or was stopped. Start a new one.",
    MANAGED_ACCOUNT_CHECKED_OUT:
      "A password of the account is checked out, so the account cannot be moved. Check the password in first.",
  },
});
