import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { proxyAwaySeconds } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { lifeOf } from "#domain/proxies/proxy-life.ts";
import type { Row } from "#store/tables.ts";

import { servingProxies } from "../abilities/serving-proxy.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import type { QueuedOperation } from "../requests/engine/queue-operations.ts";
import { queuedRow } from "../requests/engine/queued-audit.ts";
import { startDiscovery } from "./engine/start-discovery.ts";
import { hasSchedule } from "./list-schedules.ts";

/**
 * Discovers a target system: lists its accounts and groups and updates the stored ones.
 * @throws NOT_FOUND and every code of `startDiscovery`
 */
export const discoverTargetSystem = defineOperation({
  name: "targetSystems.discover",
  operationType: "TARGET_SYSTEM_DISCOVER",
  input: z.strictObject({ key: z.string() }),
  callers: ["user"],
  policies: [{ name: policyOf.get("targetSystems"), rows: true }, { name: policyOf.action("targetSystems/discover") }],
  audit: {
    operation: "DSRQ",
    describe: ({ key }, operation?: QueuedOperation) => ({ targetSystem: key, ...queuedRow(operation) }),
  },
  async run(context, { key }): Promise<QueuedOperation> {
    await visibleRow(context, { table: "targetSystems", policy: policyOf.get("targetSystems"), key });
    return startDiscovery(context, key, "user");
  },
});

/**
 * Discovers a target system on its schedule or in the nightly run; while a discovery is in progress, nothing is done. Anyone who reaches
 * the engine can say that the schedule is due, so the target must at least have one.
 * @throws every code of `startDiscovery`, CONFLICT if the target system has no schedule, and PROXY_AWAY if the nightly run would wait in
 * vain
 */
export const discoverOnSchedule = defineOperation({
  name: "targetSystems.discoverOnSchedule",
  input: z.strictObject({ key: z.string(), trigger: z.enum(["schedule", "psupdate"]) }),
  callers: ["engine"],
  audit: {
    operation: "DSRQ",
    describe: ({ key }, operation?: QueuedOperation) => ({ targetSystem: key, ...queuedRow(operation) }),
  },
  async run(context, { key, trigger }) {
    const target = await context.store.get("targetSystems", key);
    if (trigger === "schedule" && target && !hasSchedule(target)) throw new ServiceError("CONFLICT", { target: key });
    if (trigger === "psupdate" && target) await requireProxyAtWork(context, target);
    return startDiscovery(context, key, trigger);
  },
});

/** @throws PROXY_AWAY */
async function requireProxyAtWork(context: CallContext, target: Row<"targetSystems">): Promise<void> {
  const [proxy] = await servingProxies(context, target);
  if (proxy === undefined || lifeOf(proxy, context.clock.now()).takesOrders) return;
  const words = `has not reported for ${proxyAwaySeconds} seconds, or does not reach Temporal`;
  throw new ServiceError("PROXY_AWAY", {
    target: proxy.id,
    message: `Its proxy '${proxy.id}' takes no orders now: it ${words}. Look at 'gatehouse proxy status ${proxy.id}', and start it.`,
  });
}
