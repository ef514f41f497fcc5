import type { ProxyServer } from "../../api/model.ts";

/** A connector of one version, with the proxies that have it. */
export interface KnownConnector {
  readonly id: string;
  readonly version: string;
  readonly capabilities: readonly string[];
  readonly proxies: readonly string[];
}

/** Returns the connectors that proxies have reported, each version once, sorted by ID and version. */
export function knownConnectors(proxies: readonly Pick<ProxyServer, "id" | "connectors">[]): readonly KnownConnector[] {
  const known = new Map<string, KnownConnector>();
  for (const { id: proxy, connectors } of proxies)
    for (const { id, version, capabilities } of connectors) {
      const key = `${id} ${version}`;
      const before = known.get(key) ?? { id, version, capabilities, proxies: [] };
      known.set(key, { ...before, proxies: [...before.proxies, proxy] });
    }
  return [...known].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, connector]) => connector);
}
