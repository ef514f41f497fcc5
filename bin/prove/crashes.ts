import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import type { CrashPlan, PlannedKill } from "#domain/vault/crash-plan.ts";

import type { ThrowawayInstallation } from "./installation.ts";
import type { Kept } from "./keep-running.ts";
import { armPoint, isArmed } from "./points.ts";

/** Crashes caused so far. */
export interface Crashes {
  /** Number of kills by the name of the process. */
  readonly kills: Record<string, number>;
  /** Failpoints at which a process has ended. */
  readonly points: string[];
  /** Time of the last end of a process, in milliseconds of `performance.now`. */
  lastAt: number;
}

/** Installation, plan and record of the crashes. */
export interface CrashRun {
  readonly installation: Pick<ThrowawayInstallation, "pointsFolder" | "victims">;
  readonly plan: CrashPlan;
  /** Record, filled during the run. */
  readonly crashes: Crashes;
  readonly signal: AbortSignal;
}

/** Maximum pause for `up`, which needs longer to be ready. */
const upPauseMsMax = 2_000;
const lookPauseMs = 25;
const pointWithinMs = 120_000;

/** Makes the empty record of crashes. */
export function noCrashes(): Crashes {
  return { kills: {}, points: [], lastAt: performance.now() };
}

/**
 * Runs a plan while others work. Kills and crashes at failpoints run concurrently, the failpoints of each process one after the
 * other. Ends when all are done. A failpoint that no process reaches within two minutes is left out; that time does not run while
 * processes are killed, because few live long enough then.
 */
export async function crash(run: CrashRun): Promise<void> {
  const byProcess = Map.groupBy(run.plan.points, (point) => point.slice(0, point.indexOf(" ")));
  let killedUntil = Infinity;
  const killing = killInTurn(run).then(() => (killedUntil = performance.now()));
  await Promise.all([killing, ...[...byProcess.values()].map((points) => endAtPoints(run, points, () => killedUntil))]);
}

/** Kills `gatehouse up` the given number of times, every second time while it starts, and counts the kills among the crashes. */
export async function killUp(
  up: Kept,
  { kills, crashes, signal }: Pick<CrashRun, "crashes" | "signal"> & { readonly kills: number },
): Promise<void> {
  for (let turn = 0; turn < kills; turn += 1) {
    await sleep(randomInt(upPauseMsMax), undefined, { signal });
    const isStarting = turn % 2 === 0;
    if (isStarting) await up.killStarting(randomInt(upPauseMsMax));
    else await up.kill();
    const name = isStarting ? "up while it starts" : "up";
    crashes.kills[name] = (crashes.kills[name] ?? 0) + 1;
    crashes.lastAt = performance.now();
  }
  await up.ready();
  crashes.lastAt = performance.now();
}

async function killInTurn({ installation, plan, crashes, signal }: CrashRun): Promise<void> {
  for (const planned of plan.kills) {
    await sleep(planned.pauseMs, undefined, { signal });
    await carryOut(installation.victims, planned);
    const name = nameOf(planned);
    crashes.kills[name] = (crashes.kills[name] ?? 0) + 1;
    crashes.lastAt = performance.now();
  }
}

async function carryOut(victims: CrashRun["installation"]["victims"], planned: PlannedKill): Promise<void> {
  const chosen = planned.victims.flatMap((name) => victims.get(name) ?? []);
  await Promise.all(chosen.map((victim) => victim.ready()));
  if (planned.way !== "starting") await Promise.all(chosen.map((victim) => victim.kill()));
  else for (const victim of chosen) await victim.killStarting?.(planned.againMs);
}

/** Returns the name under which a kill is counted: one for several processes at once, and one for a process that starts. */
function nameOf({ way, victims: [first = ""] }: PlannedKill): string {
  if (way === "together") return "several at once";
  return way === "starting" ? `${first} while it starts` : first;
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
