/** Lanes that get work by one step of a run; the others by the next. */
export const lanesPerStepMax = 4;
/** The longest time between two looks of a run at what it has in its hands. */
export const runLookMs = 60_000;
