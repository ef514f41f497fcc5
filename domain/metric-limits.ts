/** Most series of all metrics together. */
export const seriesMax = 2_000;

/** Target systems with a series of their own. */
export const targetsMax = 100;

/** Proxies with a series of their own. */
export const proxiesMax = 50;

/** Proxies that are looked at; the waiting operations of further ones are not counted. */
export const proxiesReadMax = 1_000;

/** Identity providers with a series of their own. */
export const providersMax = 50;

/** Number at which counts of rows stop. */
export const countedRowsMax = 100_000;

/** Latest finished operations among which the last success of each target system is looked for. */
export const finishedLookedAtMax = 2_000;

/** Milliseconds for which figures of the record are kept. */
export const figuresKeptMs = 5_000;

/** Milliseconds within which a process answers its supervisor, with or without its database. */
export const processAnswerMs = 1_400;

/** Milliseconds within which a part answers before it counts as failed. */
export const partAnswerMs = 1_000;

/** Milliseconds between two reports of the counts of a process. */
export const countsEveryMs = 5_000;

/** Milliseconds for which an answer of the management port is kept, so that many callers cost what one costs. */
export const managementKeptMs = 250;

/** Connections to the management port. */
export const managementConnectionsMax = 64;

/** Milliseconds within which a call of the management port must have arrived. */
export const managementCallMs = 5_000;

/** Bytes of the headers of a call of the management port. */
export const managementHeadersMaxBytes = 8_192;
