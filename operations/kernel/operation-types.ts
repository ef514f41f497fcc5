/** Constraint that later steps put on the call that began them. */
export interface OperationConstraint {
  /** True if the token must have been valid at the time of acceptance. */
  readonly tokenValidWhenAccepted: boolean;
}

/**
 * Types of operations whose work continues after the answer, and the constraint on the token with which they were accepted (specification
 * 5.7). A type that is not here cannot be declared. Work accepted under a type that is no longer here stops.
 */
export const operationTypes = {
  REQUEST_SUBMIT: { tokenValidWhenAccepted: true },
  TEMPLATE_REQUEST: { tokenValidWhenAccepted: true },
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
  ACCESS_EXTEND: { tokenValidWhenAccepted: true },
  ACCESS_END: { tokenValidWhenAccepted: true },
  MOVE_REVIEW_ANSWER: { tokenValidWhenAccepted: true },
  USER_PASSWORDS_RESET: { tokenValidWhenAccepted: true },
  TARGET_GROUP_PASSWORDS_RESET: { tokenValidWhenAccepted: true },
} as const satisfies Record<string, OperationConstraint>;
