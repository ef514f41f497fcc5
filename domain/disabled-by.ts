/**
 * Who has disabled a user: an administrator, whose word holds until one enables the user, or a source of profiles, which has the
 * person no more and enables again whom it has disabled.
 */
export const disabledBys = ["administrator", "source"] as const;
