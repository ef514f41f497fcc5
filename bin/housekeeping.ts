import { setTimeout as sleep } from "node:timers/promises";

import type { ServiceContext } from "#operations/context.ts";
import { dropExpiredRevocations } from "#operations/identity/drop-revocations.ts";
import { invoke } from "#operations/invoke.ts";

import { engineCaller } from "./engine-caller.ts";

const pauseMs = 60_000;

/** Drops what nobody needs any more, each minute, until the signal fires; a failure is logged and the next turn tries again. */
export async function keepHouse(context: ServiceContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      let dropped: number;
      do {
        ({ dropped } = await invoke(dropExpiredRevocations, context, engineCaller("housekeeping"), {}));
      } while (dropped > 0 && !signal.aborted);
    } catch (error) {
      context.log.warn({ err: error }, "Expired revocations could not be dropped.");
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
