import { checkoutRights } from "#domain/checkouts/checkout-rights.ts";
import { flag, integer, oneOf, text } from "#domain/resources/format/builders.ts";
import { managedSystemPolicies as resource } from "#domain/resources/managed-system-policies.ts";
import { listCommand, unlistCommand } from "#operations/checkouts/change-commands.ts";
import { grantCheckoutRight, withdrawCheckoutRight } from "#operations/checkouts/change-rights.ts";
import { setCheckoutPhases } from "#operations/checkouts/set-checkout-phases.ts";
import { randomizeManagedSystemPolicy, verifyManagedSystemPolicy } from "#operations/managed-accounts/ask-for-runs.ts";

import { action } from "./action.ts";
import { authorizationPhase } from "./authorization-phases.ts";
import { structure } from "./entity-type-of.ts";
import { managedAccountTerms } from "./managed-accounts.ts";
import { managedSystemTerms } from "./managed-systems.ts";
import { resourceSet } from "./resource-set.ts";
import { runAsked } from "./runs.ts";

const right = {
  right: oneOf(checkoutRights).shown("The right: see, ask, preApproved, manage or breakGlass."),
  userClassId: text().shown("The user class whose members have it."),
};
const changedRight = {
  parameters: right,
  result: structure("ChangedRight", {
    key: text().shown("The policy."),
    ...right,
    given: flag().shown("True if the members have the permission now."),
  }),
};
const commandName = text().shown("Name of the command.");
const changedCommand = structure("ChangedCommand", {
  key: text().shown("The policy."),
  name: commandName,
  listed: flag().shown("True if the command may be run now."),
});
const confirm = flag(false).shown("Says that many passwords may be changed, where the service asks for it.");

/** Policies for the change and check-out of privileged passwords, with the systems and accounts that they hold for. */
export const managedSystemPolicies = resourceSet(resource, {
  properties: { authorizationPhases: { type: authorizationPhase, collection: true, needs: ["id"] } },
  attachment: "managedSystemPolicy",
  actions: {
    randomize: action(randomizeManagedSystemPolicy, { ...runAsked, parameters: { confirm } }),
    verify: action(verifyManagedSystemPolicy, runAsked),
    grantRight: action(grantCheckoutRight, changedRight),
    withdrawRight: action(withdrawCheckoutRight, changedRight),
    listCommand: action(listCommand, {
      parameters: {
        name: commandName,
        command: text().shown("The line that is run as the account, in the target's own language."),
      },
      result: changedCommand,
    }),
    unlistCommand: action(unlistCommand, { parameters: { name: commandName }, result: changedCommand }),
    setAuthorizationPhases: action(setCheckoutPhases, {
      parameters: {
        authorizationPhases: {
          type: authorizationPhase,
          collection: true,
          description:
            "The phases that a check-out has to pass, in the place of those that are there; an empty list = none.",
        },
      },
      result: structure("AuthorizedPolicy", {
        key: text().shown("The policy."),
        phases: integer().shown("Number of approval phases of a check-out."),
      }),
    }),
  },
  ways: {
    rights: { contained: {} },
    commands: { contained: { usualOrder: ["name"] } },
    managedSystems: { contained: managedSystemTerms },
    managedAccounts: { contained: managedAccountTerms },
  },
});
