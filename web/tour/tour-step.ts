import { createStore } from "../base/store.ts";

const key = "gatehouse.tour";

/** The step of the tour that is shown, from 0 on; undefined = it is not under way. */
export const tourStep = createStore<number | undefined>(undefined);

/** Shows the tour from its beginning. */
export function beginTour(): void {
  tourStep.set(0);
}

/** Ends the tour, and remembers in this browser that somebody has seen it. */
export function endTour(): void {
  localStorage.setItem(key, "seen");
  tourStep.set(undefined);
}

/** Shows the tour to who is signed in for the first time where the sample organisation is. */
export function beginFirstTour({ sample }: { readonly sample: boolean }): void {
  if (sample && localStorage.getItem(key) === null) beginTour();
}
