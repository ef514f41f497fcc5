import { condition, defineSignal, proxyActivities, proxyLocalActivities, setHandler, sleep } from "@temporalio/workflow";
export const decide = defineSignal("decide");
const { step } = proxyLocalActivities<any>({ startToCloseTimeout: "15 seconds" });
const { work } = proxyActivities<any>({ taskQueue: "h5-conn", heartbeatTimeout: "15 seconds", startToCloseTimeout: "2 minutes", retry: { maximumAttempts: 3 } });
export async function wf(name: string, timer: boolean, initial: number): Promise<void> {
  let n = 0; setHandler(decide, () => { n += 1; });
  await step!("a");
  if (timer) void sleep(86400_000 * 30);
  await condition(() => n >= initial + 1);
  await step!("b");
  await condition(() => n >= initial + 2);
  await step!("c");
  await work!(name);
  await step!("d");
}
