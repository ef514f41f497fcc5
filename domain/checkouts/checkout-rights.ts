/**
 * Rights of the members of a user class to the passwords of the accounts under a managed system policy. `see`: see the accounts and their
 * check-outs. `ask`: request one, which others authorize. `preApproved`: have one without a request. `manage`: see, extend and revoke all
 * of them, and be notified of emergencies. `breakGlass`: have one in an emergency, with the code of a second member.
 */
export const checkoutRights = ["see", "ask", "preApproved", "manage", "breakGlass"] as const;

/** One of these rights. */
export type CheckoutRight = (typeof checkoutRights)[number];

/** Rights that allow a user to hold the password at all. */
export const holdingRights = ["ask", "preApproved", "breakGlass"] as const satisfies readonly CheckoutRight[];
