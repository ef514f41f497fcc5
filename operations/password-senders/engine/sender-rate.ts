import { ServiceError } from "#domain/errors.ts";
import {
  judgementsOfAccountPerMinute,
  judgementsPerMinute,
  reportedAccountsPerMinute,
  reportsPerMinute,
} from "#domain/password-sender-limits.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/** Calls that are counted, and the number of them that one sender may make in a minute. */
const limits = { report: reportsPerMinute, judge: judgementsPerMinute } as const;

/** Call that is counted. */
export type CountedCall = keyof typeof limits;

/** One minute of a sender. */
interface Minute {
  readonly beganAt: number;
  readonly calls: Record<CountedCall, number>;
  readonly accounts: Set<string>;
  /** Judged passwords by the keys of their accounts. */
  readonly judged: Map<string, number>;
  isTold: boolean;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const sendersKept = 1_000;
const toldKept = 10_000;
// In memory: each of several processes counts for itself.
const minutes = new WeakMap<ServiceContext["store"], Map<string, Minute>>();
const toldAt = new WeakMap<ServiceContext["store"], Map<string, number>>();

/**
 * Counts a call of a sender.
 * @throws TOO_MANY
 */
export function countCall(
  context: Pick<ServiceContext, "store" | "clock">,
  senderKey: string,
  call: CountedCall,
): void {
  const minute = minuteOf(context, senderKey);
  minute.calls[call] += 1;
  if (minute.calls[call] <= limits[call]) return;
  const leftMs = minute.beganAt + minuteMs - context.clock.now();
  throw new ServiceError("TOO_MANY", { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) });
}

/** Counts an account of which a sender has reported a new password; returns true once a minute if there are too many. */
export function isFlood(
  context: Pick<ServiceContext, "store" | "clock">,
  senderKey: string,
  accountKey: string,
): boolean {
  const minute = minuteOf(context, senderKey);
  minute.accounts.add(accountKey);
  if (minute.isTold || minute.accounts.size <= reportedAccountsPerMinute) return false;
  minute.isTold = true;
  return true;
}

/**
 * Counts a password that is to be judged for an account; returns false if there are too many. Such a call does not count among those of the
 * sender, so that nobody uses up what is meant for other people.
 */
export function mayJudge(
  context: Pick<ServiceContext, "store" | "clock">,
  senderKey: string,
  accountKey: string,
): boolean {
  const minute = minuteOf(context, senderKey);
  const count = (minute.judged.get(accountKey) ?? 0) + 1;
  minute.judged.set(accountKey, count);
  if (count <= judgementsOfAccountPerMinute) return true;
  minute.calls.judge -= 1;
  return false;
}

/** Returns true once an hour for a sender and a subject of which somebody is notified. */
export function isFirstInHour(
  { store, clock }: Pick<ServiceContext, "store" | "clock">,
  senderKey: string,
  subject: string,
): boolean {
  const told = toldAt.get(store) ?? new Map<string, number>();
  toldAt.set(store, told);
  const [now, name] = [clock.now(), `${senderKey} ${subject}`];
  const before = told.get(name);
  if (before !== undefined && now >= before && now - before < hourMs) return false;
  if (told.size >= toldKept) told.clear();
  told.set(name, now);
  return true;
}

function minuteOf({ store, clock }: Pick<ServiceContext, "store" | "clock">, senderKey: string): Minute {
  const bySender = minutes.get(store) ?? new Map<string, Minute>();
  minutes.set(store, bySender);
  const now = clock.now();
  const known = bySender.get(senderKey);
  // A clock that was set back begins a new minute too.
  if (known !== undefined && now >= known.beganAt && now - known.beganAt < minuteMs) return known;
  if (bySender.size >= sendersKept) bySender.clear();
  const begun = {
    beganAt: now,
    calls: { report: 0, judge: 0 },
    accounts: new Set<string>(),
    judged: new Map<string, number>(),
    isTold: false,
  };
  bySender.set(senderKey, begun);
  return begun;
}
