import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../kernel/context.ts";
import { candidateProxies, localProxyId, type ServedTarget } from "./assignment.ts";

/** Returns the enrolled proxies of a target system, in order of preference. */
export async function servingProxies(
  { store }: Pick<ServiceContext, "store">,
  target: ServedTarget,
): Promise<Row<"proxyServers">[]> {
  const found: Row<"proxyServers">[] = [];
  for (const id of candidateProxies(target)) {
    const proxy = await store.get("proxyServers", id);
    if (proxy?.status === "enrolled") found.push(proxy);
  }
  return found;
}

/** Returns the ID of the proxy that gets the operations of a target system: the first enrolled one, else the first named one. */
export async function chosenProxy({ store }: ServiceContext, target: ServedTarget): Promise<string> {
  const candidates = candidateProxies(target);
  for (const id of candidates) {
    const proxy = await store.pick("proxyServers", id, ["status"]);
    if (proxy?.status === "enrolled") return id;
  }
  return candidates[0] ?? localProxyId;
}

/** Returns the ID of the proxy that gets the operations of a target system now; undefined if the target system is disabled, or gone. */
export async function proxyOfTarget(context: ServiceContext, targetSystemKey: string): Promise<string | undefined> {
  const target = await context.store.get("targetSystems", targetSystemKey);
  return target?.enabled === true ? chosenProxy(context, target) : undefined;
}

/** Returns the time of the first report of a proxy's youngest process, milliseconds UTC; 0 if none has reported. */
export async function processBegunAt({ store }: Pick<ServiceContext, "store">, proxyServer: string): Promise<number> {
  const { instances } = (await store.pick("proxyServers", proxyServer, ["instances"])) ?? {};
  return Math.max(0, ...(instances ?? []).map(({ startedAt }) => startedAt));
}
