import type { StepSubject } from "../mass-resets/step-subject.ts";
import { massStepActs } from "../mass-resets/steps.ts";
import { bigInteger, flag, guid, integer, json, longText, oneOf, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/**
 * Steps of onboarding and offboarding, each an act on a user, an account or a membership, with its end. They are items of the run with the key of
 * the mass reset; a step that gives or ends access follows the request that does so.
 */
export const massResetSteps = resource("massResetSteps", {
  class: "local",
  holds: "data",
  key: "key",
  entity: { type: "MassResetStep", key: "massResetStepKey" },
  properties: {
    key: guid().policy().shown("Key of the row."),
    runKey: guid().policy().label("Mass reset").shown("Key of the mass reset."),
    line: integer().shown(
      "Line of the file that names the person; the number of the person or account where no file does.",
    ),
    act: oneOf(massStepActs)
      .label("Step")
      .memberLabels({
        addUser: "add user",
        addAccount: "create account",
        join: "request membership",
        request: "request template",
        passwords: "first passwords",
        leave: "let leave",
        disableUser: "disable user",
        endMembership: "end membership",
        disableAccount: "disable account",
        deleteAccount: "delete account",
      })
      .shown("Act of the step."),
    userKey: guid().optional().policy().label("User").shown("Key of the user; null if there is none, or not yet."),
    userId: text(400).optional().searched().label("User id").shown("Id of the user; null if there is none."),
    targetSystemKey: text()
      .searched()
      .policy()
      .label("Target system")
      .shown("Key of the target system; empty for a step on none."),
    accountKey: guid().optional().shown("Key of the account; null if the step is about none, or creates it."),
    accountName: text(400)
      .optional()
      .searched()
      .label("Account")
      .shown("Name of the account; null if the step is about none."),
    groupName: text(400).optional().label("Group").shown("Name of the group; null if the step is about none."),
    /** Subject of the act: the columns of a new user, the key of a group, a grant or a template. */
    subject: json<StepSubject>(),
    /** Key of the step that must have ended before. */
    afterKey: guid().optional(),
    isReady: flag(true),
    isCanary: flag(false).label("Canary").shown("True if it is carried out before the others."),
    /** Key of the operation, the request, the batch or the grant that carries the act out; null before it. */
    followedKey: guid().optional(),
    requestKey: guid()
      .optional()
      .label("Request")
      .shown("Key of the request that carries the step out; null if there is none, or not yet."),
    performedAt: time().optional(),
    sends: integer().initially(0).label("Attempts").shown("Number of attempts."),
    nextTryAt: time().optional().label("Next attempt").shown("Time of the next attempt; null for as soon as possible."),
    deadlineAt: time().optional(),
    steadyDeadline: bigInteger().optional(),
    result: oneOf(["S", "F", "X"])
      .optional()
      .policy()
      .memberLabels({ S: "done", F: "failed", X: "skipped" })
      .shown("Result: S (done), F (failed) or X (skipped); null if open."),
    errorCode: text(60).optional().label("Code").shown("Code of the failure or the reason for which it was skipped."),
    message: longText().optional().label("Explanation").shown("Words of the service or of the target system."),
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
    index("runKey", "result"),
    index("runKey", "targetSystemKey", "result", "begunAt"),
    index("runKey", "line"),
    index("afterKey"),
  ],
  policies: { massResetStep: {} },
});
