import type { Account } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";

/** What somebody may do with the password of an account: by which action, and as which operation. */
export const passwordWays = {
  change: { code: "PWCH", action: "changePassword" },
  reset: { code: "PWRS", action: "resetPassword" },
  verify: { code: "PWVF", action: "verifyPassword" },
} as const;

/** One of these. */
export type PasswordWay = keyof typeof passwordWays;

/** All of them, in the order in which they are offered. */
export const passwordWayNames = Object.keys(passwordWays) as readonly PasswordWay[];

/** Whether policies, the target system and the vault let it be done with an account now. */
export function isWayOpen(account: Account, way: PasswordWay): boolean {
  const { code, action } = passwordWays[way];
  return isOffered(account, action) && account.passwordCodes?.includes(code) === true;
}
