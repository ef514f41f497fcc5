import type { Row } from "#store/tables.ts";

/** ID of the proxy that every node runs itself. */
export const localProxyId = "local";

/** Fields of a target system that select its proxies. */
export type ServedTarget = Pick<Row<"targetSystems">, "proxyServers">;

const localProxy: readonly string[] = [localProxyId];

/** Target system with a connector. */
export type ConnectedTarget = Row<"targetSystems"> & {
  readonly type: string;
  readonly address: NonNullable<Row<"targetSystems">["address"]>;
};

/** Reports whether a target system has a connector; one that implementers serve may have none. */
export function isConnected(target: Row<"targetSystems">): target is ConnectedTarget {
  return target.type !== null && target.address !== null;
}

/** Returns the IDs of the proxies that may perform the operations of a target system, in order of preference. */
export function candidateProxies({ proxyServers }: ServedTarget): readonly string[] {
  return proxyServers.length === 0 ? localProxy : proxyServers;
}

/** Reports whether a proxy performs the operations of a target system: the target names it, or names none and it is the node's own. */
export function isAssigned(target: ServedTarget, proxyId: string): boolean {
  return candidateProxies(target).includes(proxyId);
}
