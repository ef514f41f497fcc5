import { commentMaxCharacters, policyMaxCharacters } from "../limits.ts";
import {
  canariesMax,
  deliveryHoursDefault,
  deliveryHoursMax,
  failureShareMaxDefault,
  failuresMaxDefault,
  massResetAccountsMax,
  ratePerMinuteMax,
} from "../mass-reset-limits.ts";
import {
  type ChosenOnTarget,
  massResetActs,
  massResetChoices,
  massResetDeliveries,
  massResetPauses,
  massResetStates,
  type SkippedAccounts,
} from "../mass-resets/mass-reset.ts";
import { massResetActions, offboardingEnds } from "../mass-resets/steps.ts";
import { bigInteger, flag, guid, integer, json, list, longText, oneOf, sealed, text, time } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { counted, index, resource, unique } from "./format/resource.ts";

/** Mass resets of passwords, each with its choice of accounts, its rules and how far it has come. Its run has the same key. */
export const massResets = resource("massResets", {
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "MassReset", key: "massResetKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the mass reset, and of its run."),
    number: text(40).ordered().lookedUp().searched().shown("Number of the mass reset: YYYYMMDD-N."),
    reason: longText()
      .givenOnce()
      .format("filled")
      .atMost(commentMaxCharacters)
      .searched()
      .shown("Reason for the mass reset."),
    action: oneOf(massResetActions)
      .initially("reset")
      .givenOnce()
      .policy()
      .memberLabels({ reset: "reset passwords", onboard: "onboard people", offboard: "offboard people" })
      .shown(
        "Action: reset (passwords of accounts), onboard (people of a file, with accounts and memberships) or offboard (end access).",
      ),
    ends: list(oneOf(offboardingEnds))
      .optional()
      .givenOnce()
      .shown(
        "Ends of an offboarding: leave (with all steps of leaving) or disableUser; memberships; disableAccounts or deleteAccounts. Null for another action.",
      ),
    templateKey: guid()
      .optional()
      .givenOnce()
      .label("Template")
      .shown(
        "Key of the template that is requested for each person of an onboarding whose line names none; null for none.",
      ),
    includePrivileged: flag(false)
      .givenOnce()
      .label("Privileged access too")
      .shown(
        "True if superusers and privileged accounts are concerned too, which userKeys, accountKeys or a file must name; a condition never selects them.",
      ),
    includeOwn: flag(false)
      .givenOnce()
      .label("Own accounts too")
      .shown("True if passwords of accounts of the user who starts it are reset too."),
    passwordsKey: guid()
      .optional()
      .label("First passwords")
      .shown(
        "Key of the mass reset that sets and delivers the first passwords of an onboarding; null if there is none yet.",
      ),
    state: oneOf(massResetStates)
      .initially("draft")
      .policy()
      .label("Status")
      .shown("State of the mass reset: draft, queued, running, paused, stopped or ended."),
    chosenBy: oneOf(massResetChoices)
      .label("Chosen by")
      .shown(
        "Way in which the accounts are chosen: by a condition on their owners, as users or accounts, or by a file.",
      ),
    condition: longText()
      .optional()
      .givenOnce()
      .format("filled")
      .atMost(policyMaxCharacters)
      .shown("Condition on the owners of the accounts, in the syntax of $filter on users; null for another choice."),
    targetSystemKeys: list(text())
      .optional()
      .givenOnce()
      .label("Target systems")
      .shown(
        "Keys of the target systems to which the choice is limited, null for all; of an onboarding those on which each person gets an account whose line names none.",
      ),
    targetGroupIds: list(text())
      .optional()
      .givenOnce()
      .label("Target groups")
      .shown("Ids of the target groups to which the choice is limited; null for all."),
    withoutOwner: flag(false)
      .givenOnce()
      .label("Accounts without owner")
      .shown("True if chosen accounts without an owner are reset too."),
    passwordPolicyId: text()
      .optional()
      .givenOnce()
      .label("Password policy")
      .shown("Id of a password policy that all new passwords keep besides those of their accounts; null for none."),
    mustChange: flag(false)
      .givenOnce()
      .label("Must change")
      .shown("True if the owners must change the new passwords at the next sign-in."),
    endSessions: flag(false)
      .givenOnce()
      .label("End sessions")
      .shown("True if all sessions and tokens of the owners end when their first password is reset."),
    delivery: oneOf(massResetDeliveries)
      .initially("none")
      .givenOnce()
      .shown(
        "Delivery of the new passwords: none, a file for the user who starts it, a one-time link to each owner, or once in My access.",
      ),
    deliveryHours: integer()
      .initially(deliveryHoursDefault)
      .givenOnce()
      .between(1, deliveryHoursMax)
      .label("Hours of the delivery")
      .shown(`Hours for which passwords that wait for their delivery are kept; ${deliveryHoursDefault} by default.`),
    canaries: integer()
      .initially(0)
      .givenOnce()
      .between(0, canariesMax)
      .label("Canary accounts")
      .shown("Number of accounts per target system that are reset before all others; 0 for none."),
    canaryFailuresMax: integer()
      .initially(0)
      .givenOnce()
      .between(0, canariesMax)
      .label("Failed canary accounts")
      .shown("Number of canary accounts that may fail before the mass reset pauses by itself; 0 by default."),
    failuresMax: integer()
      .initially(failuresMaxDefault)
      .givenOnce()
      .between(0, massResetAccountsMax)
      .label("Failures")
      .shown(`Number of failures above which the mass reset pauses by itself; ${failuresMaxDefault} by default.`),
    failureShareMax: integer()
      .initially(failureShareMaxDefault)
      .givenOnce()
      .between(0, 100)
      .label("Share of failures")
      .shown(
        `Percent of failures among ended accounts above which the mass reset pauses by itself; ${failureShareMaxDefault} by default.`,
      ),
    ratePerMinute: integer()
      .optional()
      .givenOnce()
      .between(1, ratePerMinuteMax)
      .label("Rate")
      .shown("Largest number of accounts per minute on each target system; null for no limit."),
    people: integer().initially(0).label("Users").shown("Number of users whom it concerns."),
    accounts: integer()
      .initially(0)
      .shown(
        "Number of accounts that are reset, or of steps of onboarding or offboarding, by the last trial or the start.",
      ),
    chosen: json<readonly ChosenOnTarget[]>()
      .label("Per target system")
      .shown("Accounts that are reset, by target system."),
    skipped: json<readonly SkippedAccounts[]>().shown("Accounts that are skipped, by reason."),
    trialAt: time().optional().label("Last trial").shown("Time of the last trial."),
    requesterKey: guid()
      .optional()
      .policy()
      .label("Created by")
      .shown("Key of the user who created the mass reset; null for the operator of the service."),
    startedByKey: guid()
      .optional()
      .policy()
      .label("Started by")
      .shown("Key of the user who started it; null if it was not started, or by the operator of the service."),
    pausedBecause: oneOf(massResetPauses)
      .optional()
      .label("Paused because")
      .memberLabels({ asked: "paused by a user", canary: "canary accounts failed", failures: "too many failures" })
      .shown("Reason for the pause: asked (by a user), canary or failures; null if it is not paused."),
    problem: longText().optional().shown("Explanation of the pause; null if it did not pause by itself."),
    requestId: text().shown("Id of the call that created the mass reset."),
    createdAt: time().ordered().label("Created").shown("Time of creation."),
    startedAt: time().optional().label("Started").shown("Time at which it was started; null if it was not."),
    endedAt: time().optional().label("Ended").shown("Time at which it ended or was stopped; null if it has not."),
    /** True if canary accounts hold up no others: there are none, or it was resumed after they failed. */
    canariesOver: flag(false),
    /** Counts at the last resumption, from which on failures count. */
    endedBefore: integer().initially(0),
    failedBefore: integer().initially(0),
  },
  relations: {
    requester: one("users", "requesterKey"),
    startedBy: one("users", "startedByKey"),
    run: one("runs", "key"),
    items: many("massResetAccounts", "runKey"),
    steps: many("massResetSteps", "runKey"),
    targets: many("massResetTargets", "runKey"),
  },
  indexes: [index("createdAt", "key"), counted("number", "key"), index("state", "createdAt")],
  policies: { massReset: {} },
});

