import { isTooOld, pauseMs } from "../notices/mail-tries.ts";
import { pluginDeliveryGiveUpHours, pluginDeliveryIntervalsSeconds } from "../plugin-limits.ts";

/** States of a delivery: still to be made, accepted by the plug-in, or given up. */
export const pluginDeliveryStates = ["waiting", "delivered", "dead"] as const;

/** State of a delivery. */
export type PluginDeliveryState = (typeof pluginDeliveryStates)[number];

/** Kinds of plug-ins that get what is queued for them. */
export const deliveredKinds = ["notifier", "ticketSystem"] as const;

/** Kind of plug-ins that get what is queued for them. */
export type DeliveredKind = (typeof deliveredKinds)[number];

/** Outcome of one attempt: accepted; to be repeated, because the plug-in could not be used; or refused for good. */
export type AttemptOutcome = "delivered" | "later" | "refused";

/** State of a delivery after an attempt; `nextTryAt` is in milliseconds UTC. */
export type AfterAttempt =
  | { readonly state: "delivered" | "dead"; readonly endedAt: number }
  | { readonly state: "waiting"; readonly nextTryAt: number };

const rules = { intervalsSeconds: pluginDeliveryIntervalsSeconds, giveUpHours: pluginDeliveryGiveUpHours };

/** Returns the state of a delivery after an attempt: it is repeated after pauses that grow, until it is too old. */
export function afterAttempt(
  { tries, dueAt }: { readonly tries: number; readonly dueAt: number },
  outcome: AttemptOutcome,
  now: number,
): AfterAttempt {
  if (outcome === "delivered") return { state: "delivered", endedAt: now };
  if (outcome === "refused" || isTooOld(dueAt, now, rules)) return { state: "dead", endedAt: now };
  return { state: "waiting", nextTryAt: now + pauseMs(tries, rules) };
}
