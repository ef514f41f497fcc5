import { setTimeout as sleep } from "node:timers/promises";

import { dropExpiredRevocations } from "#operations/identity/drop-revocations.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { endIdleSessions } from "#operations/sessions/end-idle-sessions.ts";

import { programCaller } from "./program-caller.ts";

const pauseMs = 60_000;

/**
 * Deletes expired revocations and old calls of proxies, and ends idle sessions, every minute until the signal fires. A failure is
 * logged and retried at the next interval.
 */
export async function runCleanup(context: ServiceContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      let dropped: number;
      do {
        ({ dropped } = await invoke(dropExpiredRevocations, context, programCaller("housekeeping"), {}));
      } while (dropped > 0 && !signal.aborted);
      while (!signal.aborted && (await invoke(endIdleSessions, context, programCaller("housekeeping"), {})).ended > 0);
      await context.store.proxyCalls.drop();
    } catch (error) {
      context.log.warn({ err: error }, "Expired revocations, sessions and calls could not be cleared away.");
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
