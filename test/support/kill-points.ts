import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { Cluster, ClusterProcess } from "./cluster.ts";

/** Points of the work at which processes of a cluster can be killed, once each. */
export interface KillPoints {
  /** Environment of the processes, which record the points that they reach. */
  readonly environment: Readonly<Record<string, string>>;
  /** Returns the number of recorded points. */
  count(): number;
  /** Returns the points that were recorded after a number of them and fit an expression, each once. */
  since(count: number, fits: RegExp): readonly string[];
  /** Lets the process of a point, its command and the point, be killed there, once. */
  arm(point: string): void;
  /** Returns true until the process was killed. */
  isArmed(): boolean;
  /** Runs work while the process of a point, if one is given, is killed there and started again; `killed` tells if it was. */
  during<T>(
    cluster: Cluster,
    point: string | null,
    work: () => Promise<T>,
  ): Promise<{ readonly done: T; readonly killed: boolean }>;
  remove(): void;
}

/** Opens a folder of points. */
export function openKillPoints(): KillPoints {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-points-"));
  const armedFile = join(folder, "armed");
  const preload = new URL("kill-at-point.ts", import.meta.url).href;
  const lines = () => readFileSync(join(folder, "reached"), "utf8").split("\n");
  return {
    environment: { NODE_OPTIONS: `--import=${preload}`, GATEHOUSE_TEST_POINTS: folder },
    count: () => lines().length - 1,
    since: (count, fits) => [...new Set(lines().slice(count))].filter((line) => fits.test(line)),
    arm: (point) => writeFileSync(armedFile, point),
    isArmed: () => existsSync(armedFile),
    async during(cluster, point, work) {
      if (point !== null) this.arm(point);
      const victim = point?.split(" ", 1)[0] as ClusterProcess;
      const life = { isOver: false };
      const reviving = (async () => {
        if (point === null) return false;
        while (!life.isOver && this.isArmed()) await sleep(20);
        if (this.isArmed()) return false;
        await cluster.kill(victim);
        await cluster.start(victim);
        return true;
      })();
      const done = await work();
      life.isOver = true;
      const killed = await reviving;
      rmSync(armedFile, { force: true });
      return { done, killed };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
