import { createStore } from "../base/store.ts";

const key = "gatehouse.tour";

/** Number of the current step of the tour, from 0; undefined while no tour runs. */
export const tourStep = createStore<number | undefined>(undefined);

/** Starts the tour. */
export function beginTour(): void {
  tourStep.set(0);
}

/** Ends the tour, and records in this browser that the user has seen it. */
export function endTour(): void {
  localStorage.setItem(key, "seen");
  tourStep.set(undefined);
}

/** Starts the tour for users who sign in for the first time at an installation with the sample organization. */
export function beginFirstTour({ sample }: { readonly sample: boolean }): void {
  if (sample && localStorage.getItem(key) === null) beginTour();
}
