import { batchRowsMax } from "#domain/limits.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { queueDelivery } from "../kernel/queue-deliveries.ts";

/** Queues waiting notices for the plug-ins that bring them to people, each once, however many processes do this. */
export const queueForNotifiers = defineOperation<Record<string, never>, { readonly left: boolean }>({
  name: "notices.queueForNotifiers",
  callers: ["engine"],
  audit: { operation: "NTST", when: "never" },
  async run(context) {
    const { store } = context;
    const notices = await store.select("notices", {
      where: { notifier: "waiting" },
      orderBy: [["createdAt", "asc"]],
      limit: batchRowsMax,
      forUpdate: true,
    });
    for (const { key } of notices) {
      await queueDelivery(context, { kind: "notifier", subjectKey: key, act: "notify" });
      await store.save("notices", { key, notifier: "queued" });
    }
    return { left: notices.length === batchRowsMax };
  },
});
