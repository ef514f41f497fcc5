/**
 * Origins of a disabled user. `administrator`: the user stays disabled until an administrator enables them. `source`: a source of profiles
 * no longer has the person; a source enables only users whom it has disabled itself.
 */
export const disabledBys = ["administrator", "source"] as const;
