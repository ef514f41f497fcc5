import { acknowledgedMs, acknowledgedPauseMs, unacknowledgedPauseMs } from "../vault-run-limits.ts";

/** Ways to go on with a new password that no other node has acknowledged in time. */
export const unacknowledgedWays = ["wait", "goOn"] as const;

/** Way to go on with a new password that no other node has acknowledged in time. */
export type UnacknowledgedWay = (typeof unacknowledgedWays)[number];

/** Names of these ways on pages. */
export const unacknowledgedLabels: Readonly<Record<UnacknowledgedWay, string>> = {
  wait: "it waits",
  goOn: "it is set all the same",
};

/** Facts about an order by which a new password would be set for the first time. */
export interface UnacknowledgedOrder {
  readonly createdAt: number;
  /** Time of the look. */
  readonly now: number;
  readonly way: UnacknowledgedWay;
}

/** Next step with such an order: another look at a time, or the send; late if nobody has acknowledged the password in time. */
export type UnacknowledgedStep =
  | { readonly do: "look"; readonly at: number; readonly isLate: boolean }
  | { readonly do: "send"; readonly isLate: true };

/** Returns the next step with an order whose new password no other node has acknowledged yet. A clock that was set back makes nothing late. */
export function unacknowledgedStep({ createdAt, now, way }: UnacknowledgedOrder): UnacknowledgedStep {
  if (now - createdAt < acknowledgedMs) return { do: "look", at: now + acknowledgedPauseMs, isLate: false };
  return way === "goOn" ? { do: "send", isLate: true } : { do: "look", at: now + unacknowledgedPauseMs, isLate: true };
}
