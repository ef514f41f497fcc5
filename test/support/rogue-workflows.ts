import { proxyActivities, sleep } from "@temporalio/workflow";

type Activities = Readonly<Record<string, (input: object) => Promise<unknown>>>;

/** Runs an activity on any queue, with arguments of its own. */
export async function invented(taskQueue: string, name: string, input: object): Promise<unknown> {
  const activities = proxyActivities<Activities>({
    taskQueue,
    startToCloseTimeout: "30 seconds",
    retry: { maximumAttempts: 1 },
  });
  return activities[name]?.(input);
}

/** Occupies the ID of another program's workflow for a day. */
export async function request(): Promise<void> {
  await sleep("1 day");
}
