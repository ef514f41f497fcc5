/** People whose keys one statement of the search for differences returns. */
export const enforcementPagePeople = 1_000;
/** People whose access one statement compares with their roles. */
export const enforcementRangePeople = 2_000;
/** Statements of a search that run side by side. */
export const enforcementReadsMax = 2;
/** People of a run that are written in one transaction. */
export const enforcementWrittenPeople = 200;
/** People of a run whose requests are submitted before its progress is written, for each thread. */
export const enforcementChunkPeople = 8;
/** Pause in milliseconds after the database could not answer. */
export const enforcementRetryMs = 5_000;
/** Days for which an exception that a run asks for holds. */
export const exceptionDays = 180;
/** Milliseconds for which changes gather before the people whom they concern are looked at. */
export const enforcementGatherMs = 200;
/** Changed people up to whose number only they are looked at, and not everybody. */
export const enforcementChangedMax = 500;
/** Differences that a report returns. */
export const enforcementReportedMax = 10_000;
/** Days for which runs are kept that have ended. */
export const enforcementKeptDays = 90;
/** Milliseconds between two looks for what has come to its end. */
export const enforcementEndsMs = 1_000;
/** Users to whom a run can be limited. */
export const enforcementUsersMax = 1_000;
/** Most requests that are submitted side by side. */
export const threadsMax = 64;
/** Milliseconds between two looks at how far the nightly order has come. */
export const nightlyPauseMs = 10_000;
/** Milliseconds within which small removals of several runs count together; less than a day, so that each nightly run counts apart. */
export const enforcementTogetherMs = 72_000_000;
