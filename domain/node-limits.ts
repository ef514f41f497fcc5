const kib = 1024;
const mib = 1024 * kib;

/** Most changes of an answer. */
export const changesMax = 5_000;

/** Most rows of a page of the record: a node that joins far away waits for an answer as often as there are pages. */
export const snapshotRowsMax = 6_000;

/** Most changes that are applied in one transaction: others wait for as long. */
export const appliedAtOnceMax = 400;

/** Values of changes beyond which a transaction takes no more of them. */
export const valuesAtOnceMax = 5_000;

/** Bytes of an answer's changes beyond which its sender asks its log for fewer. */
export const changesMaxBytes = 4 * mib;

/** Most bytes of one line of an answer; a change that is longer cannot travel. */
export const lineMaxBytes = 4 * mib;

/** Most bytes of an answer, unpacked. */
export const answerMaxBytes = 12 * mib;

/** Most bytes of an answer as it travels. */
export const packedMaxBytes = 8 * mib;

/** Most bytes of the call of a node: a vector has a line for each incarnation of each node. */
export const pullBodyMaxBytes = 256 * kib;

/** Most bytes of the call for a page of the record. */
export const snapshotBodyMaxBytes = 4 * kib;

/** Longest wait for changes that an asking node may want, in seconds. */
export const waitMaxSeconds = 20;

/** Time in which an answer must have come whole, beyond the wait. */
export const answerMs = 20_000;

/** Milliseconds after the last call or answer of a node in which it counts as available. */
export const nodeHeardMs = 90_000;

/** Milliseconds since the last question to another node beyond which a node may have been away: it waits until it has asked again. */
export const nodeAskedMs = 180_000;

/** Time in which a node that is asked for blocks of password resets must have answered. */
export const blockCheckMs = 2_000;

/** Most users and accounts of one such call; there are further calls for more. */
export const blockSubjectsMax = 1_000;

/** Most bytes of such a call. */
export const blockBodyMaxBytes = 256 * kib;

/** Most bytes of its answer. */
export const blockAnswerMaxBytes = 4 * kib;

/** Most rows of a range of keys whose hash nodes compare. */
export const rangeRowsMax = 200;

/** Most ranges of one call. */
export const rangesMax = 256;

/** Most rows of a differing range that one call gives. */
export const comparedRowsMax = 100;

/** Most bytes of a call for hashes of ranges: it names the last key of each. */
export const rangesBodyMaxBytes = 256 * kib;

/** Most bytes of its answer. */
export const rangesAnswerMaxBytes = 64 * kib;

/** Most bytes of a call for rows. */
export const rowsBodyMaxBytes = 4 * kib;

/** Most characters of the name of a table or a column in a change. */
export const changedNameMaxCharacters = 128;

/** Most characters of the key of a row in a change. */
export const changedKeyMaxCharacters = 400;

/** Most characters of the nonce of a call between nodes. */
export const nodeNonceMaxCharacters = 64;
