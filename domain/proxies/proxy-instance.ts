import type { GuardedAttribute } from "#connectors/contract/guarded-attributes.ts";

import { proxyAwaySeconds, proxyInstanceKeptHours, proxyInstancesMax } from "../limits.ts";
import type { FailedConnector } from "./failed-connector.ts";

/** A connector of an instance, without the facts that all connectors of its version share. */
export interface InstanceConnector {
  readonly id: string;
  readonly version: string;
  /** Attributes that this version guards; absent if it declares none, or the same as the service's own connector of that ID. */
  readonly guardedAttributes?: readonly GuardedAttribute[];
}

/** One running process of a proxy by its last report; several may run side by side under one enrollment. */
export interface ProxyInstance {
  readonly id: string;
  /** Milliseconds UTC of its first report, by the clock of the service. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
  /** Time at which it reported that it takes no more work; null while it works. */
  readonly stoppedAt: number | null;
  readonly softwareVersion: string;
  readonly connectors: readonly InstanceConnector[];
  readonly failedConnectors: readonly FailedConnector[];
  /** Number of orders in progress when it reported. */
  readonly ordersUnderWay: number;
  /** Milliseconds by which its clock is ahead of the service's; the travel time of the report is included. */
  readonly clockSkewMs: number;
  /** True if its worker reaches the engine, from which orders come; absent if it does not report that. */
  readonly engineReached?: boolean;
}

const hourMs = 3_600_000;

/** Returns true if an instance works as far as is known: it has reported recently and has not stopped. */
export function isOnline({ stoppedAt, lastSeenAt }: ProxyInstance, now: number): boolean {
  return stoppedAt === null && now - lastSeenAt <= proxyAwaySeconds * 1000;
}

/** Returns true if orders come to an instance: it works, and its worker reaches the engine as far as is known. */
export function takesOrders(instance: ProxyInstance, now: number): boolean {
  return isOnline(instance, now) && instance.engineReached !== false;
}

/** Returns the instances of a proxy after one has reported, the youngest first. Instances that have not reported for long are dropped. */
export function withInstance(known: readonly ProxyInstance[], told: ProxyInstance): ProxyInstance[] {
  const kept = known.filter(
    ({ id, lastSeenAt }) => id !== told.id && told.lastSeenAt - lastSeenAt <= proxyInstanceKeptHours * hourMs,
  );
  return [...kept, told]
    .toSorted((a, b) => b.lastSeenAt - a.lastSeenAt)
    .slice(0, proxyInstancesMax)
    .toSorted(youngestFirst);
}

/** Returns the instance that speaks for its proxy: the youngest that is online, so that an upgrade shows at once. */
export function speakerOf(instances: readonly ProxyInstance[], now: number): ProxyInstance | undefined {
  return instances.filter((instance) => isOnline(instance, now)).toSorted(youngestFirst)[0];
}

function youngestFirst(a: ProxyInstance, b: ProxyInstance): number {
  return b.startedAt - a.startedAt || (a.id < b.id ? -1 : 1);
}
