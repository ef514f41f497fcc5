import { patched, workflowInfo } from "@temporalio/workflow";

/** Events after which a workflow goes on in a new run: so few that even a starved machine replays them within a workflow task. */
export const historyEventsMax = 500;

/**
 * The same for a workflow that has to wait for what it has in its hands first, which may take as long as the slowest target: it does
 * so seldom. All others did it as seldom before.
 */
const drainedEventsMax = 2000;

/** Whether the history of this run is so long that the workflow is to go on in a new one; who is told so closes the run. */
export function isHistoryLong(): boolean {
  const { historyLength } = workflowInfo();
  return historyLength > drainedEventsMax || (historyLength > historyEventsMax && patched("shorter-histories"));
}

/** The same for a workflow that drains what it has in its hands before. */
export function isHistoryWorthDraining(): boolean {
  return workflowInfo().historyLength > drainedEventsMax;
}
