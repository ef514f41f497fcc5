import { callerHas, mayBorrow } from "#domain/checkouts/borrowable.ts";
import { guid, oneOf, sealed, text, time } from "#domain/resources/format/builders.ts";
import { managedAccounts as resource } from "#domain/resources/managed-accounts.ts";
import { vouchForAccount } from "#operations/checkouts/vouch.ts";
import { randomizeManagedAccount, verifyManagedAccount } from "#operations/managed-accounts/ask-for-runs.ts";
import { disableManagedAccount, enableManagedAccount } from "#operations/managed-accounts/change-managed-accounts.ts";
import { overrideManagedAccount } from "#operations/managed-accounts/override-managed-account.ts";

import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";
import { runAsked } from "./runs.ts";

const state = {
  key: guid().shown("The managed account."),
  status: oneOf(["C", "U", "conflict"]).shown("Status of the password: confirmed (C), uncertain (U) or in conflict."),
};

const changed = {
  result: structure("ManagedAccountState", {
    ...state,
    disabledReason: text().optional().shown("Reason why the password is not managed; null if it is."),
  }),
};

const overridden = structure("OverriddenAccount", {
  ...state,
  entryKey: guid().shown("The entry of its password history."),
  runKey: guid()
    .optional()
    .shown(
      "Key of the run that verifies the password; null if the target system cannot verify it and the policy does not require it.",
    ),
});

const ofPolicy = { needs: ["policyId"] } as const;

/** Terms of managed accounts at every address. */
export const managedAccountTerms = {
  properties: {
    confirmWithoutVerify: ofPolicy,
    checkoutCount: { needs: ["key"] },
    checkoutLimit: ofPolicy,
    checkoutMinutes: ofPolicy,
    checkoutExtensions: ofPolicy,
    checkoutTicket: ofPolicy,
    checkoutAttended: ofPolicy,
    disclosurePlugins: ofPolicy,
    mayBorrow: { condition: mayBorrow },
    mayTake: { condition: callerHas("preApproved") },
    mayBreakGlass: { condition: callerHas("breakGlass") },
    mayManage: { condition: callerHas("manage") },
    name: { needs: ["accountKey", "accountName", "managedSystemKey"] },
    targetSystemKey: { needs: ["accountKey", "accountName", "managedSystemKey"] },
  },
  attachment: "managedAccount",
} as const;

/** Accounts whose privileged passwords are managed; their passwords are never shown here. */
export const managedAccounts = resourceSet(resource, {
  ...managedAccountTerms,
  actions: {
    randomize: action(randomizeManagedAccount, runAsked),
    verify: action(verifyManagedAccount, runAsked),
    override: action(overrideManagedAccount, {
      result: overridden,
      parameters: {
        password: sealed().shown("The password that the account has by now. It goes in and never comes out."),
      },
    }),
    disable: action(disableManagedAccount, {
      ...changed,
      parameters: { reason: text().shown("Reason for the action.") },
    }),
    enable: action(enableManagedAccount, changed),
    vouch: action(vouchForAccount, {
      givesSecret: true,
      parameters: {
        purpose: oneOf(["breakGlass", "attend"]).shown(
          "Purpose of the code: emergency access of another user, or a disclosure in the presence of the caller.",
        ),
      },
      result: structure("VouchingCode", {
        code: text().shown("The code, which is shown this once; the other person gives it."),
        expiresAt: time().shown("Time at which the code expires."),
      }),
    }),
  },
  ways: { passwordHistory: { contained: { usualOrder: ["createdAt"] } } },
});
