/** Paths that managed hosts call; the API serves them, the host calls them. */
export const hostPaths = {
  enrol: "/managedHosts/v1/enrol",
  ask: "/managedHosts/v1/ask",
  report: "/managedHosts/v1/report",
} as const;

/** Answer of the service to a managed host that asks for work. */
export interface HostAnswer {
  /** Time of the service in milliseconds UTC. */
  readonly time: number;
  /** Milliseconds after which the host asks again once it has done its work. */
  readonly askAgainMs: number;
  /** Order, sealed to the host's key; null if there is none. */
  readonly jwe: string | null;
}

/** ID that orders for managed hosts name as their connector: the abilities of a host's programs. */
export const hostConnectorId = "managed-host";

/** Returns the name that an order has in place of a proxy while a managed host handles it; no proxy can have such a name. */
export function hostWorker(hostKey: string): string {
  return `managedHost:${hostKey}`;
}
