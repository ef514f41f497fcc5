import { proxyActivities, sleep } from "@temporalio/workflow";

type Activities = Readonly<Record<string, (input: object) => Promise<unknown>>>;

/** Has an activity done on anybody's queue, with arguments of its own. */
export async function invented(taskQueue: string, name: string, input: object): Promise<unknown> {
  const activities = proxyActivities<Activities>({
    taskQueue,
    startToCloseTimeout: "30 seconds",
    retry: { maximumAttempts: 1 },
  });
  return activities[name]?.(input);
}

/** Sits under the id of somebody else's workflow. */
export async function request(): Promise<void> {
  await sleep("1 day");
}
