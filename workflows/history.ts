import { patched, workflowInfo } from "@temporalio/workflow";

/** Events after which a workflow goes on in a new run: so few that even a starved machine replays them within a workflow task. */
export const historyEventsMax = 500;

/** What it was before. */
const formerEventsMax = 2000;

/** Whether the history of this run is so long that the workflow is to go on in a new one; who is told so closes the run. */
export function isHistoryLong(): boolean {
  const { historyLength } = workflowInfo();
  return historyLength > formerEventsMax || (historyLength > historyEventsMax && patched("shorter-histories"));
}
