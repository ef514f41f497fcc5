import { ServiceError } from "#domain/errors.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/** Bounds for the calls of one node: those for changes wait for something new, those for pages of the record come one after the other, those for blocks come with each reset of a password. */
const bounds = {
  changes: { openMax: 4, callsPerMinute: 600 },
  snapshot: { openMax: 2, callsPerMinute: 6_000 },
  compare: { openMax: 2, callsPerMinute: 1_200 },
  blocks: { openMax: 64, callsPerMinute: 12_000 },
} as const;
const minuteMs = 60_000;

interface Turns {
  open: number;
  calls: number;
  beganAt: number;
}

// In memory: each of several processes counts for itself. Only known nodes come so far, so there are few.
const turns = new WeakMap<ServiceContext["store"], Map<string, Turns>>();

/**
 * Counts a call of a node; returns the function that ends it. A node has few calls open and a bounded number in a minute.
 * @throws TOO_MANY
 */
export function takeTurn(
  { store, clock }: Pick<ServiceContext, "store" | "clock">,
  { name, call }: { readonly name: string; readonly call: keyof typeof bounds },
): () => void {
  const { openMax, callsPerMinute } = bounds[call];
  const key = `${call} ${name}`;
  const byName = turns.get(store) ?? new Map<string, Turns>();
  turns.set(store, byName);
  const now = clock.now();
  const known = byName.get(key) ?? { open: 0, calls: 0, beganAt: now };
  byName.set(key, known);
  // A clock that was set back begins a new minute too.
  if (now < known.beganAt || now - known.beganAt >= minuteMs) Object.assign(known, { calls: 0, beganAt: now });
  if (known.open >= openMax) throw new ServiceError("TOO_MANY", { retryAfterSeconds: 1 });
  if (known.calls >= callsPerMinute) {
    const leftMs = known.beganAt + minuteMs - now;
    throw new ServiceError("TOO_MANY", { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) });
  }
  known.open += 1;
  known.calls += 1;
  let isOver = false;
  return () => {
    if (!isOver) known.open -= 1;
    isOver = true;
  };
}
