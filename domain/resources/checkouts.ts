import { checkoutReasonMaxCharacters, ticketMaxCharacters } from "../checkout-limits.ts";
import { checkoutStatuses } from "../checkouts/checkout-status.ts";
import { flag, guid, integer, list, longText, oneOf, text, time } from "./format/builders.ts";
import { alike, many, one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Check-outs of privileged passwords. */
export const checkouts = resource("checkouts", {
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "Checkout", key: "checkoutKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the check-out."),
    managedAccountKey: guid().givenOnce().policy().shown("Key of the managed account whose password is checked out."),
    policyId: text().policy().shown("Id of the managed system policy that applied to the request."),
    userKey: guid().policy().shown("Key of the holder."),
    requestKey: guid().optional().shown("Key of the access request; null if none was needed."),
    operationKey: guid().optional(),
    status: oneOf(checkoutStatuses)
      .policy()
      .shown(
        "Status of the check-out: requested, approved (scheduled or queued), checkedOut, or closed as checkedIn, expired, revoked, denied or withdrawn.",
      ),
    reason: longText()
      .givenOnce()
      .format("filled")
      .atMost(checkoutReasonMaxCharacters)
      .searched()
      .shown("Reason given by the holder."),
    ticket: text(ticketMaxCharacters)
      .optional()
      .givenOnce()
      .format("filled")
      .searched()
      .shown("Ticket number; null if none."),
    minutes: integer()
      .givenOnce()
      .atLeast(1)
      .shown("Minutes for which the password is checked out, from the check-out on."),
    startAt: time().optional().givenOnce().shown("Earliest time of the check-out; null for as soon as possible."),
    breakGlass: flag(false).policy().shown("True for emergency access, without approval."),
    vouchedByKey: guid().optional().shown("Key of the second person who confirmed the emergency access; null if none."),
    reviewedAt: time()
      .optional()
      .shown("Time at which the emergency access was reviewed; null if it was not, or if there was none."),
    reviewedByKey: guid().optional().shown("Key of the reviewer of the emergency access; null if it was not reviewed."),
    review: text(checkoutReasonMaxCharacters).optional().shown("Result of the review; null if there is none."),
    requestedAt: time().ordered().shown("Time of the request."),
    approvedAt: time().optional().shown("Time of the approval; null if not approved."),
    checkedOutAt: time().optional().shown("Time at which the password was checked out; null if it was not."),
    expiresAt: time()
      .optional()
      .shown("Time at which the password is checked in automatically; null if it is not checked out yet."),
    extensions: integer().initially(0).shown("Number of extensions."),
    warnedAt: time().optional(),
    endedAt: time().optional().shown("Time at which the check-out ended; null if it has not ended."),
    endedByKey: guid()
      .optional()
      .shown("Key of the user who ended the check-out; null if it has not ended, or ended automatically."),
    endReason: text(checkoutReasonMaxCharacters)
      .optional()
      .shown("Reason for the end, where one is recorded; null if none."),
    /** Session in which the password was last disclosed: when it ends, so does the check-out. */
    sessionKey: text().optional(),
    /** `tokenVersion` of the user at the time of the check-out. */
    userVersion: integer().optional(),
    /** Keys of the vault entries that the holder may know. */
    knownKeys: list(guid()).optional(),
    awaitsChange: flag(false).policy().shown("True if the password has not been randomized since the check-out."),
    changedAt: time()
      .optional()
      .shown("Time at which the password was confirmed to be changed after the check-out; null if it was not."),
    /** Key of the run that was requested for the change. */
    runKey: guid().optional(),
  },
  relations: {
    user: one("users", "userKey"),
    managedAccount: one("managedAccounts", "managedAccountKey"),
    request: one("requests", "requestKey"),
    disclosures: many("disclosures", "checkoutKey"),
    rights: alike("checkoutRights", "policyId", "policyId"),
    commands: alike("listedCommands", "policyId", "policyId"),
  },
  indexes: [
    index("managedAccountKey", "status"),
    index("managedAccountKey", "awaitsChange"),
    index("managedAccountKey", "requestedAt", "key"),
    index("policyId", "requestedAt"),
    index("userKey", "requestedAt"),
    index("requestKey"),
    index("status", "requestedAt", "key"),
    index("requestedAt", "key"),
  ],
  policies: {
    checkout: {
      lists: {
        managerKeys: {
          relation: "rights",
          only: { column: "right", value: "manage" },
          through: "members",
          column: "userKey",
        },
        seerKeys: {
          relation: "rights",
          only: { column: "right", value: "see" },
          through: "members",
          column: "userKey",
        },
      },
    },
    checkoutSubmission: { fields: ["managedAccountKey", "policyId"], lists: { holderKeys: { column: "userKey" } } },
  },
});