/**
 * Accounts of mass resets, each with its end: one row for each account that was chosen, also for the skipped ones. They are items of the run
 * with the key of the mass reset.
 */
export const massResetAccounts = resource("massResetAccounts", {
  class: "local",
  holds: "data",
  key: "key",
  entity: { type: "MassResetAccount", key: "massResetAccountKey" },
  properties: {
    key: guid().policy().shown("Key of the row."),
    runKey: guid().policy().label("Mass reset").shown("Key of the mass reset."),
    accountKey: guid().policy().shown("Key of the account."),
    accountName: text(400).searched().label("Account").shown("Name of the account when the mass reset was started."),
    targetSystemKey: text().searched().policy().label("Target system").shown("Key of the target system."),
    userKey: guid().optional().policy().label("Owner").shown("Key of the owner of the account; null if it has none."),
    act: oneOf(massResetActs)
      .label("Way")
      .memberLabels({ set: "password set", randomize: "randomized by the vault" })
      .shown(
        "Act: set (the password is set) or randomize (the vault manages the account and randomizes its password).",
      ),
    isCanary: flag(false).label("Canary").shown("True if it is reset before the others."),
    /** Key of the account again while the row is in hand: one mass reset at a time has an account. Unique in the database. */
    openAccountKey: guid().optional(),
    /** Id of the target group in which all accounts of the owner get the same password; null if the account has its own. */
    sharedBy: text().optional(),
    managedAccountKey: guid()
      .optional()
      .label("Managed account")
      .shown("Key of the managed account; null if the vault does not manage the account."),
    vaultRunKey: guid()
      .optional()
      .label("Run of the vault")
      .shown("Key of the run that randomizes the managed account; null if there is none."),
    proxyServer: text().optional().policy().label("Proxy").shown("Proxy that performs it."),
    /** Number of this change among those of the account's password. */
    turn: integer().optional(),
    /** New password, from before it is sent until the end of the row, or until it is delivered. */
    password: sealed().optional(),
    sends: integer().initially(0).label("Attempts").shown("Number of times that it was sent."),
    nextTryAt: time().optional().label("Next attempt").shown("Time of the next attempt; null for as soon as possible."),
    deadlineAt: time().optional(),
    /** Deadline in the time that has passed, which no clock moves (`SteadyTime`). */
    steadyDeadline: bigInteger().optional(),
    result: oneOf(["S", "F", "X"])
      .optional()
      .policy()
      .memberLabels({ S: "reset", F: "failed", X: "skipped" })
      .shown("Result: S (the target system has confirmed the new password), F (failed) or X (skipped); null if open."),
    errorCode: text(60).optional().label("Code").shown("Code of the failure or the reason for which it was skipped."),
    message: text(400).optional().label("Explanation").shown("Words of the target system, or of the service."),
    outcomeSignature: text(200).optional(),
    createdAt: time(),
    begunAt: time().optional().label("Begun").shown("Time at which it was begun; null if it was not."),
    endedAt: time().optional().label("Ended").shown("Time at which it ended; null if it has not."),
    followedByKey: guid().optional(),
  },
  relations: {
    massReset: one("massResets", "runKey"),
    account: one("accounts", "accountKey"),
    person: one("users", "userKey"),
  },
  indexes: [
    unique("notShared", "openAccountKey"),
    unique("notShared", "runKey", "accountKey"),
    index("runKey", "result", "nextTryAt"),
    index("runKey", "targetSystemKey", "result", "openAccountKey"),
    index("runKey", "userKey", "result"),
    index("accountKey", "turn"),
    index("proxyServer", "result"),
  ],
  policies: { massResetAccount: {} },
});

