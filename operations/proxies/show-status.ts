import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import type { FailedConnector } from "#domain/proxies/failed-connector.ts";
import { proxyTaskQueue } from "#domain/proxies/proxy-call.ts";
import { isOnline, type ProxyInstance, takesOrders } from "#domain/proxies/proxy-instance.ts";
import { instancesOf } from "#domain/proxies/proxy-life.ts";
import { compareVersions, softwareVersion as serviceVersion } from "#domain/proxies/software-version.ts";
import { allOf, eq, noneOf } from "#domain/query/condition.ts";
import { discoveryCode } from "#domain/requests/named-codes.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { readsOf } from "../kernel/reads-of.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";

/**
 * States of a proxy: it accepts orders (`online`), reports but does not reach the engine (`cutOff`), has not reported for too long
 * (`away`), has not enrolled yet (`invited`), or was revoked.
 */
export const proxyStates = ["online", "cutOff", "away", "invited", "revoked"] as const;

/** Results of comparing the version of a proxy with the service's. */
export const versionComparisons = ["older", "same", "newer"] as const;

/** State of a proxy. */
export interface ProxyStatus {
  readonly id: string;
  readonly state: (typeof proxyStates)[number];
  readonly softwareVersion: string | null;
  /** Version of the service itself. */
  readonly serviceVersion: string;
  /** Time of the last report, milliseconds UTC. */
  readonly lastSeenAt: number | null;
  readonly queue: {
    /** Name of the task queue of its processes. */
    readonly name: string;
    /** Number of its operations that no process has fetched. */
    readonly waiting: number;
    /** Number of operations that a process has fetched and not answered. */
    readonly underWay: number;
    /** Number of operations that are retried later, or wait for another version of a connector. */
    readonly later: number;
  };
  readonly connectors: readonly { readonly id: string; readonly version: string }[];
  readonly failedConnectors: readonly FailedConnector[];
  readonly instances: readonly (Omit<ProxyInstance, "engineReached"> & {
    readonly online: boolean;
    /** True if its worker reaches the engine; null if it does not say. */
    readonly engineReached: boolean | null;
    /** Comparison of its version with the service's; null if they cannot be compared. */
    readonly comparedToService: (typeof versionComparisons)[number] | null;
  })[];
}

/**
 * Returns the state of a proxy: whether it accepts orders, its processes and connectors, and the amount of waiting work.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const showProxyStatus = defineOperation<{ key: string }, ProxyStatus>({
  name: "proxies.showStatus",
  kind: "read",
  input: z.strictObject({ key: z.string() }),
  callers: ["user"],
  policies: [
    { name: policyOf.get("proxyServers"), rows: true },
    { name: policyOf.get("proxyServers/status"), rows: true },
  ],
  audit: { operation: "READ", when: "refusalOnly", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key }) {
    await visibleRow(context, { table: "proxyServers", policy: policyOf.get("proxyServers"), key });
    const proxy = await visibleRow(context, {
      table: "proxyServers",
      policy: policyOf.get("proxyServers/status"),
      key,
    });
    const { id, softwareVersion, lastSeenAt, connectors, failedConnectors } = proxy;
    const now = context.clock.now();
    return {
      id,
      state: stateOf(proxy, now),
      softwareVersion,
      serviceVersion,
      lastSeenAt,
      queue: { name: proxyTaskQueue(id), ...(await queueOf(context, id)) },
      connectors: connectors.map((connector) => ({ id: connector.id, version: connector.version })),
      failedConnectors: failedConnectors ?? [],
      instances: instancesOf(proxy).map((instance) => ({
        ...instance,
        online: isOnline(instance, now),
        engineReached: instance.engineReached ?? null,
        comparedToService: compareVersions(instance.softwareVersion, serviceVersion) ?? null,
      })),
    };
  },
});

function stateOf(proxy: Row<"proxyServers">, now: number): ProxyStatus["state"] {
  if (proxy.status !== "enrolled") return proxy.status === "revoked" ? "revoked" : "invited";
  const instances = instancesOf(proxy);
  if (instances.some((instance) => takesOrders(instance, now))) return "online";
  return instances.some((instance) => isOnline(instance, now)) ? "cutOff" : "away";
}

async function queueOf(context: CallContext, proxyId: string): Promise<Omit<ProxyStatus["queue"], "name">> {
  const reads = readsOf(context);
  const open = allOf(eq("proxyServer", proxyId), eq("result", "P"));
  const now = allOf(open, eq("nextTryAt", null));
  const fetched = allOf(noneOf(eq("sends", 0)), eq("errorCode", null), eq("outcomeSignature", null));
  const listed = await context.store.select("requestOperations", {
    where: allOf(now, fetched, eq("code", discoveryCode)),
  });
  // A discovery that waits for a confirmation is with people, and no longer with its proxy.
  const confirming = listed.filter(({ discovery }) => discovery?.phase === "confirming").length;
  return {
    waiting: await reads.count("requestOperations", allOf(now, noneOf(fetched))),
    underWay: (await reads.count("requestOperations", allOf(now, fetched))) - confirming,
    later: await reads.count("requestOperations", allOf(open, noneOf(eq("nextTryAt", null)))),
  };
}
