import { unansweredMs } from "#domain/engine-limits.ts";
import type { WorkflowWake } from "#platform/temporal/outbox-dispatch.ts";

/** Patience of a process: the time that it lets workflows answer before it restarts them. */
export interface Patience {
  /**
   * Returns the workflows that have not answered for longer than their type may take, and that this process has not restarted recently.
   * Each restart doubles the time for the next answer, so that a busy engine is not made busier.
   * @param unanswered gives those that have not answered for so many milliseconds
   */
  brokenAmong(unanswered: (forMs: number) => Promise<readonly WorkflowWake[]>): Promise<readonly WorkflowWake[]>;
}

interface Restarted {
  readonly atMs: number;
  readonly times: number;
}

type KnownType = Exclude<keyof typeof unansweredMs, "others">;

const shortestMs = Math.min(...Object.values(unansweredMs));

/**
 * Makes a patience that begins now.
 * @param clockMs milliseconds of a monotonic clock; without it everything that has not answered counts at once
 */
export function createPatience(clockMs?: () => number): Patience {
  const beganMs = clockMs === undefined ? -Infinity : clockMs();
  const nowMs = clockMs ?? (() => 0);
  const restarted = new Map<string, Restarted>();
  const isPatient = ({ workflowId }: WorkflowWake, forMs: number) => {
    const last = restarted.get(workflowId);
    const since = last === undefined ? beganMs : last.atMs;
    return nowMs() - since <= forMs * 2 ** (last?.times ?? 0);
  };
  return {
    async brokenAmong(unanswered) {
      const found = new Map<string, WorkflowWake>();
      const all = await unanswered(shortestMs);
      for (const forMs of new Set(Object.values(unansweredMs))) {
        const known = forMs === shortestMs ? all : await unanswered(forMs);
        for (const one of known) if (allowedMs(one) === forMs && !isPatient(one, forMs)) found.set(one.workflowId, one);
      }
      const silent = new Set(all.map(({ workflowId }) => workflowId));
      for (const id of restarted.keys()) if (!silent.has(id)) restarted.delete(id);
      for (const id of found.keys()) restarted.set(id, { atMs: nowMs(), times: (restarted.get(id)?.times ?? 0) + 1 });
      return [...found.values()];
    },
  };
}

const allowedMs = ({ workflowType }: WorkflowWake): number =>
  Object.hasOwn(unansweredMs, workflowType) ? unansweredMs[workflowType as KnownType] : unansweredMs.others;
