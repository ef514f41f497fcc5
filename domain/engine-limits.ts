import { connectorCallMs } from "./limits.ts";

/** Time after which nobody works on an order any more: its call is over, and its answer would have come. */
export const orderAnswerMs = connectorCallMs + 5_000;
/** How often an operation is sent without an interval of the list: at once by the engine, or when its target asks for it. */
export const quickTriesMax = 3;
/** Time that a proxy which takes no orders has to fetch one, before the try counts as failed. */
export const orderFetchMs = 60_000;
/** Tries of a step of a discovery before what may pass counts as lasting. */
export const discoveryTriesMax = 8;
/** Time that a proxy which takes no orders has to begin or go on with a listing, before the discovery fails. */
export const discoveryFetchMs = 300_000;
/** How many objects a discovery names of those that it adds, of those that it changes, and of those that it removes. */
export const discoveredNamesMax = 100;
/** How often a target may say that it cannot be listed now, before the discovery fails. */
export const listingFailuresMax = 3;
/** How often a process of a proxy may end in the listing of a target, before the target counts as the reason. */
export const listingLossesMax = 100;
/** Time between two looks for work that should go on and does not. */
export const workSweepMs = 15_000;
/** Time after which what should have happened by itself counts as overdue. */
export const overdueMs = 60_000;
/** Time after which a workflow that was woken and has made no step counts as broken, by its type; `others` for all that are not named. */
export const unansweredMs = {
  others: 180_000,
  // Passwords are uncertain until it goes on. There are few such runs, so that none waits long for its turn.
  vaultRun: 20_000,
} as const;
/** The longest that the engine can have an operation in its hands: on the queue, and after it was fetched. */
export const heldMaxMs = { queued: 2_100_000, fetched: 480_000 } as const;
/** Shortest and longest pause before an operation is given out again that nobody has fetched. */
export const handOutPauseMs = { shortest: 5_000, longest: 60_000 } as const;
/** Time between two looks of a proxy whether it still reaches the engine. */
export const engineWatchMs = 10_000;
/** Time between two looks for moments that have come. */
export const momentSweepMs = 1_000;
/** Time for which a process leases a moment; after it another one takes it over. */
export const momentLeaseMs = 30_000;
/** Moments that are leased together. */
export const momentPageMax = 100;
/** Moments that one process handles side by side. */
export const momentsAtOnceMax = 10;
/** Requests for whose authorizers one process asks plug-ins side by side. */
export const authorizersAtOnceMax = 4;
/** Time after which what waits is looked at in any case, so that changed settings reach it. */
export const momentWaitMsMax = 86_400_000;
