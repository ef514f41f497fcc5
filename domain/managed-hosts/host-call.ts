/** Where managed hosts call; the API listens there, the host calls there. */
export const hostPaths = {
  enrol: "/managedHosts/v1/enrol",
  ask: "/managedHosts/v1/ask",
  report: "/managedHosts/v1/report",
} as const;

/** What the service answers to a managed host that asks what is to be done. */
export interface HostAnswer {
  /** The service's time, milliseconds UTC. */
  readonly time: number;
  /** After how many milliseconds the host is to ask again where it has done what it was told. */
  readonly askAgainMs: number;
  /** The order, sealed to the host's key; null = there is nothing to do. */
  readonly jwe: string | null;
}

/** The id that orders for managed hosts name as their connector: what the programs of a host can do. */
export const hostConnectorId = "managed-host";

/** What stands in an order in the place of a proxy, where a managed host has it in its hands; no proxy can be called so. */
export function hostWorker(hostKey: string): string {
  return `managedHost:${hostKey}`;
}
