import type { Row } from "#store/tables.ts";

/** The proxy that every node runs itself. */
export const localProxyId = "local";

/** What of a target system says which proxies serve it. */
export type ServedTarget = Pick<Row<"targetSystems">, "proxyServers">;

const localProxy: readonly string[] = [localProxyId];

/** The ids of the proxies that may perform the operations of a target system, in order of preference. */
export function candidateProxies({ proxyServers }: ServedTarget): readonly string[] {
  return proxyServers.length === 0 ? localProxy : proxyServers;
}

/** Whether a proxy performs the operations of a target system: it is named there, or nobody is and it is the node's own. */
export function isAssigned(target: ServedTarget, proxyId: string): boolean {
  return candidateProxies(target).includes(proxyId);
}
