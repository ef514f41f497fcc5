/** States of the request of a recipient in a batch. */
export const batchMemberStates = ["waiting", "submitted", "refused"] as const;
