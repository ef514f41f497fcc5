const kib = 1024;

/** Bytes of a body that a stranger may send, unless its route says why it takes more. */
export const strangersBodyMaxBytes = 16 * kib;
/** Bytes of the body by which a proxy enrols. */
export const enrolmentBodyMaxBytes = 4 * kib;
/** Levels of nested objects and arrays in a JSON body. */
export const jsonDepthMax = 32;
/** Names and list entries of a JSON body together. */
export const jsonValuesMax = 10_000;
/** Names and list entries of a JSON body of a proxy or a managed host, whose signature is valid. */
export const signedJsonValuesMax = 50_000;
/** Names of all objects of a body together. */
export const bodyNamesMax = 5_000;
/** Names of one object of a body. */
export const objectNamesMax = 2_000;
/** Names of one object of a body that a stranger may send. */
export const strangersObjectNamesMax = 100;
/** Faults of one input that an error reports; the others are counted. */
export const errorDetailsMax = 20;
/** Faults of one input after which they are no longer counted. */
export const inputFaultsMax = 100;
/** Words for faults after which an input is not checked further; a fault of a value with several forms takes some of each. */
export const inputWordsMax = 8 * inputFaultsMax;
/** Bytes of a body from which on its time of the event loop is counted for its caller. */
export const largeBodyBytes = 16 * kib;
/**
 * Part of the event loop that large bodies of one caller may take, as a divisor. Of twenty answers to others fewer than one then meets such
 * a body.
 */
export const loopSharePart = 40;
/** Milliseconds of rest that a caller may owe for large bodies before the next one waits. */
export const loopShareBurstMs = 2_000;
