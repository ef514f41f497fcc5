import { discoveryFetchMs, listingFailuresMax, listingLossesMax } from "../engine-limits.ts";
import type { ProxyLife } from "../proxies/proxy-life.ts";
import { isRetryable } from "../requests/retry-schedule.ts";
import type { DiscoveryState, FailedStep } from "./discovery.ts";

/** The failure of a discovery that an operator has ended. */
export const aborted = "aborted";

/** How a discovery ends. */
export interface DiscoveryOutcome {
  /** The code of its failure; null = it has succeeded. */
  readonly failure: string | null;
  /** Steps of the context that failed without failing it. */
  readonly warnings: readonly string[];
}

/** All that the end of a discovery depends on: its row, the clock, and the reports of its proxy. */
export interface RecordedDiscovery {
  readonly state: DiscoveryState;
  /** What its proxy has signed for of the latest hand-out. */
  readonly errorCode: string | null;
  readonly handedOutAt: number | null;
  readonly sentAt: number | null;
  readonly proxy: ProxyLife;
  readonly now: number;
}

const contextSteps = ["wait", "commit", "abort"] as const satisfies readonly FailedStep[];

/**
 * Whether a discovery is over, and how; undefined = it is not, and goes on. What the engine has said of its steps is no part
 * of it, because everybody who reaches the engine can say it.
 */
export function outcomeOf(recorded: RecordedDiscovery): DiscoveryOutcome | undefined {
  const { strict, failed = {}, decision, associationEnded } = recorded.state;
  const warnings = strict ? [] : contextSteps.filter((step) => failed[step] !== undefined);
  // What an operator has ended has not failed, whatever the target says of it by then.
  if (isEndedWhileListing(recorded.state)) return { failure: aborted, warnings };
  const failure = failed.associate ?? listingFailure(recorded) ?? (strict ? contextFailure(recorded) : undefined);
  if (failure !== undefined) return { failure, warnings };
  if (decision === "abort") return { failure: aborted, warnings };
  const endsUnloaded = failed.wait !== undefined || failed.commit !== undefined;
  return associationEnded === true || endsUnloaded ? { failure: null, warnings } : undefined;
}

function isEndedWhileListing({ phase, decision }: DiscoveryState): boolean {
  return phase === "listing" && decision === "abort";
}

/** What has failed first says more than the failure to discard it. */
function contextFailure({ state: { failed = {} } }: RecordedDiscovery): string | undefined {
  return failed.wait ?? failed.commit ?? failed.abort;
}

function listingFailure({ state, errorCode, handedOutAt, sentAt, proxy, now }: RecordedDiscovery): string | undefined {
  if (state.phase !== "listing") return undefined;
  if (errorCode !== null && (!isRetryable(errorCode) || (state.listingFailures ?? 0) >= listingFailuresMax))
    return errorCode;
  if ((state.lostProcesses ?? 0) > listingLossesMax) return "timeout";
  const waitedSince = Math.max(handedOutAt ?? 0, sentAt ?? 0);
  return !proxy.takesOrders && now >= waitedSince + discoveryFetchMs ? "unreachable" : undefined;
}
