// Templates of requests, and batches of requests that they give

/** Characters of the name of a template. */
export const templateNameMaxCharacters = 100;
/** Operations of one template. */
export const templateOperationsMax = 20;
/** Recipients of one batch. */
export const batchRecipientsMax = 1_000;
/** Batches of one requester that are not submitted in full yet. */
export const batchesOpenMax = 10;
/** Recipients for whom one trial shows what a template gives them. */
export const batchTrialMax = 50;
/** Requests of a batch that one call decides or cancels, each in a transaction of its own. */
export const batchRequestsAtOnceMax = 50;
/** Members of a batch for whom a hub submits requests before it gives way to other batches. */
export const batchChunkMembers = 40;
/** Members of a batch for whom a hub submits requests in parallel. */
export const batchMembersAtOnce = 4;
/** Milliseconds after which a hub tries the members of a batch again for whom the database could not answer. */
export const batchRetryMs = 5_000;
