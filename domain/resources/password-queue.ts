import type { OperationCode } from "../requests/operation-codes.ts";
import { queuedPasswordStates } from "../requests/password-queue.ts";
import { flag, guid, integer, longText, oneOf, sealed, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Password changes that failed because a target system did not answer, and that are still to be made; at most one for each account. */
export const passwordQueue = resource("passwordQueue", {
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "QueuedPassword", key: "queuedPasswordKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the entry."),
    accountKey: guid().policy().shown("Key of the account."),
    accountName: text(400).searched().shown("Name of the account when the change was queued."),
    targetSystemKey: text().searched().policy().shown("Key of the target system."),
    userKey: guid().optional().policy().shown("Key of the owner of the account; null if it has none."),
    requesterKey: guid().policy().shown("Key of the user who changed the password; empty for the service itself."),
    /** Recipient of the request that failed, for whom the tries are. */
    recipientKey: text(),
    code: text<OperationCode>(20).shown("Code of the operation: PWRS (reset password) or PWCH (change password)."),
    /** Number of the change among those of its account. */
    turn: integer(),
    password: sealed(),
    currentPassword: sealed().optional(),
    mustChange: flag(false),
    /** Key of the account whose reported change it repeats; null if it repeats none. */
    reportedAccountKey: guid().optional(),
    /** True if the target system may have the password already, so that a try looks first. */
    maybeSet: flag(false),
    /** Digest of the place to which the password was to be brought; it is brought nowhere else. */
    place: text(),
    state: oneOf(queuedPasswordStates)
      .initially("waiting")
      .policy()
      .label("Status")
      .shown("State of the entry: waiting, or trying while an operation brings the password to the target system."),
    tries: integer().initially(0).label("Attempts").shown("Number of attempts since the change was queued."),
    nextTryAt: time()
      .optional()
      .label("Next attempt")
      .shown("Time of the next attempt; null if an operator has to retry it."),
    lastTriedAt: time().label("Last attempt").shown("Time at which the last attempt failed, or was begun."),
    operationKey: guid().shown("Key of the operation of the last attempt."),
    requestKey: guid().shown("Key of the request whose change failed."),
    errorCode: text(60).optional().shown("Code of the last failure."),
    errorMessage: longText()
      .optional()
      .label("Last failure")
      .shown("Words of the last failure, as the target system gave them."),
    queuedAt: time().ordered().label("Queued").shown("Time at which the change was queued."),
    expiresAt: time().ordered().label("Expires").shown("Time at which the change is given up."),
  },
  relations: {
    account: one("accounts", "accountKey"),
    user: one("users", "userKey"),
    operation: one("requestOperations", "operationKey"),
  },
  indexes: [
    unique("homeNode", "accountKey"),
    index("userKey"),
    index("targetSystemKey"),
    index("queuedAt", "key"),
    index("expiresAt", "key"),
  ],
  policies: { queuedPassword: {} },
});
