/**
 * Origins of a disabled user. `administrator`: the user stays disabled until an administrator enables them. `source`: a source of profiles
 * no longer has the person; a source enables only users whom it has disabled itself. `leaving`: the person has left; the user stays disabled
 * until an administrator enables them.
 */
export const disabledBys = ["administrator", "source", "leaving"] as const;
