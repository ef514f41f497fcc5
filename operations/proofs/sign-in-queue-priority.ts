import { knownNetworkHeadStart, knownNetworksMax, rateKeysMax, signInHalfLifeMs } from "#domain/limits.ts";
import { boundedMemory } from "#platform/bounded-memory.ts";
import { neighbourhoodOf, networkOf } from "#platform/networks.ts";

/** Rank of a waiting sign-in call; the lower, the sooner. */
export interface Standing {
  /** Number of recent calls of its network without the right password. */
  readonly network: number;
  /** Number of such calls from the networks around it; it decides between equal networks. */
  readonly neighbourhood: number;
}

/** Priorities in the queue of the password hasher, by the recent calls of each network. */
export interface QueuePriorities {
  /** Counts a call from an address, and gives its place. */
  arrived(address: string): Standing;
  /** Withdraws a call that brought the right password: its network is known from now on. */
  succeeded(address: string): void;
}

/** Reports whether a call must wait for another one. */
export function isBehind(one: Standing, other: Standing): boolean {
  return one.network === other.network ? one.neighbourhood > other.neighbourhood : one.network > other.network;
}

/**
 * Makes the priorities of a process, in memory and bounded. Each call lowers its network's rank, and half of that is forgotten each minute.
 * The right password costs nothing, and gives its network a head start of some calls.
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

/** Makes counts that decay. The returned function adds to a count, which never falls below zero, and returns the result. */
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
