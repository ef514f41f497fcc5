import { connectorCallMs } from "./limits.ts";

/** Milliseconds after which an order is no longer in progress: its call has ended, and its answer would have come. */
export const orderAnswerMs = connectorCallMs + 5_000;
/**
 * Largest number of quick tries of an operation: tries without an interval of the list, by the engine at once or when its target asks for
 * it.
 */
export const quickTriesMax = 3;
/** Milliseconds that a proxy which takes no orders has to fetch one, before the try counts as failed. */
export const orderFetchMs = 60_000;
/** Tries of a step of a discovery before a transient failure counts as lasting. */
export const discoveryTriesMax = 8;
/** Milliseconds that a proxy which takes no orders has to begin or continue a listing, before the discovery fails. */
export const discoveryFetchMs = 300_000;
/** Largest number of objects that a discovery names of each kind: added, changed and removed. */
export const discoveredNamesMax = 100;
/** Number of reports that a target cannot be listed now, after which the discovery fails. */
export const listingFailuresMax = 3;
/** Number of times that a process of a proxy may end during the listing of a target, before the target counts as the reason. */
export const listingLossesMax = 100;
/** Milliseconds between two sweeps for work that has stopped. */
export const workSweepMs = 15_000;
/** Milliseconds after which a step that should have happened by itself counts as overdue. */
export const overdueMs = 60_000;
/**
 * Milliseconds after which a workflow that was woken and has made no step counts as broken, by its type; `others` for all that are not
 * named.
 */
export const unansweredMs = {
  others: 180_000,
  // Passwords are uncertain until the run continues. There are few such runs, so none waits long for its turn.
  vaultRun: 20_000,
} as const;
/** Longest times in milliseconds that the engine can hold an operation: on the queue, and after it was fetched. */
export const heldMaxMs = { queued: 2_100_000, fetched: 480_000 } as const;
/** Shortest and longest pause in milliseconds before an operation that no proxy has fetched is handed out again. */
export const handOutPauseMs = { shortest: 5_000, longest: 60_000 } as const;
/** Milliseconds between two checks of a proxy that it still reaches the engine. */
export const engineWatchMs = 10_000;
/** Milliseconds between two sweeps for moments that have come. */
export const momentSweepMs = 1_000;
/** Milliseconds for which a process leases a moment; after them another one takes it over. */
export const momentLeaseMs = 30_000;
/** Moments that are leased together. */
export const momentPageMax = 100;
/** Moments that one process handles in parallel. */
export const momentsAtOnceMax = 10;
/** Moments of one kind for which one process asks plug-ins in parallel. */
export const authorizersAtOnceMax = 4;
/** Milliseconds after which a waiting moment is checked in any case, so that changed settings reach it. */
export const momentWaitMsMax = 86_400_000;
