import { setTimeout as sleep } from "node:timers/promises";

import { policyPollMs } from "#domain/limits.ts";
import { storedPolicies } from "#operations/policies/stored-policies.ts";
import type { Logger } from "#platform/log.ts";
import { createPolicyEngine, type PolicyEngine } from "#policies/engine.ts";
import { followPolicies, type PolicySource } from "#policies/policy-source.ts";
import { createReloadableEngine } from "#policies/reloadable-engine.ts";
import type { Store } from "#store/store.ts";

/** The policies of one process. */
export interface ProcessPolicies {
  readonly engine: PolicyEngine;
  /** Loads the stored policies now. */
  reload(): Promise<void>;
  stop(): void;
}

/** How a process keeps its policies. */
export interface PolicyOptions {
  readonly log: Logger;
  /** Whether it looks for changes that other processes have made; a command that ends soon need not. */
  readonly follow: boolean;
}

/**
 * Loads the policies of a process, and loads them again after each change. Until the first load everything is denied.
 * @throws DATABASE_UNAVAILABLE
 */
export async function openPolicies(store: Store, { log, follow }: PolicyOptions): Promise<ProcessPolicies> {
  const engine = createReloadableEngine(createPolicyEngine([]));
  const stopped = new AbortController();
  const again = async (err: unknown): Promise<void> => {
    log.error({ err }, "Changed policies could not be loaded yet; those from before stay, and it is tried again.");
    await pause(stopped.signal);
    if (stopped.signal.aborted) return;
    try {
      await followed.reload();
    } catch (error) {
      await again(error);
    }
  };
  const source: PolicySource = {
    load: () => storedPolicies(store),
    onChange: follow ? await changesOf(store, log) : () => () => undefined,
  };
  const followed = followPolicies(source, engine, (error) => void again(error));
  await followed.reload();
  return {
    engine,
    reload: () => followed.reload(),
    stop() {
      stopped.abort();
      followed.stop();
    },
  };
}

const changesMax = 1_000;

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(policyPollMs, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Looks at the change log again and again, from the position that it has now. */
async function changesOf(store: Store, log: Logger): Promise<PolicySource["onChange"]> {
  let position = await store.changeLog.position();
  const look = async (): Promise<boolean> => {
    let found = false;
    for (;;) {
      const changes = await store.changeLog.read(position, changesMax);
      position = changes.at(-1)?.position ?? position;
      found ||= changes.some(({ table }) => table === "policies");
      if (changes.length < changesMax) return found;
    }
  };
  return (changed) => {
    const stop = new AbortController();
    const poll = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        await pause(stop.signal);
        if (stop.signal.aborted) return;
        await look().then(
          (found) => void (found && changed()),
          (err: unknown) => log.warn({ err }, "The change log could not be read; the next look tries again."),
        );
      }
    };
    void poll();
    return () => stop.abort();
  };
}
