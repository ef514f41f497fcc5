import { errorDefinitions } from "./error-definition.ts";

/** Errors of people who are added, changed or disabled by hand. */
export const peopleErrors = errorDefinitions({
  invalid: {
    USER_UNKNOWN: "No user has this id. Look it up under /v2/users.",
    MANAGER_UNFIT: "A manager must be another user who is not below this one. Look the key up under /v2/users.",
    PASSWORD_LINK_INVALID: "The link is not valid, was used before or has expired. Ask for a new one.",
  },
  conflict: {
    USER_EXISTS: "There is a user with this id. Choose another id, or change that user.",
    USER_ID_IN_USE: "Something holds by the present id of this user. Settle it first, then change the id.",
    GROUP_OWNER_EXISTS: "This user owns the group by hand already.",
    GROUP_OWNER_OF_TARGET:
      "The target system says that this user owns the group. Request GROD, or change it there; the next discovery takes it over.",
    SESSION_ENDED: "The session is over already.",
    USER_IS_CALLER: "Nobody disables themselves. Ask another administrator.",
    LAST_SUPERUSER: "This is the last superuser who is not disabled. Enable another one first.",
  },
});
