import { exceeds } from "#domain/query/condition.ts";

/** Condition on open conflicts, as `conflictState` judges them. */
export const isOpenConflict = exceeds("lostStamp", "settledStamp");
