import { LRUCache } from "lru-cache";

import { rateKeysMax } from "#domain/limits.ts";
import { networkOf } from "#platform/networks.ts";
import type { Settings } from "#platform/settings/settings.ts";
import type { Store } from "#store/store.ts";

/** Wrong passwords for users whom they must not lock, by user and network. */
export interface FailureMemory {
  /** Reports whether too many wrong passwords for a user have come from the network of an address. */
  isBarred(userKey: string, address: string, nowMs: number): boolean;
  /** Counts a wrong password; if the network is barred already, nothing changes. */
  count(userKey: string, address: string, nowMs: number): void;
  /** Clears the count of a network from which the right password has come. */
  clear(userKey: string, address: string): void;
}

interface Failures {
  readonly count: number;
  readonly lastAtMs: number;
}

interface MemoryContext {
  readonly settings: Pick<Settings, "userAuthFailuresMax" | "lockoutDurationMinutes">;
}

const minuteMs = 60_000;

/** Makes the memory of a process: MAX_USERAUTH_FAILURE wrong passwords bar a network for LOCKOUT_DURATION minutes. */
export function createFailureMemory({ settings }: MemoryContext, networksMax: number = rateKeysMax): FailureMemory {
  const known = new LRUCache<string, Failures>({ max: networksMax });
  const keyOf = (userKey: string, address: string) => `${userKey} ${networkOf(address)}`;
  const isOver = ({ lastAtMs }: Failures, nowMs: number) =>
    nowMs >= lastAtMs + settings.lockoutDurationMinutes * minuteMs;
  const isBarring = (failures: Failures | undefined, nowMs: number) =>
    failures !== undefined && failures.count >= settings.userAuthFailuresMax && !isOver(failures, nowMs);
  return {
    isBarred: (userKey, address, nowMs) => isBarring(known.peek(keyOf(userKey, address)), nowMs),
    count(userKey, address, nowMs) {
      const key = keyOf(userKey, address);
      const before = known.get(key);
      if (isBarring(before, nowMs)) return;
      const isNew = before === undefined || before.count >= settings.userAuthFailuresMax;
      known.set(key, { count: isNew ? 1 : before.count + 1, lastAtMs: nowMs });
    },
    clear(userKey, address) {
      known.delete(keyOf(userKey, address));
    },
  };
}

// Belongs to the store: all entry points of a process count together.
const memories = new WeakMap<Store, FailureMemory>();

/** Returns the memory of this process. */
export function failureMemory(context: MemoryContext & { readonly store: Store }): FailureMemory {
  const memory = memories.get(context.store) ?? createFailureMemory(context);
  memories.set(context.store, memory);
  return memory;
}
