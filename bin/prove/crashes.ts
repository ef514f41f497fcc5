import { setTimeout as sleep } from "node:timers/promises";

import type { CrashPlan } from "#domain/vault/crash-plan.ts";

import type { ThrowawayInstallation } from "./installation.ts";
import { armPoint, isArmed } from "./points.ts";

/** What has been crashed so far. */
export interface Crashes {
  /** Kills by the name of what was killed. */
  readonly kills: Record<string, number>;
  /** Failpoints at which a process has ended. */
  readonly points: string[];
  /** When a process was ended last, in milliseconds of `performance.now`. */
  lastAt: number;
}

/** How a plan is carried out. */
export interface CrashRun {
  readonly installation: ThrowawayInstallation;
  readonly plan: CrashPlan;
  /** Filled while it runs. */
  readonly crashes: Crashes;
  readonly signal: AbortSignal;
}

const lookPauseMs = 25;
const pointWithinMs = 120_000;

/** Nothing has been crashed yet. */
export function noCrashes(): Crashes {
  return { kills: {}, points: [], lastAt: performance.now() };
}

/**
 * Carries a plan out while others work: kills and crashes at failpoints go on side by side, these one after the other of each process. Ends when all are done; a failpoint that
 * no process comes to within two minutes is left out, of which none passes while processes are killed: few live long enough then.
 */
export async function crash(run: CrashRun): Promise<void> {
  const byProcess = Map.groupBy(run.plan.points, (point) => point.slice(0, point.indexOf(" ")));
  let killedUntil = Infinity;
  const killing = killInTurn(run).then(() => (killedUntil = performance.now()));
  await Promise.all([killing, ...[...byProcess.values()].map((points) => endAtPoints(run, points, () => killedUntil))]);
}

async function killInTurn({ installation, plan, crashes, signal }: CrashRun): Promise<void> {
  for (const { victim, pauseMs } of plan.kills) {
    await sleep(pauseMs, undefined, { signal });
    await installation.victims.get(victim)?.kill();
    crashes.kills[victim] = (crashes.kills[victim] ?? 0) + 1;
    crashes.lastAt = performance.now();
  }
}

async function endAtPoints(
  { installation: { pointsFolder }, crashes, signal }: CrashRun,
  points: readonly string[],
  killedUntil: () => number,
): Promise<void> {
  for (const point of points) {
    armPoint(pointsFolder, point);
    const armedAt = performance.now();
    const isInTime = () => performance.now() < Math.max(armedAt, killedUntil()) + pointWithinMs;
    while (isArmed(pointsFolder, point) && isInTime()) await sleep(lookPauseMs, undefined, { signal });
    if (isArmed(pointsFolder, point)) continue;
    crashes.points.push(point);
    crashes.lastAt = performance.now();
  }
}
