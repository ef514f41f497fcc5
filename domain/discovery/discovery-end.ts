import { discoveryFetchMs, listingFailuresMax, listingLossesMax } from "../engine-limits.ts";
import type { ProxyLife } from "../proxies/proxy-life.ts";
import { isRetryable } from "../requests/retry-schedule.ts";
import type { DiscoveryState, FailedStep } from "./discovery.ts";

/** Failure of a discovery that an operator has ended. */
export const aborted = "aborted";

/** Outcome of a discovery. */
export interface DiscoveryOutcome {
  /** Code of the failure; null if the discovery succeeded. */
  readonly failure: string | null;
  /** Steps of the context that failed without failing the discovery. */
  readonly warnings: readonly string[];
}

/** Input that decides the end of a discovery: its row, the clock, and the reports of its proxy. */
export interface RecordedDiscovery {
  readonly state: DiscoveryState;
  /** Error code that its proxy has signed for the latest hand-out; null if there is none. */
  readonly errorCode: string | null;
  readonly handedOutAt: number | null;
  readonly sentAt: number | null;
  readonly proxy: ProxyLife;
  readonly now: number;
}

const contextSteps = ["wait", "commit", "abort"] as const satisfies readonly FailedStep[];

/**
 * Returns the outcome of a discovery; undefined while it is in progress. Reports of the engine about its steps do not count, because anyone
 * who reaches the engine can forge them.
 */
export function outcomeOf(recorded: RecordedDiscovery): DiscoveryOutcome | undefined {
  const { strict, failed = {}, decision, associationEnded } = recorded.state;
  const warnings = strict ? [] : contextSteps.filter((step) => failed[step] !== undefined);
  // A discovery that an operator has ended has not failed, whatever the target reports of it later.
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

/** The first failure says more than the failure to discard the listing. */
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
