import { setTimeout as sleep } from "node:timers/promises";

import type { MonitorOptions } from "./monitor.ts";
import { wakeMails } from "./notice-mail.ts";
import { wakePulls } from "./replication.ts";
import { ensureSchedules } from "./schedules.ts";
import { wakeWebhooks } from "./webhook-feeder.ts";

const callMs = 10_000;
const pauseMs = 5_000;

/**
 * Ensures once, at the start of a hub, the permanent work of the engine: the schedules of maintenance, a workflow for each webhook and
 * for each other node, and one for emails that wait. It retries until it has succeeded, or the signal fires.
 */
export async function beginStandingWork({ context, client, signal }: MonitorOptions): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await client.withDeadline(Date.now() + callMs, () => ensureSchedules(client));
      await wakeWebhooks(context, client);
      await wakeMails(context, client);
      await wakePulls(context, client);
      context.log.info("The schedules of maintenance stand, and every delivery is awake.");
      return;
    } catch (error) {
      if (failures === 0) context.log.warn({ err: error }, "The schedules could not be looked at; it is tried again.");
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
