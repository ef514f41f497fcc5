/**
 * What the members of a user class may do with the passwords of the accounts under a managed system policy, each a right of its own: `see`
 * the accounts and their check-outs; `ask` for one, which others authorize; `preApproved`: have one without asking; `manage`: see, extend and
 * revoke all of them, and be told of emergencies; `breakGlass`: have one in an emergency, with the code of a second one of them.
 */
export const checkoutRights = ["see", "ask", "preApproved", "manage", "breakGlass"] as const;

/** One of these rights. */
export type CheckoutRight = (typeof checkoutRights)[number];

/** The rights by which somebody may hold the password at all. */
export const holdingRights = ["ask", "preApproved", "breakGlass"] as const satisfies readonly CheckoutRight[];
