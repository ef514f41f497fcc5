// User classes

/** Members of a user class that come, or leave, in one transaction. */
export const userClassPageMembers = 1_000;
/** Members beyond which a class is not removed at once, but emptied first. */
export const userClassRemovedMembersMax = 5_000;
/** Members that the command line lists of one class. */
export const userClassListedMembersMax = 1_000;
/** Time for which changes of people gather before the classes are brought up to them. */
export const userClassGatherMs = 200;
/** Rest between two rounds, as a multiple of what the last one took: conditions over many people must not fill a processor. */
export const userClassRestFactor = 9;
/** The longest rest between two rounds that went well: a round may have waited for others rather than worked. */
export const userClassRestMaxMs = 10_000;
/** Rest after a round in which a class could not be brought up to its condition. */
export const userClassRetryMs = 5_000;
