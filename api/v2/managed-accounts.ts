import { guid, oneOf, text } from "#domain/resources/format/builders.ts";
import { managedAccounts as resource } from "#domain/resources/managed-accounts.ts";
import { randomizeManagedAccount, verifyManagedAccount } from "#operations/managed-accounts/ask-for-runs.ts";
import { disableManagedAccount, enableManagedAccount } from "#operations/managed-accounts/change-managed-accounts.ts";

import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";
import { runAsked } from "./vault-runs.ts";

const changed = {
  result: structure("ManagedAccountState", {
    key: guid().shown("The managed account."),
    status: oneOf(["C", "U", "conflict"]).shown("Whether its password is confirmed (C), uncertain (U) or in conflict."),
    disabledReason: text().optional().shown("Why its password is not managed; null = it is."),
  }),
};

/** The accounts whose privileged passwords are managed; their passwords are never shown here. */
export const managedAccounts = resourceSet(resource, {
  actions: {
    randomize: action(randomizeManagedAccount, runAsked),
    verify: action(verifyManagedAccount, runAsked),
    disable: action(disableManagedAccount, { ...changed, parameters: { reason: text().shown("Why.") } }),
    enable: action(enableManagedAccount, changed),
  },
});
