import {
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  patched,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
  workflowInfo,
} from "@temporalio/workflow";

import type { RunActivities } from "#activities/hub/runs.ts";
import type { PerformActivities } from "#domain/requests/request-step.ts";
import type { LaneItems } from "#domain/runs/run-step.ts";

import { createBell } from "./bell.ts";
import { isHistoryWorthDraining } from "./history.ts";
import { wake } from "./wake.ts";

const { nextVaultRunStep } = proxyLocalActivities<RunActivities>({
  startToCloseTimeout: "15 seconds",
  retry: { initialInterval: "100 milliseconds", maximumInterval: "30 seconds" },
});

const { askDependants } = proxyActivities<Pick<RunActivities, "askDependants">>({
  heartbeatTimeout: "10 seconds",
  startToCloseTimeout: "2 minutes",
  retry: { initialInterval: "2 seconds", backoffCoefficient: 2, maximumAttempts: 3 },
});

const pauseMs = { shortest: 1_000, longest: 60_000 } as const;
/** Milliseconds that lanes get to end before the next run of the workflow takes over. */
const drainMs = 60_000;

/**
 * Carries a run over managed accounts to its end. Each target has lanes, and each lane has one chunk of orders at a
 * time: a slow target delays no other. It knows keys alone and no rules: after each event it asks the hub step for the
 * next step. The hub step reads the rows.
 */
export async function vaultRun(key: string): Promise<void> {
  const { runId } = workflowInfo();
  const bell = createBell();
  const lanes = createLanes(() => bell.ring());
  setHandler(wake, () => bell.ring());
  for (let ordinal = 0; ; ordinal += 1) {
    bell.silence();
    const step = await nextVaultRunStep({ key, run: runId, ordinal, busy: [...lanes.busy.keys()] });
    if (step.do === "finished") return;
    for (const name of step.giveUp) lanes.busy.get(name)?.cancel();
    for (const lane of step.lanes) lanes.begin(lane);
    if (isHistoryWorthDraining()) {
      await condition(() => lanes.busy.size === 0, drainMs);
      for (const scope of lanes.busy.values()) scope.cancel();
      await continueAsNew<typeof vaultRun>(key);
    }
    if (step.again === true && patched("steps-at-once")) bell.ring();
    else if (step.waitMs !== null) bell.ringIn(step.waitMs);
    await bell.rung();
  }
}

/** Running lanes of a run. */
interface Lanes {
  /** Scopes that cancel the orders of a lane, by its name. */
  readonly busy: ReadonlyMap<string, CancellationScope>;
  begin(lane: LaneItems): void;
}

function createLanes(ring: () => void): Lanes {
  const busy = new Map<string, CancellationScope>();
  const failures = new Map<string, number>();

  async function perform(lane: LaneItems, scope: CancellationScope): Promise<void> {
    const name = nameOf(lane);
    const isDone = await scope.run(() => performLane(lane));
    const failed = isDone ? 0 : (failures.get(name) ?? 0) + 1;
    failures.set(name, failed);
    // A proxy or target that fails at once must not be called again without a pause.
    if (failed > 0) await sleep(Math.min(pauseMs.shortest * 2 ** (failed - 1), pauseMs.longest));
    busy.delete(name);
    ring();
  }

  return {
    busy,
    begin(lane) {
      const scope = new CancellationScope();
      busy.set(nameOf(lane), scope);
      void perform(lane, scope);
    },
  };
}

function nameOf({ name, targetSystemKey }: LaneItems): string {
  return name ?? targetSystemKey;
}

/** Returns true if every outcome is recorded, or the orders were taken back. */
async function performLane(lane: LaneItems): Promise<boolean> {
  const { targetSystemKey, operationKeys } = lane;
  try {
    if (targetSystemKey === "") await askDependants({ operationKeys });
    else await performAt(lane);
    return true;
  } catch (error) {
    return isCancellation(error);
  }
}

async function performAt({ proxy, operationKeys }: LaneItems): Promise<void> {
  const { performOperations } = proxyActivities<PerformActivities>({
    taskQueue: `proxy-${proxy}`,
    // A password whose proxy has died midway is uncertain until another proxy has checked it: not for long.
    heartbeatTimeout: "10 seconds",
    startToCloseTimeout: "2 minutes",
    // Not a measure of the proxy, which works off its queue at its own pace.
    scheduleToStartTimeout: "30 minutes",
    retry: { initialInterval: "2 seconds", backoffCoefficient: 2, maximumAttempts: 3 },
  });
  await performOperations({ operationKeys });
}
