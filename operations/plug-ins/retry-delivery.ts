import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { wakeNext } from "../kernel/queue-deliveries.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";

/**
 * Puts a delivery that was given up back into the queue of its plug-in, in front of those behind it.
 * @throws NOT_FOUND, FORBIDDEN, PLUGIN_DELIVERY_NOT_DEAD
 */
export const retryDelivery = defineOperation({
  name: "pluginDeliveries.retry",
  input: z.strictObject({ key: keyInput }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "pluginDeliveries/retry"),
  audit: { operation: "PDRT", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key }) {
    const { store } = context;
    const delivery = await lockedRow(context, { table: "pluginDeliveries", key });
    if (delivery.state !== "dead") throw new ServiceError("PLUGIN_DELIVERY_NOT_DEAD", { target: "key" });
    await store.save("pluginDeliveries", { key, state: "waiting", tries: 0, endedAt: null });
    await wakeNext(context, delivery.subjectKey);
    return { key };
  },
});
