import { guid, text, time } from "#domain/resources/format/builders.ts";
import { managedAccountDependants } from "#domain/resources/managed-account-dependants.ts";
import { managedAccounts } from "#domain/resources/managed-accounts.ts";
import { managedSystemPolicies } from "#domain/resources/managed-system-policies.ts";
import { managedSystems } from "#domain/resources/managed-systems.ts";
import { readUserInfo } from "#operations/identity/userinfo.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { addDependant, moveDependant, removeDependant } from "#operations/managed-accounts/change-dependants.ts";
import { addManagedAccount, moveManagedAccount } from "#operations/managed-accounts/change-managed-accounts.ts";
import {
  addManagedSystemPolicy,
  removeManagedSystemPolicy,
  updateManagedSystemPolicy,
} from "#operations/managed-accounts/change-managed-system-policies.ts";
import {
  addManagedSystem,
  bindManagedSystem,
  removeManagedSystem,
  setManagedSystemEnabled,
  unbindManagedSystem,
} from "#operations/managed-accounts/change-managed-systems.ts";
import { inviteProxy } from "#operations/proxies/invite.ts";

import type { StructuredType } from "../odata/structured-type.ts";
import { structure, valueTypeOf } from "../v2/entity-type-of.ts";

/** An operation that no verb of an entity set runs, and the type of its answer. */
export interface WithoutSet {
  readonly operation: Operation;
  /** Type of the answer; null if it answers nothing. */
  readonly result: StructuredType | null;
  /** Reason why REST has no route to it, if it has none. */
  readonly withoutRoute?: string;
  /** True if the answer holds a secret that was made for this one call. */
  readonly givesSecret?: true;
}

const managedSystem = managedSystems.properties;
const managedAccount = managedAccounts.properties;
const policy = managedSystemPolicies.properties;

const changedManagedSystem = structure("ChangedManagedSystem", {
  key: managedSystem.key,
  id: managedSystem.id,
  targetSystemKey: managedSystem.targetSystemKey,
  mode: managedSystem.mode,
  enabled: managedSystem.enabled,
});

const placedAccount = structure("PlacedManagedAccount", {
  key: managedAccount.key,
  accountKey: managedAccount.accountKey,
  policyId: managedAccount.policyId,
  managedSystemKey: managedAccount.managedSystemKey,
  status: managedAccount.status,
  nextRandomized: managedAccount.nextRandomized,
});

const changedManagedPolicy = structure("ChangedManagedSystemPolicy", {
  id: policy.id,
  mode: policy.mode,
  enabled: policy.enabled,
  changeIntervalHours: policy.changeIntervalHours,
});

const dependant = valueTypeOf(managedAccountDependants, "ChangedDependant");

const userInfo = structure("UserInfo", {
  sub: guid().shown("The key of the user."),
  username: text().shown("The id of the user."),
  scope: text().shown("The scopes of the token, with blanks between them; empty where none was shown."),
});

const invitation = structure("Invitation", {
  proxyId: text().shown("Id of the proxy."),
  token: text().shown("Enrollment token, which is shown only once."),
  expiresAt: time().shown("Time at which the token expires."),
});

// A table of all operations ignores the types of their inputs and outputs.
const row = (operation: unknown, result: StructuredType | null, more: Partial<WithoutSet> = {}): WithoutSet => ({
  operation: operation as Operation,
  result,
  ...more,
});

const setUp = { withoutRoute: "set up by those who run the installation: its sets are only read" };

/** Operations that users may call and no entity set has as a verb. */
export const withoutSets: readonly WithoutSet[] = [
  row(readUserInfo, userInfo),
  row(inviteProxy, invitation, { givesSecret: true }),
  row(addManagedAccount, placedAccount, setUp),
  row(moveManagedAccount, placedAccount, setUp),
  row(addDependant, dependant, setUp),
  row(moveDependant, dependant, setUp),
  row(removeDependant, null, setUp),
  row(addManagedSystemPolicy, changedManagedPolicy, setUp),
  row(updateManagedSystemPolicy, changedManagedPolicy, setUp),
  row(removeManagedSystemPolicy, null, setUp),
  row(addManagedSystem, changedManagedSystem, setUp),
  row(bindManagedSystem, changedManagedSystem, setUp),
  row(unbindManagedSystem, changedManagedSystem, setUp),
  row(setManagedSystemEnabled, changedManagedSystem, setUp),
  row(removeManagedSystem, null, setUp),
];
