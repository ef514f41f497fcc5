import type { CallersReads } from "#store/callers-reads.ts";

import type { CallContext } from "./context.ts";

/** Returns the name under which long reads of a caller wait for their turn. */
export function readerOf({ caller }: Pick<CallContext, "caller">): string {
  return caller.key ?? caller.id;
}

/**
 * Returns the conditional reads of a call. Those of a user have a time limit and take turns. The operator's own commands have a process of
 * their own, which they may block.
 */
export function readsOf({ store, caller }: Pick<CallContext, "store" | "caller">): CallersReads {
  return caller.kind === "engine" ? store : store.readsFor(readerOf({ caller }));
}
