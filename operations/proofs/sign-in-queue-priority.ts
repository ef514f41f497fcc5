import { knownNetworkHeadStart, knownNetworksMax, rateKeysMax, signInHalfLifeMs } from "#domain/limits.ts";
import { boundedMemory } from "#platform/bounded-memory.ts";
import { neighbourhoodOf, networkOf } from "#platform/networks.ts";

/** The place of a call among those who want to sign in; the lower, the sooner. */
export interface Standing {
  /** What its network has asked for lately without the right password. */
  readonly network: number;
  /** The same of the networks around it; it decides between networks that stand alike. */
  readonly neighbourhood: number;
}

/** What the networks have asked for lately. */
export interface QueuePriorities {
  /** Counts a call from an address, and gives its place. */
  arrived(address: string): Standing;
  /** Takes a call back that brought the right password: its network is known from now on. */
  succeeded(address: string): void;
}

/** Whether a call has to wait until another one was served. */
export function isBehind(one: Standing, other: Standing): boolean {
  return one.network === other.network ? one.neighbourhood > other.neighbourhood : one.network > other.network;
}

/**
 * Makes the standings of a process, in memory and bounded. Each call sets its network back, and half of that is forgotten
 * with each minute; the right password sets nobody back, and gives its network a head start of some calls.
 */
export function createQueuePriorities(nowMs: () => number): QueuePriorities {
  const networks = fadingCounts(nowMs);
  const neighbourhoods = fadingCounts(nowMs);
  const known = boundedMemory<true>(knownNetworksMax);
  return {
    arrived(address) {
      const network = networkOf(address);
      const headStart = known.get(network) === undefined ? 0 : knownNetworkHeadStart;
      return {
        network: Math.ceil(networks(network, 1)) - headStart,
        neighbourhood: Math.ceil(neighbourhoods(neighbourhoodOf(address), 1)),
      };
    },
    succeeded(address) {
      const network = networkOf(address);
      networks(network, -1);
      neighbourhoods(neighbourhoodOf(address), -1);
      known.set(network, true);
    },
  };
}

/** Counts that fade; what it gives adds to one of them, which is never less than nothing, and gives what is left. */
function fadingCounts(nowMs: () => number): (key: string, added: number) => number {
  const counts = boundedMemory<{ readonly count: number; readonly atMs: number }>(rateKeysMax);
  return (key, added) => {
    const atMs = nowMs();
    const before = counts.get(key);
    const left = before === undefined ? 0 : before.count * 2 ** ((before.atMs - atMs) / signInHalfLifeMs);
    const count = Math.max(0, left + added);
    counts.set(key, { count, atMs });
    return count;
  };
}
