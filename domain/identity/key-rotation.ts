import { nextKeyMinutes, retiredKeyMinutes, signingKeyDays } from "../limits.ts";

/** States of a signing key in their order: published but not signing, signing, verifying only. Then the key is deleted. */
export const signingKeyStates = ["next", "active", "retired"] as const;

/** State of a signing key. */
export type SigningKeyState = (typeof signingKeyStates)[number];

/** A signing key as the rotation sees it; times in milliseconds UTC. */
export interface KeyTimes {
  readonly kid: string;
  readonly state: SigningKeyState;
  readonly createdAt: number;
  readonly activatedAt: number | null;
  readonly retiredAt: number | null;
}

/**
 * Time at which the next key takes over: `due` once the active key is old enough, `published` once every client can know the next one,
 * `now` at once.
 */
export type RotationWhen = "due" | "published" | "now";

/** Plan of a rotation. */
export interface RotationPlan {
  /** Key that takes over; `new` for one that is made now, because none was published; absent if none does. */
  readonly activate?: string;
  /** Keys that sign until now; more than one if two processes made the first key at the same moment. */
  readonly retire: readonly string[];
  /** Keys that are no longer needed. */
  readonly remove: readonly string[];
  /** True to publish a new next key. */
  readonly publish: boolean;
  /** Earliest time at which the next key may take over; absent if it may already, or if no rotation is due. */
  readonly waitUntil?: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Plans a rotation: every key is published before it signs, and verifies for as long as its tokens live. */
export function planRotation(keys: readonly KeyTimes[], nowMs: number, when: RotationWhen): RotationPlan {
  const active = keys.filter(({ state }) => state === "active");
  const [signing] = active;
  const next = keys.find(({ state }) => state === "next");
  const remove = keys
    .filter(({ retiredAt }) => retiredAt !== null && retiredAt + retiredKeyMinutes * minuteMs <= nowMs)
    .map(({ kid }) => kid);
  const waitUntil = next === undefined ? nowMs + nextKeyMinutes * minuteMs : next.createdAt + nextKeyMinutes * minuteMs;
  const mayTakeOver = when === "now" || waitUntil <= nowMs;
  const takeOver = { activate: next?.kid ?? "new", retire: active.map(({ kid }) => kid), remove, publish: true };
  if (signing === undefined) return takeOver;
  const isDue = when !== "due" || (signing.activatedAt ?? signing.createdAt) + signingKeyDays * dayMs <= nowMs;
  if (isDue && mayTakeOver) return takeOver;
  return { retire: [], remove, publish: next === undefined, ...(isDue ? { waitUntil } : {}) };
}
