import { createStore } from "./store.ts";

/** Reachability of the service according to the last calls. */
export const connection = createStore<{ readonly isReachable: boolean }>({ isReachable: true });

/** Records whether a call has reached the service. */
export function noteReachable(isReachable: boolean): void {
  if (connection.get().isReachable !== isReachable) connection.set({ isReachable });
}
