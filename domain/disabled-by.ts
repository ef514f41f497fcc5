/**
 * Origins of a disabled user: an administrator, until one enables the user, or a source of profiles that no longer has the person, and
 * enables only users whom it has disabled.
 */
export const disabledBys = ["administrator", "source"] as const;
