import { RequestStatus } from "./request-status.ts";

/** Ways in which the access of people who leave ends. */
export const leaverAccessWays = ["keep", "at-once", "after-days", "after-approval"] as const;

/** Way in which the access of people who leave ends. */
export type LeaverAccess = (typeof leaverAccessWays)[number];

/** Circumstances of access whose holder has left. */
export interface LeftAccess {
  readonly nowMs: number;
  /** Time at which it ends if nobody decides. */
  readonly latestMs: number;
  /** Status of the request for its end; null if there is none. */
  readonly decision: RequestStatus | null;
  /** True if there is a manager who can decide. */
  readonly canDecide: boolean;
}

/** Next act about the access of a person who has left. */
export type LeaverStepWay =
  | { readonly do: "keep" | "end" | "ask" | "await" }
  | { readonly do: "wait"; readonly untilMs: number };

/**
 * Returns what is to be done now about the access of a person who has left. Where its end needs an approval that nobody can or does give, it
 * ends at its latest time.
 */
export function leaverWay(setting: LeaverAccess, left: LeftAccess): LeaverStepWay {
  const { nowMs, latestMs, decision, canDecide } = left;
  const atLatest: LeaverStepWay = nowMs >= latestMs ? { do: "end" } : { do: "wait", untilMs: latestMs };
  if (setting === "keep") return { do: "keep" };
  if (setting === "at-once") return { do: "end" };
  if (setting === "after-days") return atLatest;
  switch (decision) {
    case null:
      return canDecide ? { do: "ask" } : atLatest;
    case RequestStatus.Completed:
      return { do: "end" };
    case RequestStatus.Denied:
    case RequestStatus.Cancelled:
      return { do: "keep" };
    case RequestStatus.Expired:
      return atLatest;
    default:
      return { do: "await" };
  }
}
