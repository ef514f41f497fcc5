import type { CallContext } from "../../kernel/context.ts";

/** Lifts the lock of a user whose row is locked; failures count again from none, or the next wrong password would lock at once. */
export async function liftLock({ store }: Pick<CallContext, "store">, key: string): Promise<void> {
  await store.save("users", { key, locked: false, lockedAt: null, lockedBy: null, failures: 0 });
}
