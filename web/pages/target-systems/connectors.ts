import type { ProxyServer, ReportedConnector, TargetSystem } from "../../api/model.ts";

/** ID of the proxy that serves target systems without a proxy of their own. */
export const usualProxy = "local";

/** Returns the connector of a target system as the first of its proxies that has the connector reports it. */
export function connectorOf(
  { type, proxyServers }: Pick<TargetSystem, "type" | "proxyServers">,
  proxies: readonly ProxyServer[],
): ReportedConnector | undefined {
  const names = proxyServers.length === 0 ? [usualProxy] : proxyServers;
  const serving = names.flatMap((name) => proxies.filter(({ id }) => id === name));
  return serving.flatMap(({ connectors }) => connectors).find(({ id }) => id === type);
}
