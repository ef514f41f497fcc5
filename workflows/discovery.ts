import {
  ApplicationFailure,
  CancellationScope,
  condition,
  patched,
  proxyActivities,
  setHandler,
  sleep,
  TimeoutFailure,
  workflowInfo,
} from "@temporalio/workflow";

import type {
  DiscoveryActivities,
  DiscoveryStep,
  ListingActivities,
  ListingFailureDetail,
  ListingReport,
  ListingStep,
  ScheduleActivities,
} from "#domain/discovery/discovery.ts";

import { causeOf, failureCode } from "./failure-code.ts";
import { wake } from "./wake.ts";

const shortly = {
  startToCloseTimeout: "1 minute",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "200 milliseconds", maximumInterval: "30 seconds" },
} as const;

const { beginDiscovery, decidedDiscovery, endDiscovery } = proxyActivities<DiscoveryActivities>(shortly);
// The checks of the context are not retried forever: their failure is an answer.
const { checkListing, abortDiscovery } = proxyActivities<DiscoveryActivities>({
  ...shortly,
  retry: { ...shortly.retry, maximumAttempts: 8 },
});
// A load of a hundred thousand new objects is slow, and a hub that died in it must not be awaited that long.
const { loadDiscovery, associateDiscovery } = proxyActivities<DiscoveryActivities>({
  startToCloseTimeout: "10 minutes",
  heartbeatTimeout: "30 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "30 seconds", maximumAttempts: 8 },
});

// A proxy that dies is no failure of the target, but one that dies repeatedly at the same target is.
const lossesMax = 100;
const failuresMax = 3;
const pauseMs = 2000;

/**
 * Discovers a target system: the proxy lists it, the hub loads the whole listing in one transaction or nothing of it. A
 * discovery that would remove too much waits for an operator. It knows keys, counts and codes only. The hub steps do
 * not trust its reports: they look at the rows, and a discovery that is not over by them gets a new run.
 */
export async function discovery(key: string): Promise<void> {
  const bell = { wakes: 0 };
  setHandler(wake, () => void (bell.wakes += 1));
  const begun = await beginDiscovery({ key, run: workflowInfo().runId });
  if (begun.do !== "list") return;
  const context = createContext(begun.strict);
  let failure = await failureOf(async () => {
    const report = await listedUnlessEnded(key, bell, begun);
    if (report === undefined) return aborted;
    const next = await confirmed(key, bell, await context.step("wait", () => checkListing({ key, ...report })));
    if (next?.do === "abort") return aborted;
    const loaded = next && (await context.step("commit", () => loadDiscovery({ key })));
    if (loaded) await associateDiscovery({ key });
    return null;
  });
  if (failure !== null || context.warnings.length > 0) {
    const another = await failureOf(async () => {
      await context.step("abort", () => abortDiscovery({ key }));
      return null;
    });
    // The first failure says more, unless there was none: an operator's abort is no failure.
    if (another !== null && (failure === null || failure === aborted)) failure = another;
  }
  await endDiscovery({ key, failure, warnings: context.warnings });
}

const aborted = "aborted";

/** Steps of a discovery whose returns are checked as `context_strict` demands. */
interface Context {
  /** Steps that failed and were let pass. */
  readonly warnings: string[];
  /** Runs a step; returns undefined if it failed and was let pass. */
  step(name: string, run: () => Promise<DiscoveryStep>): Promise<DiscoveryStep | undefined>;
}

function createContext(strict: boolean): Context {
  const warnings: string[] = [];
  return {
    warnings,
    async step(name, run) {
      try {
        return await run();
      } catch (error) {
        if (strict) throw error;
        warnings.push(name);
        return undefined;
      }
    },
  };
}

interface Bell {
  readonly wakes: number;
}

/** Lists, until an operator ends it; returns undefined if one has. */
async function listedUnlessEnded(key: string, bell: Bell, begun: ListingStep): Promise<ListingReport | undefined> {
  const scope = new CancellationScope();
  const watched = { isOver: false, isEnded: false };
  const watch = async () => {
    for (let seen = bell.wakes; ;) {
      await condition(() => watched.isOver || bell.wakes > seen);
      if (watched.isOver || !patched("ended-while-listing")) return;
      seen = bell.wakes;
      // A listing that has ended meanwhile is answered by the step that checks it.
      const step = await decidedDiscovery({ key });
      if (watched.isOver || step.do !== "abort") continue;
      watched.isEnded = true;
      scope.cancel();
    }
  };
  watch().catch(() => undefined);
  try {
    return await scope.run(() => listed(key, begun));
  } catch (error) {
    if (watched.isEnded) return undefined;
    throw error;
  } finally {
    watched.isOver = true;
  }
}

async function confirmed(key: string, bell: Bell, step: DiscoveryStep | undefined): Promise<DiscoveryStep | undefined> {
  let next = step;
  while (next?.do === "wait") {
    const seen = bell.wakes;
    next = await decidedDiscovery({ key });
    if (next.do === "wait") await condition(() => bell.wakes > seen);
  }
  return next;
}

async function failureOf(run: () => Promise<string | null>): Promise<string | null> {
  try {
    return await run();
  } catch (error) {
    return failureCode(error);
  }
}

const { startScheduledDiscovery } = proxyActivities<ScheduleActivities>(shortly);

/** Accepts a discovery of a target system for its schedule; the discovery has a workflow of its own. */
export async function scheduledDiscovery(targetSystemKey: string): Promise<void> {
  await startScheduledDiscovery({ targetSystemKey });
}

/** Lists on the proxy. It retries after a loss of the proxy, and a few times after failures that may pass. */
async function listed(key: string, { proxy, pauseMsMax = 0 }: ListingStep): Promise<ListingReport> {
  const { listObjects } = proxyActivities<ListingActivities>({
    taskQueue: `proxy-${proxy}`,
    heartbeatTimeout: "15 seconds",
    startToCloseTimeout: "12 hours",
    // Not a measure of the proxy, which works off its queue at its own pace: its reports show whether it is alive.
    scheduleToStartTimeout: "30 minutes",
    retry: { maximumAttempts: 1 },
  });
  let failures = 0;
  let asked = 0;
  for (let losses = 0; ;) {
    try {
      return await listObjects({ key });
    } catch (error) {
      const isLoss = isHeartbeatLost(error);
      asked = askedPauseOf(error, pauseMsMax);
      if (isLoss) losses += 1;
      else failures += 1;
      if (losses > lossesMax || failures >= failuresMax || !(isLoss || mayPass(error))) throw error;
    }
    await sleep(Math.max(pauseMs * 2 ** failures, asked));
  }
}

/** Returns the pause that the target has requested, in milliseconds; 0 if it has requested none. */
function askedPauseOf(error: unknown, pauseMsMax: number): number {
  const cause = causeOf(error);
  const [detail] = cause instanceof ApplicationFailure ? ((cause.details ?? []) as ListingFailureDetail[]) : [];
  const asked: unknown = detail?.retryAfterMs;
  return typeof asked === "number" && asked > 0 ? Math.min(asked, pauseMsMax) : 0;
}

function isHeartbeatLost(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof TimeoutFailure && cause.timeoutType !== "SCHEDULE_TO_START";
}

function mayPass(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof ApplicationFailure && cause.nonRetryable !== true;
}
