import type { FailedConnector } from "./failed-connector.ts";
import { type InstanceConnector, isOnline, type ProxyInstance, takesOrders } from "./proxy-instance.ts";

/** Enrollment of a proxy: it may enroll, it is enrolled, or it is revoked. */
export type ProxyEnrolment = "invited" | "enrolled" | "revoked";

/** Reports of a proxy about itself. */
export interface ProxyReports {
  readonly id: string;
  readonly status: ProxyEnrolment;
  readonly instances: readonly ProxyInstance[] | null;
  /** Milliseconds UTC. */
  readonly lastSeenAt: number | null;
  readonly softwareVersion: string | null;
  readonly connectors: readonly InstanceConnector[];
  readonly failedConnectors: readonly FailedConnector[] | null;
}

/** State of a proxy as known without the engine. */
export interface ProxyLife {
  /** True if one of its processes works and can be given orders. */
  readonly takesOrders: boolean;
  /** Returns true if a process that works now was there at a moment: orders of that time may still be with it. */
  hasWorkedSince(moment: number): boolean;
}

/** Life of a proxy that does not exist. */
export const noLife: ProxyLife = { takesOrders: false, hasWorkedSince: () => false };

/** Computes the life of a proxy from its reports. */
export function lifeOf(proxy: ProxyReports, now: number): ProxyLife {
  if (proxy.status !== "enrolled") return noLife;
  const instances = instancesOf(proxy);
  return {
    takesOrders: instances.some((instance) => takesOrders(instance, now)),
    hasWorkedSince: (moment) =>
      instances.some(
        (instance) => isOnline(instance, now) && (instance.startedAt <= moment || isWhole(proxy, instance)),
      ),
  };
}

/** Returns the processes of a proxy. A proxy of an earlier version reports as a whole, which counts as one process. */
export function instancesOf(proxy: ProxyReports): readonly ProxyInstance[] {
  const { id, instances, lastSeenAt, connectors, failedConnectors, softwareVersion } = proxy;
  const newest = Math.max(0, ...(instances ?? []).map((instance) => instance.lastSeenAt));
  if (proxy.status !== "enrolled" || lastSeenAt === null || lastSeenAt <= newest) return instances ?? [];
  const whole: ProxyInstance = {
    id,
    startedAt: lastSeenAt,
    lastSeenAt,
    stoppedAt: null,
    softwareVersion: softwareVersion ?? "",
    connectors: connectors.map((connector) => ({ id: connector.id, version: connector.version })),
    failedConnectors: failedConnectors ?? [],
    ordersUnderWay: 0,
    clockSkewMs: 0,
  };
  return [...(instances ?? []), whole];
}

function isWhole(proxy: ProxyReports, { id }: ProxyInstance): boolean {
  return id === proxy.id;
}
