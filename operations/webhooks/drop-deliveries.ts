import { webhookDeadKeptDays } from "#domain/limits.ts";
import type { MaintenanceRound } from "#domain/maintenance-tasks.ts";
import { allOf, eq, lt } from "#domain/query/condition.ts";
import type { DeliveryState } from "#domain/webhooks/webhook-delivery.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { dropRows } from "../kernel/drop-rows.ts";

const dayMs = 86_400_000;

/** Removes old deliveries: those that were made, and much later those that were given up; at most 256 of each at once. */
export const dropDeliveries = defineOperation<Record<string, never>, MaintenanceRound>({
  name: "webhooks.dropDeliveries",
  callers: ["engine"],
  audit: { operation: "WHST", when: "never" },
  async run(context) {
    const delivered = await drop(context, "delivered", context.settings.webhookDeliveriesKeptDays);
    const dead = await drop(context, "dead", webhookDeadKeptDays);
    return { left: delivered || dead };
  },
});

function drop(context: CallContext, state: DeliveryState, keptDays: number): Promise<boolean> {
  const endedBefore = lt("endedAt", context.clock.now() - keptDays * dayMs);
  return dropRows(context, "webhookDeliveries", allOf(eq("state", state), endedBefore));
}
