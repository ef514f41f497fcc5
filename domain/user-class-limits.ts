// User classes

/** Members of a user class that are added or removed in one transaction. */
export const userClassPageMembers = 1_000;
/** Members beyond which a class is not removed at once, but emptied first. */
export const userClassRemovedMembersMax = 5_000;
/** Members that the command line lists of one class. */
export const userClassListedMembersMax = 1_000;
/** Milliseconds for which changes of people gather before the classes are updated. */
export const userClassGatherMs = 200;
/** Rest between two rounds, as a multiple of the duration of the last one: conditions over many people must not fill a processor. */
export const userClassRestFactor = 9;
/** Longest rest in milliseconds between two successful rounds: a round may have waited for others rather than worked. */
export const userClassRestMaxMs = 10_000;
/** Rest in milliseconds after a round in which a class could not be updated. */
export const userClassRetryMs = 5_000;
