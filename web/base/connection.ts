import { createStore } from "./store.ts";

/** Whether the service answers, as the last calls have seen it. */
export const connection = createStore<{ readonly isReachable: boolean }>({ isReachable: true });

/** Notes how a call has ended. */
export function noteReachable(isReachable: boolean): void {
  if (connection.get().isReachable !== isReachable) connection.set({ isReachable });
}
