import { patched, workflowInfo } from "@temporalio/workflow";

/**
 * Number of events after which a workflow continues in a new run: so few that even a starved machine replays them
 * within a workflow task.
 */
export const historyEventsMax = 500;

/**
 * The same for a workflow that has to wait for its running work first, which may take as long as the slowest target: it
 * does so seldom. All others used this limit before.
 */
const drainedEventsMax = 2000;

/**
 * Reports whether the history of this run is so long that the workflow must continue in a new one. A caller that gets
 * true closes the run.
 */
export function isHistoryLong(): boolean {
  const { historyLength } = workflowInfo();
  return historyLength > drainedEventsMax || (historyLength > historyEventsMax && patched("shorter-histories"));
}

/** Reports the same for a workflow that waits for its running work first. */
export function isHistoryWorthDraining(): boolean {
  return workflowInfo().historyLength > drainedEventsMax;
}
