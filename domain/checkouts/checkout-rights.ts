/** What the members of a user class may do with the passwords of the accounts under a managed system policy; each is a right of its own. */
export const checkoutRights = ["see", "ask", "preApproved", "manage", "breakGlass"] as const;

/** One of these rights. */
export type CheckoutRight = (typeof checkoutRights)[number];

/** What each right is, in words. */
export const rightWords: Readonly<Record<CheckoutRight, string>> = {
  see: "sees the accounts and their check-outs",
  ask: "may ask for a check-out, which others authorize",
  preApproved: "has a check-out without asking anybody",
  manage: "sees, extends and revokes all check-outs, and is told of emergencies",
  breakGlass: "has a check-out in an emergency, with the code of a second one of them",
};

/** The rights by which somebody may hold the password at all. */
export const holdingRights = ["ask", "preApproved", "breakGlass"] as const satisfies readonly CheckoutRight[];
