import { z } from "zod";

import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { endQueued } from "../requests/engine/password-queue.ts";

const callers = ["user", "engine"] as const;
const input = z.strictObject({ key: keyInput });
const describe = ({ key }: { readonly key: string }, entry?: Row<"passwordQueue">) => ({
  ident: key,
  ...(entry && { targetSystem: entry.targetSystemKey, account: entry.accountName, recipient: entry.userKey }),
});

/**
 * Retries a queued password change now: a hub brings it to its target system. One that is being tried is left alone.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const retryQueuedPassword = defineOperation({
  name: "passwordQueue.retry",
  input,
  callers,
  policies: policiesOfChange("action", "passwordQueue/retry"),
  audit: { operation: "PWQR", describe },
  async run(context, { key }): Promise<Row<"passwordQueue">> {
    const entry = await lockedEntry(context, key);
    if (entry.state === "trying") return entry;
    const now = context.clock.now();
    await context.store.moments.set({ key, kind: "passwordQueue", at: now });
    return context.store.save("passwordQueue", { key, nextTryAt: now });
  },
});

/**
 * Drops a queued password change: it is no longer tried, and its password is deleted. An attempt that a proxy has
 * fetched may still succeed.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const dropQueuedPassword = defineOperation({
  name: "passwordQueue.drop",
  input,
  callers,
  policies: policiesOfChange("action", "passwordQueue/drop"),
  audit: { operation: "PWQD", describe },
  async run(context, { key }): Promise<Row<"passwordQueue">> {
    const entry = await lockedEntry(context, key);
    await endQueued(context, entry, "dropped");
    return entry;
  },
});

/** Returns an entry, locked after its account as the end of an operation locks them. */
async function lockedEntry(context: CallContext, key: string): Promise<Row<"passwordQueue">> {
  const known = await context.store.get("passwordQueue", key);
  if (known !== undefined) await context.store.lock("accounts", known.accountKey);
  return lockedRow(context, { table: "passwordQueue", key });
}
