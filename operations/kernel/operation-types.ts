/** What later steps demand of the call that began them. */
export interface OperationConstraint {
  /** True where the token must have been valid in the moment in which the call was accepted. */
  readonly tokenValidWhenAccepted: boolean;
}

/**
 * The types of operations whose work goes on after the answer, and what later steps demand of the token they were
 * accepted with (specification 5.7). A type that is not here cannot be declared, and what was accepted under one that is
 * not here any more goes no further.
 */
export const operationTypes = {
  REQUEST_SUBMIT: { tokenValidWhenAccepted: true },
  CHECKOUT_ASK: { tokenValidWhenAccepted: true },
  ACCOUNT_CREATE: { tokenValidWhenAccepted: true },
  ACCOUNT_UPDATE: { tokenValidWhenAccepted: true },
  ACCOUNT_DELETE: { tokenValidWhenAccepted: true },
  ACCOUNT_PASSWORD_RESET: { tokenValidWhenAccepted: true },
  ACCOUNT_PASSWORD_CHANGE: { tokenValidWhenAccepted: true },
  ACCOUNT_PASSWORD_VERIFY: { tokenValidWhenAccepted: true },
  ACCOUNT_CLAIM: { tokenValidWhenAccepted: true },
  GROUP_CREATE: { tokenValidWhenAccepted: true },
  GROUP_UPDATE: { tokenValidWhenAccepted: true },
  GROUP_DELETE: { tokenValidWhenAccepted: true },
  TARGET_SYSTEM_DISCOVER: { tokenValidWhenAccepted: true },
  TARGET_SYSTEM_TEST: { tokenValidWhenAccepted: true },
  USER_PASSWORDS_RESET: { tokenValidWhenAccepted: true },
} as const satisfies Record<string, OperationConstraint>;
