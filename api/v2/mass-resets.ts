import { fileFaultsShownMax, massResetKeysMax } from "#domain/mass-reset-limits.ts";
import { massResetActs, massResetSkips, massResetStates } from "#domain/mass-resets/mass-reset.ts";
import { massStepActs } from "#domain/mass-resets/steps.ts";
import { flag, guid, integer, list, longText, oneOf, text } from "#domain/resources/format/builders.ts";
import { massResets as resource } from "#domain/resources/mass-resets.ts";
import { pauseMassReset, resumeMassReset, stopMassReset } from "#operations/mass-resets/change-mass-resets.ts";
import { chooseMore } from "#operations/mass-resets/choose-more.ts";
import { addMassReset } from "#operations/mass-resets/create-mass-reset.ts";
import { massResetProgress } from "#operations/mass-resets/read-mass-resets.ts";
import { removeMassReset } from "#operations/mass-resets/remove-mass-reset.ts";
import { startMassReset } from "#operations/mass-resets/start-mass-reset.ts";
import { trialMassReset } from "#operations/mass-resets/trial-mass-reset.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const chosenType = structure("ChosenOnTarget", {
  targetSystemKey: text().shown("Key of the target system."),
  accounts: integer().shown("Number of accounts that are reset."),
  managed: integer().shown("Number of those among them that the vault randomizes."),
});

const skippedType = structure("SkippedAccounts", {
  because: oneOf(massResetSkips).shown("Reason for which they are skipped."),
  accounts: integer().shown("Number of accounts."),
});

const keys = (what: string) =>
  list(guid())
    .optional()
    .shown(`Keys of the ${what}, at most ${massResetKeysMax} by one call; null for another choice.`);

/** Ways to choose by lists, of which a call has one. */
const choices = {
  userKeys: keys("users whose accounts are chosen"),
  accountKeys: keys("accounts"),
  file: longText()
    .optional()
    .shown(
      "File of comma-separated values with a line of names: user (id of the user), or account and target (name of the account and key of its target system); of an onboarding id and other columns of a file of people, accounts, groups and template. Null for another choice.",
    ),
  lineOffset: integer()
    .optional()
    .shown("Number of lines before those of the file, if it is a part of a longer one; null for none."),
  skipFaults: flag()
    .optional()
    .shown(
      `True to leave out lines of the file that name nobody or several; without it the file is refused, with the first ${fileFaultsShownMax} of them.`,
    ),
} as const;

const changed = {
  result: structure("ChangedMassReset", {
    key: guid().shown("Key of the mass reset."),
    state: oneOf(massResetStates).shown("State of the mass reset."),
  }),
};

const trial = structure("MassResetTrial", {
  key: guid().shown("Key of the mass reset."),
  people: integer().shown("Number of owners of the accounts that would be reset."),
  accounts: integer().shown("Number of accounts that would be reset: expectCount of the start."),
  chosen: { type: chosenType, collection: true, description: "Accounts that would be reset, by target system." },
  skipped: { type: skippedType, collection: true, description: "Accounts that would be skipped, by reason." },
  needsConfirmation: flag().shown("True if so many users have accounts among them that the start needs confirm."),
  first: {
    type: structure("MassResetTrialAccount", {
      accountKey: guid().shown("Key of the account."),
      accountName: text().shown("Name of the account."),
      targetSystemKey: text().shown("Key of the target system."),
      userKey: guid().optional().shown("Key of the owner; null if it has none."),
      userId: text().optional().shown("Id of the owner; null if it has none."),
      act: oneOf(massResetActs).shown("Act: the password is set, or randomized by the vault."),
      because: oneOf(massResetSkips).optional().shown("Reason for which it would be skipped; null if it would not."),
    }),
    collection: true,
    description: "The first of the accounts.",
  },
  steps: {
    type: structure("MassResetTrialStep", {
      act: oneOf(massStepActs).shown("Act of the step."),
      userKey: guid().optional().shown("Key of the user; null if there is none yet."),
      userId: text().optional().shown("Id of the user; null if there is none."),
      targetSystemKey: text().shown("Key of the target system; empty for a step on none."),
      accountName: text().optional().shown("Name of the account; null if the step is about none."),
      groupName: text().optional().shown("Name of the group; null if the step is about none."),
      because: oneOf(massResetSkips).optional().shown("Reason for which it would be skipped; null if it would not."),
    }),
    collection: true,
    description: "The first steps of an onboarding or offboarding; empty for a reset.",
  },
});

/** Mass resets of passwords: created as drafts, tried, started, paused, resumed and stopped. */
export const massResets = resourceSet(resource, {
  properties: {
    chosen: { type: chosenType, collection: true },
    skipped: { type: skippedType, collection: true },
  },
  create: {
    ...verb(addMassReset),
    status: 201,
    parameters: structure("NewMassReset", choices).properties,
    example: {
      reason: "passwords were found on a stranger's server",
      condition: "attributes/any(a:a/name eq 'department' and a/value eq 'Sales')",
      mustChange: true,
      canaries: 5,
    },
  },
  remove: { ...verb(removeMassReset), status: 204 },
  functions: {
    progress: {
      ...verb(massResetProgress),
      result: structure("MassResetProgress", {
        accounts: integer().shown("Number of accounts that are known so far, with the skipped ones."),
        done: integer().shown("Number of accounts whose new password the target system has confirmed."),
        failed: integer().shown("Number of accounts that failed."),
        leftOut: integer().shown("Number of accounts that were skipped."),
        open: integer().shown("Number of accounts that have not ended."),
      }),
    },
  },
  actions: {
    choose: action(chooseMore, {
      parameters: choices,
      result: structure("ChosenMore", {
        key: guid().shown("Key of the mass reset."),
        users: integer().shown("Number of users that the call has added."),
        accounts: integer().shown("Number of accounts that the call has added."),
      }),
    }),
    trial: action(trialMassReset, {
      parameters: {
        accountsMax: integer().optional().shown("Most accounts in first; null for 10."),
      },
      result: trial,
    }),
    start: action(startMassReset, {
      parameters: {
        expectCount: integer().shown("Number of accounts of the trial; another present number is refused."),
        confirm: flag().optional().shown("True to reset accounts of many users; the refusal says when it is needed."),
      },
      result: structure("StartedMassReset", {
        key: guid().shown("Key of the mass reset."),
        number: text().shown("Number of the mass reset."),
        state: oneOf(massResetStates).shown("State of the mass reset."),
        accounts: integer().shown("Number of accounts that are reset."),
      }),
    }),
    pause: action(pauseMassReset, changed),
    resume: action(resumeMassReset, changed),
    stop: action(stopMassReset, changed),
  },
  ways: {
    requester: { linked: "people" },
    startedBy: { linked: "people" },
    items: { contained: { ways: { account: "linked", person: { linked: "people" } } } },
    steps: { contained: { ways: { account: "linked", person: { linked: "people" } } } },
    targets: { contained: {} },
  },
});
