import type { Policy } from "./default-policies.ts";
import { createPolicyEngine } from "./engine.ts";
import type { ReloadableEngine } from "./reloadable-engine.ts";

/** Where the policies come from that are in force. */
export interface PolicySource {
  /** Every policy in force. */
  load(): Promise<readonly Policy[]>;
  /** Tells each time that they may have changed, until the function that it gives is called. */
  onChange(changed: () => void): () => void;
}

/** An engine that follows its source. */
export interface FollowedPolicies {
  /**
   * Loads the policies now; calls that come together are answered by one load that begins after the last of them.
   * @throws what the source throws; the policies in force then stay
   */
  reload(): Promise<void>;
  /** Ends following. */
  stop(): void;
}

/** Keeps an engine at what its source says. A change whose load fails is told to `failed`, and the next one tries again. */
export function followPolicies(
  source: PolicySource,
  engine: ReloadableEngine,
  failed: (error: unknown) => void,
): FollowedPolicies {
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;

  const load = async (): Promise<void> => {
    engine.replace(createPolicyEngine(await source.load(), { broken: "deny" }));
  };
  const start = (): Promise<void> => {
    waiting = undefined;
    running = load().finally(() => (running = undefined));
    return running;
  };
  // What a load that runs has read may be older than this call.
  const reload = (): Promise<void> => {
    if (running === undefined) return start();
    waiting ??= running.then(start, start);
    return waiting;
  };
  const stop = source.onChange(() => void reload().catch(failed));
  return { reload, stop };
}
