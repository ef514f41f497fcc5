import { type Client, WorkflowNotFoundError } from "@temporalio/client";

import type { ServiceContext } from "#operations/kernel/context.ts";
import { hubTaskQueue, type WorkflowWake, wakeWorkflow } from "#platform/temporal/outbox-dispatch.ts";

/** Services of a restart. */
export interface RestartOptions {
  readonly context: Pick<ServiceContext, "log">;
  readonly client: Client;
}

/** A running workflow as the engine describes it. */
export interface RunningWorkflow {
  readonly type: string;
  readonly taskQueue: string;
  readonly runId: string;
}

/** Returns true if the workflow under the ID of a process is its own: anyone who reaches the engine can start another one there. */
export function isOurs({ type, taskQueue }: RunningWorkflow, { workflowType }: WorkflowWake): boolean {
  return type === workflowType && taskQueue === hubTaskQueue;
}

/**
 * Starts the workflow of an unfinished process that has none, or a foreign one under its ID. Returns true if it had to.
 * @throws the client's error when the engine does not answer
 */
export async function restartIfAbandoned(options: RestartOptions, work: WorkflowWake): Promise<boolean> {
  const running = await runningOf(options.client, work.workflowId);
  if (running && isOurs(running, work)) return false;
  await restart(options, work, running);
  options.context.log.warn({ ...work }, "An unfinished process had no workflow; it was started again.");
  return true;
}

/**
 * Ends the workflow of a process that was woken and does nothing, and restarts it from the rows.
 * @throws the client's error when the engine does not answer
 */
export async function restartUnanswered(options: RestartOptions, work: WorkflowWake): Promise<void> {
  const { client, context } = options;
  const engine = await standingOf(client, work.workflowId);
  await restart(options, work, await runningOf(client, work.workflowId));
  context.log.warn({ ...work, engine }, "The workflow of a process did not answer; it was started again.");
}

async function restart({ client }: RestartOptions, work: WorkflowWake, running?: RunningWorkflow): Promise<void> {
  if (running) {
    const handle = client.workflow.getHandle(work.workflowId, running.runId);
    await handle.terminate("started again from the rows").catch((error: unknown) => {
      // Another hub was faster.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
  }
  // Closed under an unfinished row means cancelled by hand or forgotten: the row decides, so it may run again.
  await wakeWorkflow(client, work, "ALLOW_DUPLICATE");
}

/** Describes a workflow's state in the engine for the log, the only source for the reason. */
async function standingOf(client: Client, workflowId: string): Promise<object | undefined> {
  try {
    const { raw, historyLength } = await client.workflow.getHandle(workflowId).describe();
    const { pendingWorkflowTask: task, pendingActivities = [] } = raw;
    return {
      historyLength,
      task: task ? { state: task.state, attempt: String(task.attempt), scheduledTime: task.scheduledTime } : null,
      activities: (pendingActivities ?? []).map(({ state, attempt, lastFailure }) => ({
        state,
        attempt,
        failure: lastFailure?.message,
      })),
    };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

async function runningOf(client: Client, workflowId: string): Promise<RunningWorkflow | undefined> {
  try {
    const { status, type, taskQueue, runId } = await client.workflow.getHandle(workflowId).describe();
    return status.name === "RUNNING" ? { type, taskQueue, runId } : undefined;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
