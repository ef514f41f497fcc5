import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../context.ts";
import { localProxyId } from "../../proxies/engine/assignment.ts";

type Target = Pick<Row<"targetSystems">, "proxyServers">;

/** The ids of the proxies that may perform the operations of a target system, in order of preference. */
function candidateProxies({ proxyServers }: Target): readonly string[] {
  return proxyServers.length === 0 ? [localProxyId] : proxyServers;
}

/** The enrolled proxies of a target system, in order of preference. */
export async function servingProxies({ store }: ServiceContext, target: Target): Promise<Row<"proxyServers">[]> {
  const found: Row<"proxyServers">[] = [];
  for (const id of candidateProxies(target)) {
    const proxy = await store.get("proxyServers", id);
    if (proxy?.status === "enrolled") found.push(proxy);
  }
  return found;
}

/** The proxy that gets the operations of a target system: the first enrolled one, else the first named one. */
export async function chosenProxy(context: ServiceContext, target: Target): Promise<string> {
  const [first] = await servingProxies(context, target);
  return first?.id ?? candidateProxies(target)[0] ?? localProxyId;
}
