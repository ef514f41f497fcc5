import { checkoutReasonMaxCharacters, ticketMaxCharacters } from "../checkout-limits.ts";
import { checkoutStatuses } from "../checkouts/checkout-status.ts";
import { flag, guid, integer, list, longText, oneOf, text, time } from "./format/builders.ts";
import { alike, many, one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Check-outs of privileged passwords. */
export const checkouts = resource("checkouts", {
  class: "owned",
  key: "key",
  entity: { type: "Checkout", key: "checkoutKey" },
  properties: {
    key: guid().ordered().policy().shown("Its key."),
    managedAccountKey: guid().givenOnce().policy().shown("The managed account whose password is handed out."),
    policyId: text().policy().shown("The managed system policy under which it was asked for."),
    userKey: guid().policy().shown("Who gets the password."),
    requestKey: guid().optional().shown("The request that asked for it; null = none was needed."),
    operationKey: guid().optional(),
    status: oneOf(checkoutStatuses)
      .policy()
      .shown(
        "How far the check-out has come: requested, approved (it waits for its turn), checkedOut, and its ends: checkedIn, expired, revoked, denied, withdrawn.",
      ),
    reason: longText().givenOnce().format("filled").atMost(checkoutReasonMaxCharacters).searched().shown("Why."),
    ticket: text(ticketMaxCharacters)
      .optional()
      .givenOnce()
      .format("filled")
      .searched()
      .shown("The number of the ticket that asks for it; null = none."),
    minutes: integer().givenOnce().atLeast(1).shown("For how many minutes; they count from when it is handed out."),
    startAt: time().optional().givenOnce().shown("Not to be handed out before; null = as soon as it may."),
    breakGlass: flag(false).policy().shown("Whether it was taken in an emergency, without approval."),
    vouchedByKey: guid().optional().shown("Who gave the second proof of an emergency; null = it is none."),
    reviewedAt: time().optional().shown("When an emergency was reviewed; null = it is none, or waits for it."),
    reviewedByKey: guid().optional().shown("Who has reviewed the emergency; null = nobody (yet)."),
    review: text(checkoutReasonMaxCharacters).optional().shown("What the review has come to; null = nothing yet."),
    requestedAt: time().ordered().shown("When it was asked for."),
    approvedAt: time().optional().shown("When it was authorized; null = not yet."),
    checkedOutAt: time().optional().shown("When the password was handed out; null = not yet."),
    expiresAt: time().optional().shown("When it is checked in by itself; null = not checked out yet."),
    extensions: integer().initially(0).shown("How often it was extended."),
    warnedAt: time().optional(),
    endedAt: time().optional().shown("When it ended; null = it has not."),
    endedByKey: guid().optional().shown("Who has ended it; null = nobody, or the service itself."),
    endReason: text(checkoutReasonMaxCharacters)
      .optional()
      .shown("Why it ended, where that needs words; null = it does not."),
    /** Session in which the password was last disclosed: when it ends, so does the check-out. */
    sessionKey: text().optional(),
    /** `tokenVersion` of the user at the time of the check-out. */
    userVersion: integer().optional(),
    /** Keys of the vault entries that the holder may know. */
    knownKeys: list(guid()).optional(),
    awaitsChange: flag(false).policy().shown("Whether its password is still to be changed because it was handed out."),
    changedAt: time().optional().shown("When the password was known to have been changed after it; null = not (yet)."),
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
