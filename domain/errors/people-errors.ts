import { errorDefinitions } from "./error-definition.ts";

/** Errors of people who are added, changed or disabled by hand. */
export const peopleErrors = errorDefinitions({
  invalid: {
    USER_UNKNOWN: "No user has this ID. Look it up under /v2/users.",
    MANAGER_UNFIT: "A manager must be another user who does not report to this one. Look the key up under /v2/users.",
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
    LAST_SUPERUSER: "This is the last enabled superuser. Enable another one first.",
  },
});
