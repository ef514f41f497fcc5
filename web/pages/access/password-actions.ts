import type { Account } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";

/** Password actions on an account, each with its operation code and its action of the API. */
export const passwordActions = {
  change: { code: "PWCH", action: "changePassword" },
  reset: { code: "PWRS", action: "resetPassword" },
  verify: { code: "PWVF", action: "verifyPassword" },
} as const;

/** Name of a password action. */
export type PasswordAction = keyof typeof passwordActions;

/** Names of all password actions, in the order in which they are shown. */
export const passwordActionNames = Object.keys(passwordActions) as readonly PasswordAction[];

/** Reports whether policies, the target system and the vault allow a password action on an account now. */
export function canUse(account: Account, way: PasswordAction): boolean {
  const { code, action } = passwordActions[way];
  return isOffered(account, action) && account.passwordCodes?.includes(code) === true;
}
