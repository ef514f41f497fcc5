import type { AccessException } from "../../api/model.ts";
import type { StateLook } from "../../components/state-label.tsx";

/** Looks of the states of an exception. */
export const exceptionLooks = {
  valid: "success",
  expired: "custom",
  ended: "custom",
} as const satisfies Readonly<Record<string, StateLook>>;

/** Returns the state of an exception at a moment: valid, expired (its end has come), or ended before its time. */
export function exceptionState(
  { until, endedAt }: Pick<AccessException, "until" | "endedAt">,
  now: number,
): keyof typeof exceptionLooks {
  if (endedAt !== null) return "ended";
  return until !== null && Date.parse(until) <= now ? "expired" : "valid";
}
