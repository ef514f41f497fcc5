import { definitionOf, isOperationCode } from "#domain/requests/operation-codes.ts";

import type { Account } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";

/** Password actions on an account, each with its capability of a connector and its action of the API. */
export const passwordActions = {
  change: { capability: "changePassword", action: "changePassword" },
  reset: { capability: "resetPassword", action: "resetPassword" },
  verify: { capability: "verify", action: "verifyPassword" },
} as const;

/** Name of a password action. */
export type PasswordAction = keyof typeof passwordActions;

/** Names of all password actions, in the order in which they are shown. */
export const passwordActionNames = Object.keys(passwordActions) as readonly PasswordAction[];

/** Reports whether policies, the target system and the vault allow a password action on an account now. */
export function canUse(account: Account, way: PasswordAction): boolean {
  const { capability, action } = passwordActions[way];
  const codes = account.passwordCodes?.filter(isOperationCode) ?? [];
  return isOffered(account, action) && codes.some((code) => definitionOf(code).capability === capability);
}