/** Target systems of mass resets, each with the counts of its accounts. */
export const massResetTargets = resource("massResetTargets", {
  class: "local",
  holds: "data",
  key: "key",
  entity: { type: "MassResetTarget", key: "massResetTargetKey" },
  properties: {
    key: guid().policy().shown("Key of the row."),
    runKey: guid().policy().label("Mass reset").shown("Key of the mass reset."),
    targetSystemKey: text().policy().label("Target system").shown("Key of the target system."),
    accounts: integer().initially(0).shown("Number of accounts, with those that were skipped."),
    done: integer().initially(0).shown("Number of accounts whose new password the target system has confirmed."),
    failed: integer().initially(0).shown("Number of accounts that failed."),
    leftOut: integer().initially(0).label("Skipped").shown("Number of accounts that were skipped."),
    canaries: integer().initially(0).label("Canary accounts").shown("Number of canary accounts."),
    canariesEnded: integer().initially(0).label("Canary accounts ended").shown("Number of canary accounts that ended."),
    canariesFailed: integer()
      .initially(0)
      .label("Canary accounts failed")
      .shown("Number of canary accounts that failed."),
    /** Steady time from which on the next account may begin, where there is a rate. */
    nextBeginAt: bigInteger().optional(),
  },
  relations: {
    massReset: one("massResets", "runKey"),
    targetSystem: one("targetSystems", "targetSystemKey"),
  },
  indexes: [unique("notShared", "runKey", "targetSystemKey")],
  policies: { massResetTarget: {} },
});
