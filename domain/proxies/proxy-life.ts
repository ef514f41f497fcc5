import type { FailedConnector } from "./failed-connector.ts";
import { type InstanceConnector, isOnline, type ProxyInstance, takesOrders } from "./proxy-instance.ts";

/** How a proxy stands to the service: it may enrol, it is enrolled, or it was shut out. */
export type ProxyEnrolment = "invited" | "enrolled" | "revoked";

/** What a proxy has reported of itself. */
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

/** What is known of a proxy without asking the engine. */
export interface ProxyLife {
  /** One of its processes works and can be given orders. */
  readonly takesOrders: boolean;
  /** Whether a process that works now was there at a moment: what it got then may still be with it. */
  hasWorkedSince(moment: number): boolean;
}

/** The life of a proxy that is not there. */
export const noLife: ProxyLife = { takesOrders: false, hasWorkedSince: () => false };

/** Tells from its reports how a proxy is. */
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

/** The processes of a proxy; one of an earlier version tells of itself as a whole, which counts as one process. */
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
