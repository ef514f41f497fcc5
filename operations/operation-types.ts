/**
 * The types of operations whose work goes on after the answer, and what later steps demand of the token they were
 * accepted with (specification 5.7). A type that is not here cannot be declared.
 */
export const operationTypes = {
  REQUEST_SUBMIT: { tokenValidWhenAccepted: true },
} as const satisfies Record<string, { readonly tokenValidWhenAccepted: boolean }>;
