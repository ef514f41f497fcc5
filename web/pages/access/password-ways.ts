import type { Account } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";

/** Password actions on an account, each with its operation code and its action of the API. */
export const passwordWays = {
  change: { code: "PWCH", action: "changePassword" },
  reset: { code: "PWRS", action: "resetPassword" },
  verify: { code: "PWVF", action: "verifyPassword" },
} as const;

/** Name of a password action. */
export type PasswordWay = keyof typeof passwordWays;

/** Names of all password actions, in the order in which they are shown. */
export const passwordWayNames = Object.keys(passwordWays) as readonly PasswordWay[];

/** Reports whether policies, the target system and the vault allow a password action on an account now. */
export function isWayOpen(account: Account, way: PasswordWay): boolean {
  const { code, action } = passwordWays[way];
  return isOffered(account, action) && account.passwordCodes?.includes(code) === true;
}
