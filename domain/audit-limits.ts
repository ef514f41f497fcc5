/** Changed rows that one audit row shows with their values; the change log holds all of them. */
export const auditedRowsMax = 50;
/** Characters of the words of one audit row. */
export const auditMessageMaxCharacters = 16_000;
/** Characters of one name in the words of the audit about a request. */
export const auditNameMaxCharacters = 400;
/** Characters of the words of a refusal in the audit. */
export const auditRefusalMaxCharacters = 2000;
/** Kinds of refused calls in one minute that one process distinguishes by their network. */
export const gatheredKindsMax = 1000;
/** Names that are distinguished in one of these kinds. */
export const gatheredNamesMax = 10;
/** Rows of gathered calls that are written together. */
export const gatheredRowsAtOnce = 32;
/** Characters of one value that an audit row shows. */
export const auditedValueMaxCharacters = 400;
/** Audit rows that are put on the chain together. */
export const auditChainRowsMax = 200;
/** Audit rows that one verifying step checks before other calls get their turn: a few milliseconds. */
export const auditVerifyRowsMax = 200;
/** Audit rows that one call checks, so that it is answered soon. */
export const auditPartRowsMax = 10_000;
/** Characters of the resume position of a check of the audit. */
export const auditPlaceMaxCharacters = 200;
/** Findings that a check of the audit reports in full. */
export const auditFindingsMax = 1000;
/** Milliseconds between two sweeps for audit rows that are not on the chain or were not delivered. */
export const auditSweepMs = 1000;
/** Audit rows that are delivered to a sink together. */
export const auditSinkRowsMax = 256;
/** Milliseconds for one delivery to a sink. */
export const auditSinkCallMs = 10_000;
/** Milliseconds for which one process holds the lease of a sink before another one may deliver. */
export const auditSinkLeaseMs = 30_000;
/** Pause in milliseconds after the first failure of a sink; it doubles with each further one. */
export const auditSinkPauseMsMin = 1000;
/** Longest pause in milliseconds after failures of a sink. */
export const auditSinkPauseMsMax = 60_000;
/** Size at which the file of the audit is rotated, unless a setting says otherwise. */
export const auditFileMaxBytes = 100_000_000;
/** Days after which the figures of a day are closed. */
export const analyticsOpenDays = 7;
