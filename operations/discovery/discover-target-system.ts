import { z } from "zod";

import { defineOperation } from "../define-operation.ts";
import { visibleRow } from "../read/visible-row.ts";
import type { QueuedOperation } from "../requests/queue-operations.ts";
import { queuedRow } from "../requests/queued-audit.ts";
import { startDiscovery } from "./start-discovery.ts";

/**
 * Discovers a target system: lists its accounts and groups and brings the record up to what they are.
 * @throws NOT_FOUND and every code of `startDiscovery`
 */
export const discoverTargetSystem = defineOperation({
  name: "targetSystems.discover",
  operationType: "TARGET_SYSTEM_DISCOVER",
  identified: true,
  input: z.strictObject({ key: z.string() }),
  callers: ["user"],
  policies: [{ name: "targetsystems_get", rows: true }, { name: "targetsystems_post_discover" }],
  audit: {
    operation: "DSRQ",
    describe: ({ key }, operation?: QueuedOperation) => ({ targetSystem: key, ...queuedRow(operation) }),
  },
  async run(context, { key }): Promise<QueuedOperation> {
    await visibleRow(context, { table: "targetSystems", policy: "targetsystems_get", key });
    return startDiscovery(context, key, "user");
  },
});

/**
 * Discovers a target system because its schedule or the nightly order says so; where one is under way nothing is done.
 * @throws every code of `startDiscovery` but DISCOVERY_RUNNING
 */
export const discoverOnSchedule = defineOperation({
  name: "targetSystems.discoverOnSchedule",
  operationType: "TARGET_SYSTEM_DISCOVER",
  input: z.strictObject({ key: z.string(), trigger: z.enum(["schedule", "psupdate"]) }),
  callers: ["engine"],
  policies: [],
  audit: {
    operation: "DSRQ",
    describe: ({ key }, operation?: QueuedOperation) => ({ targetSystem: key, ...queuedRow(operation) }),
  },
  run: (context, { key, trigger }) => startDiscovery(context, key, trigger),
});
