import { momentPageMax, momentsAtOnceMax, momentSweepMs } from "#domain/engine-limits.ts";
import { ModuleName } from "#domain/module-name.ts";
import { engineCaller } from "#operations/callers.ts";
import type { ServiceContext } from "#operations/context.ts";
import { invoke } from "#operations/invoke.ts";
import { handleMoment } from "#operations/requests/handle-moment.ts";

import { keepDoing } from "./keep-doing.ts";

/** Whose moments are handled. */
export interface MomentsOptions {
  readonly context: ServiceContext;
  /** Ends the handling early; what was leased is handled after its lease. */
  readonly signal: AbortSignal;
}

/**
 * Handles every moment that has come, a page after the other, and gives how many. Several hubs may do so at once: each
 * leases pages of its own. A moment that fails is tried again when its lease is over, and holds up no other.
 */
export async function handleMoments({ context, signal }: MomentsOptions): Promise<number> {
  let handled = 0;
  while (!signal.aborted) {
    const page = await context.store.moments.lease(momentPageMax);
    for (let from = 0; from < page.length && !signal.aborted; from += momentsAtOnceMax) {
      const some = page.slice(from, from + momentsAtOnceMax).map(({ key }) => handle(context, key));
      handled += (await Promise.all(some)).filter(Boolean).length;
    }
    if (page.length < momentPageMax) break;
  }
  return handled;
}

/** Handles moments as they come, until the signal fires. */
export function keepMoments(options: MomentsOptions): Promise<void> {
  const failure = "Moments could not be looked for; it is tried again.";
  return keepDoing({ ...options, everyMs: momentSweepMs, failure }, () => handleMoments(options));
}

async function handle(context: ServiceContext, key: string): Promise<boolean> {
  try {
    return (await invoke(handleMoment, context, engineCaller(ModuleName.Idwfm, key), { key })).handled;
  } catch (error) {
    context.log.warn({ err: error, requestKey: key }, "What is due of a request has failed; it is tried again.");
    return false;
  }
}
