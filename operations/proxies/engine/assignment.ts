import type { Row } from "#store/tables.ts";

/** The proxy that every node runs itself. */
export const localProxyId = "local";

/** Whether a proxy performs the operations of a target system: it is named there, or nobody is and it is the node's own. */
export function isAssigned(target: Pick<Row<"targetSystems">, "proxyServers">, proxyId: string): boolean {
  return target.proxyServers.length === 0 ? proxyId === localProxyId : target.proxyServers.includes(proxyId);
}
