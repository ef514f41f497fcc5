import type { CallersReads } from "#store/callers-reads.ts";

import type { CallContext } from "../kernel/context.ts";

/** Whose turn a long read takes. */
export function readerOf({ caller }: Pick<CallContext, "caller">): string {
  return caller.key ?? caller.id;
}

/**
 * The reads of a call by conditions. Those that a user asks for end within a time and take turns; the operator's own commands
 * have a process of their own, which they may keep busy.
 */
export function readsOf({ store, caller }: Pick<CallContext, "store" | "caller">): CallersReads {
  return caller.kind === "engine" ? store : store.readsFor(readerOf({ caller }));
}
