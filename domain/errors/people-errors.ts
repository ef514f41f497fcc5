import { errorDefinitions } from "./error-definition.ts";

/** Errors of people who are added, changed or disabled by hand. */
export const peopleErrors = errorDefinitions({
  invalid: {
    USER_UNKNOWN: "No user has this ID. Look it up under /v2/users.",
    MANAGER_UNFIT: "A manager must be another user who does not report to this one. Look the key up under /v2/users.",
    STAY_UNFIT: "The end of a user must be later than the start. Change one of them, or send null for none.",
    SPONSOR_UNFIT:
      "A sponsor must be another enabled user, who is not sponsored by this one. Look the key up under /v2/users.",
    EXTERNAL_INCOMPLETE:
      "An external person needs a sponsor and an end within the longest time. Set sponsorKey and endsAt together.",
    MOVE_REVIEW_ITEM_UNKNOWN:
      "The review has no item with this key that waits for an answer. Reload its items, and leave the key out.",
    SEALED_PASSWORD_INVALID:
      "The sealed password cannot be opened, or is about another account or report than the call. Seal it again to the key in the settings of the sender.",
    PASSWORD_BLOCK_UNFIT:
      "A block is for one user or for one account. Give userKey or accountKey, not both, with the key of one that exists.",
    PASSWORD_BLOCK_PERIOD_UNFIT: "endsAt must be in the future and after beginsAt. Correct one of them, or omit it.",
    PASSWORD_LINK_INVALID: "The link is invalid, used or expired. Request a new one.",
  },
  conflict: {
    USER_EXISTS: "A user with this ID already exists. Choose another ID, or change the existing user.",
    USER_ID_IN_USE: "The current ID of this user is in use. Remove its uses first, then change the ID.",
    GROUP_OWNER_EXISTS: "This user was already added as an owner of the group.",
    GROUP_OWNER_OF_TARGET:
      "The target system names this user as an owner of the group. Request GROD, or change it there and run discovery.",
    SESSION_ENDED: "The session has already ended.",
    USER_IS_CALLER: "You cannot disable your own account. Ask another administrator.",
    USER_HAS_LEFT: "The end of this user has passed. Set endsAt to a later time or to null first, then try again.",
    SUPERUSER_STAYS:
      "A superuser has neither a start nor an end, so that the service always has one. Disable the user instead.",
    LAST_SUPERUSER: "This is the last enabled superuser. Enable another one first.",
    PASSWORD_RESET_BLOCKED:
      "Password resets are blocked for this user or account. Change the password with the present one, or ask an administrator to lift the block.",
    PASSWORD_SENDERS_MAX: "This target system has reached the limit of password senders. Revoke one of them first.",
    PASSWORD_SENDER_ENROLLED: "This password sender is enrolled. Revoke it before you delete it.",
    SENDER_TARGET_DISABLED:
      "The target system of this password sender is disabled, so its changes are not recorded and no password is judged. Enable the target system; what waits at the sender is reported then.",
    SENDER_SERIES_OVER:
      "Another series of reports has replaced this one, so it cannot be continued. Begin a new series with the changes that are left.",
    PASSWORD_BLOCK_OVER: "This block was lifted before, or its end has passed. Reload it.",
    PASSWORD_BLOCKS_MAX: "This user or account has reached the limit of blocks. Lift one of them first.",
    MOVE_REVIEW_CLOSED: "The review is done, or was stopped because the person moved again or left. Reload the review.",
  },
  forbidden: {
    MOVE_REVIEW_OWN: "You cannot review your own access. Ask an administrator to answer in your place.",
  },
});
