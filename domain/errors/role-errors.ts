import { errorDefinitions } from "./error-definition.ts";

/** Errors of roles, their versions and their members. */
export const roleErrors = errorDefinitions({
  invalid: {
    ROLE_UNKNOWN: "No role has this key. Look the key up under /v2/roles.",
    ROLE_INVALID: "The content of the role is invalid. Each detail names a field and its rule.",
    ROLE_NOT_IN_FORCE: "No version of this role is in force, so nobody can get it. Put one in force first.",
    ROLE_EMPTY_HANDED: "Nothing of the role can be given to this recipient. The message says why.",
  },
  conflict: {
    ROLE_EXISTS: "Another role has this name. Choose another one.",
    ROLE_CHANGED: "The role has changed since the request was prepared. Submit it again.",
    ROLE_HELD: "The recipient has this role already.",
    ROLE_NOT_HELD: "The recipient does not have this role.",
    ROLE_EXCLUDED: "The recipient is excluded from this role. End the exclusion first.",
    ROLE_CHOSEN:
      "The condition of the role chooses this person, who would get it again. Exclude the person from the role with a reason instead.",
    ROLE_IN_USE: "The role is still used. The message says where. Take it out there first.",
    ROLE_DRAFT_MISSING: "The role has no draft. Change it first, which begins one.",
    ROLE_CONDITION_WRITABLE:
      "People other than superusers may write attributes that the condition reads, so they could give themselves the role. The message names them. Choose other attributes, or send force: true.",
  },
});
