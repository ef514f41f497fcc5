const kib = 1024;

/** Bytes of a body that a stranger may send, unless its route says why it takes more. */
export const strangersBodyMaxBytes = 16 * kib;
/** Bytes of the body by which a proxy enrols. */
export const enrolmentBodyMaxBytes = 4 * kib;
/** Levels of nested objects and arrays in a JSON body. */
export const jsonDepthMax = 32;
/** Names and list entries of a JSON body together. */
export const jsonValuesMax = 50_000;
/** Names of all objects of a body together. */
export const bodyNamesMax = 5_000;
/** Names of one object of a body. */
export const objectNamesMax = 2_000;
/** Names of one object of a body that a stranger may send. */
export const strangersObjectNamesMax = 100;
/** Faults of one input that an error tells; the others are counted. */
export const errorDetailsMax = 20;
/** Faults of one input after which they are not counted any further. */
export const inputFaultsMax = 100;
/** Words for faults after which an input is not looked at any further; a fault of a value with several forms takes some of each. */
export const inputWordsMax = 8 * inputFaultsMax;
