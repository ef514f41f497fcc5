import type { ProxyServer, ReportedConnector, TargetSystem } from "../../api/model.ts";

/** The proxy that serves target systems which name none. */
export const usualProxy = "local";

/** The connector of a target system, as the first of its proxies that has it has reported it. */
export function connectorOf(
  { type, proxyServers }: Pick<TargetSystem, "type" | "proxyServers">,
  proxies: readonly ProxyServer[],
): ReportedConnector | undefined {
  const names = proxyServers.length === 0 ? [usualProxy] : proxyServers;
  const serving = names.flatMap((name) => proxies.filter(({ id }) => id === name));
  return serving.flatMap(({ connectors }) => connectors).find(({ id }) => id === type);
}
