import type { MaintenanceRound } from "#domain/maintenance-tasks.ts";
import { allOf, lt, oneOf } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { dropRows } from "../kernel/drop-rows.ts";

const dayMs = 86_400_000;

/** Removes old notices, and mails and deliveries to plug-ins that have ended, at most 256 of each at once. */
export const dropNotices = defineOperation<Record<string, never>, MaintenanceRound>({
  name: "notices.drop",
  callers: ["engine"],
  audit: { operation: "NTST", when: "never" },
  async run(context) {
    const before = context.clock.now() - context.settings.noticesKeptDays * dayMs;
    const notices = await dropRows(context, "notices", lt("createdAt", before));
    const mails = await dropRows(
      context,
      "noticeMails",
      allOf(oneOf("state", ["sent", "dead"]), lt("endedAt", before)),
    );
    const deliveries = await dropRows(
      context,
      "pluginDeliveries",
      allOf(oneOf("state", ["delivered", "dead"]), lt("endedAt", before)),
    );
    return { left: notices || mails || deliveries };
  },
});
