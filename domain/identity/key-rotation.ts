import { nextKeyMinutes, retiredKeyMinutes, signingKeyDays } from "../limits.ts";

/** The life of a signing key: published but not signing, signing, verifying only; then it is deleted. */
export const signingKeyStates = ["next", "active", "retired"] as const;

/** Where a signing key is in its life. */
export type SigningKeyState = (typeof signingKeyStates)[number];

/** A signing key as the rotation sees it; times in milliseconds. */
export interface KeyTimes {
  readonly kid: string;
  readonly state: SigningKeyState;
  readonly createdAt: number;
  readonly activatedAt: number | null;
  readonly retiredAt: number | null;
}

/**
 * When the next key takes over: `due` = once the active one is old enough, `published` = as soon as everybody can know
 * the next one, `now` = at once.
 */
export type RotationWhen = "due" | "published" | "now";

/** What a rotation does. */
export interface RotationPlan {
  /** The key that takes over; `new` = one that is made now, because none was published; absent = none does. */
  readonly activate?: string;
  /** What signed until now; more than one where two processes made the first key at the same moment. */
  readonly retire: readonly string[];
  /** Keys that nobody needs any more. */
  readonly remove: readonly string[];
  /** Whether a new next key is to be published. */
  readonly publish: boolean;
  /** When the next key may take over; absent where it may already. */
  readonly waitUntil?: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Decides a rotation: every key is published before it signs, and verifies for as long as its tokens live. */
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
