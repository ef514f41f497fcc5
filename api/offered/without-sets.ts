import { flag, guid, integer, list, longText, oneOf, text, time } from "#domain/resources/format/builders.ts";
import { policyVersions } from "#domain/resources/inside/policies.ts";
import { managedAccountDependants } from "#domain/resources/managed-account-dependants.ts";
import { managedAccounts } from "#domain/resources/managed-accounts.ts";
import { managedSystemPolicies } from "#domain/resources/managed-system-policies.ts";
import { managedSystems } from "#domain/resources/managed-systems.ts";
import type { Operation } from "#operations/define-operation.ts";
import { readUserInfo } from "#operations/identity/userinfo.ts";
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
import { dryRunPolicies } from "#operations/policies/dry-run.ts";
import { explainPolicy } from "#operations/policies/explain-policy.ts";
import { listPolicies, listPolicyVersions, showPolicy } from "#operations/policies/read-policies.ts";
import { resetPolicy } from "#operations/policies/reset-policy.ts";
import { rollBackPolicy } from "#operations/policies/roll-back-policy.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";
import { inviteProxy } from "#operations/proxies/invite.ts";

import type { StructuredType } from "../odata/structured-type.ts";
import { structure, valueTypeOf } from "../v2/entity-type-of.ts";

/** An operation that no verb of an entity set runs, and what it answers. */
export interface WithoutSet {
  readonly operation: Operation;
  /** Null where it answers nothing. */
  readonly result: StructuredType | null;
  /** True where the answer is a list of such values. */
  readonly isList?: true;
  /** Why REST has no route to it, where it has none. */
  readonly withoutRoute?: string;
  /** True where the answer holds a secret that was made for this one call. */
  readonly givesSecret?: true;
}

const managedSystem = managedSystems.properties;
const managedAccount = managedAccounts.properties;
const policy = managedSystemPolicies.properties;
const version = policyVersions.properties;

const changedManagedSystem = structure("ChangedManagedSystem", {
  ...{ key: managedSystem.key, id: managedSystem.id, targetSystemKey: managedSystem.targetSystemKey },
  ...{ mode: managedSystem.mode, enabled: managedSystem.enabled },
});

const placedAccount = structure("PlacedManagedAccount", {
  ...{ key: managedAccount.key, accountKey: managedAccount.accountKey, policyId: managedAccount.policyId },
  ...{ managedSystemKey: managedAccount.managedSystemKey, status: managedAccount.status },
  nextRandomized: managedAccount.nextRandomized,
});

const changedManagedPolicy = structure("ChangedManagedSystemPolicy", {
  ...{ id: policy.id, mode: policy.mode, enabled: policy.enabled, changeIntervalHours: policy.changeIntervalHours },
});

const dependant = valueTypeOf(managedAccountDependants, "ChangedDependant");

const changedPolicy = structure("PolicyVersion", {
  name: version.name.shown("The policy."),
  number: version.number.shown("The number of the change, counted for each policy."),
  action: version.action.shown("What was done."),
  before: version.before.shown("What was stored before; null = the default held."),
  after: version.after.shown("What is stored from then on; null = the default holds."),
  enabled: version.enabled.shown("Whether what is stored is in force."),
  changedBy: version.changedBy.shown("Who did it."),
  changedAt: version.changedAt.shown("When."),
  comment: version.comment.shown("Why, in words."),
});

const storedPolicy = structure("StoredPolicy", {
  expression: longText().shown("What is stored."),
  enabled: flag().shown("Whether it is in force."),
  number: integer().shown("The number of its newest change."),
});

const policyView = structure("PolicyView", {
  name: text().shown("Its name."),
  expression: longText().shown("What is asked now."),
  source: oneOf(["default", "stored"]).shown("Where that stands."),
  default: longText().shown("What holds where nothing is stored."),
  stored: { type: storedPolicy, nullable: true, description: "What is stored; null = nothing." },
  fault: text().optional().shown("Why it denies everybody; null = it can be asked."),
  resource: text().optional().shown("What it is told of; null = of nothing."),
  fields: {
    type: { name: "PolicyFields", properties: {}, open: true },
    description: "The fields of that, with their types.",
  },
});

const explainedPart = structure("ExplainedPart", {
  depth: integer().shown("How deep it stands inside other parts; 0 = the whole policy."),
  text: text().shown("The part."),
  line: integer().shown("Its line, from 1."),
  column: integer().shown("Its column, from 1."),
  outcome: oneOf(["value", "failed", "open"]).shown("Whether it has a value, fails, or depends on the resource."),
  value: text().shown("The value as JSON, or why there is none."),
});

const policyExplanation = structure("PolicyExplanation", {
  name: text().shown("The policy."),
  userId: text().shown("The user."),
  allowed: flag().shown("Whether it allows."),
  reason: text().shown("Why."),
  expression: longText().shown("What was asked."),
  parts: { type: explainedPart, collection: true, description: "Every part, each before the parts in it." },
  rows: text().optional().shown("Which rows it lets the user see; null = it is no rule on rows."),
});

const exampleUser = structure("DryRunUser", {
  user: text().shown("The id of the user."),
  rows: integer().optional().shown("How many rows; null = the right itself is meant."),
  keys: list(text()).shown("The keys of some of them."),
});

const shift = structure("DryRunShift", {
  users: integer().shown("How many users."),
  rows: integer().shown("How many rows."),
  examples: { type: exampleUser, collection: true, description: "Some of them." },
});

const dryRun = structure("DryRun", {
  users: {
    type: structure("ComparedUsers", {
      compared: integer().shown("How many were compared."),
      total: integer().shown("How many there are."),
    }),
    description: "How many users were compared.",
  },
  policies: {
    type: structure("PolicyEffect", {
      name: text().shown("The policy."),
      kind: oneOf(["calls", "rows", "sample"]).shown(
        "Whether the right itself was compared, every row, or some rows of some users.",
      ),
      table: text().optional().shown("The table whose rows are meant; null = there are none."),
      gained: { type: shift, description: "What would be gained." },
      lost: { type: shift, description: "What would be lost." },
    }),
    collection: true,
    description: "What each policy would do.",
  },
});

const userInfo = structure("UserInfo", {
  sub: guid().shown("The key of the user."),
  username: text().shown("The id of the user."),
  scope: text().shown("The scopes of the token, with blanks between them; empty where none was shown."),
});

const invitation = structure("Invitation", {
  proxyId: text().shown("The proxy."),
  token: text().shown("The token with which it enrols, which is shown this once."),
  expiresAt: time().shown("Until when it can be used."),
});

// What an operation takes and gives does not matter to a table of all of them.
const row = (operation: unknown, result: StructuredType | null, more: Partial<WithoutSet> = {}): WithoutSet => ({
  operation: operation as Operation,
  result,
  ...more,
});

const setUp = { withoutRoute: "set up by those who run the installation: its sets are only read" };
const policyFiles = { withoutRoute: "policies have no set: they are written as files" };

/** The operations that users may call and no entity set has as a verb. */
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
  row(listPolicies, policyView, { ...policyFiles, isList: true }),
  row(showPolicy, policyView, policyFiles),
  row(listPolicyVersions, changedPolicy, { ...policyFiles, isList: true }),
  row(setPolicy, changedPolicy, policyFiles),
  row(resetPolicy, changedPolicy, policyFiles),
  row(rollBackPolicy, changedPolicy, policyFiles),
  row(explainPolicy, policyExplanation, policyFiles),
  row(dryRunPolicies, dryRun, policyFiles),
];
