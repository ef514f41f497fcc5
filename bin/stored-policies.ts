import { setTimeout as sleep } from "node:timers/promises";

import { policyPollMs } from "#domain/limits.ts";
import { storedPolicies } from "#operations/policies/stored-policies.ts";
import type { Logger } from "#platform/log.ts";
import { createPolicyEngine, type PolicyEngine } from "#policies/engine.ts";
import { followPolicies, type PolicySource } from "#policies/policy-source.ts";
import { createReloadableEngine } from "#policies/reloadable-engine.ts";
import type { ChangeFeed } from "#store/change-feed.ts";
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
  /** Tells when somebody has changed one. */
  readonly changes: Pick<ChangeFeed, "subscribe">;
}

/**
 * Loads the policies of a process, and loads them again after each change. Until the first load everything is denied.
 * @throws DATABASE_UNAVAILABLE
 */
export async function openPolicies(store: Store, { log, changes }: PolicyOptions): Promise<ProcessPolicies> {
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
    onChange: (changed) => changes.subscribe({ tables: ["policies"], onChange: () => changed() }),
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

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(policyPollMs, undefined, { signal, ref: false }).catch(() => undefined);
}
