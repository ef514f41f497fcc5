import { isOnline } from "#domain/proxies/proxy-instance.ts";
import { instancesOf, lifeOf } from "#domain/proxies/proxy-life.ts";
import type { OperationSurroundings } from "#domain/requests/operation-wait.ts";
import { targetKeyOf } from "#domain/requests/target-key-of.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { begunVersion } from "./request-orders.ts";

type Operation = Row<"requestOperations">;
type Surroundings = Omit<OperationSurroundings, "unfinished">;

/**
 * Returns the circumstances of an operation that was handed out, besides its own row: its proxy, and the connector version with which its
 * request began.
 */
export async function surroundingsOf(context: ServiceContext, operation: Operation): Promise<Surroundings> {
  const { store, clock } = context;
  const { proxyServer } = operation;
  if (proxyServer === null) return {};
  const proxy = await store.get("proxyServers", proxyServer);
  if (proxy === undefined) return { proxyAwaySince: null };
  const connectorVersion = await versionWaitedFor(context, operation, proxy);
  return {
    ...(lifeOf(proxy, clock.now()).takesOrders ? {} : { proxyAwaySince: proxy.lastSeenAt }),
    ...(connectorVersion === undefined ? {} : { connectorVersion }),
  };
}

async function versionWaitedFor(
  { store, clock }: ServiceContext,
  operation: Operation,
  proxy: Row<"proxyServers">,
): Promise<string | undefined> {
  // A failed operation waits for its next attempt; one that was never offered waits for nothing.
  if (operation.nextTryAt === null || operation.errorCode !== null) return undefined;
  const [begun, target] = [
    await begunVersion(store, operation),
    await store.get("targetSystems", targetKeyOf(operation)),
  ];
  const online = instancesOf(proxy).filter((instance) => isOnline(instance, clock.now()));
  const offered = online.flatMap(({ connectors }) => connectors.filter(({ id }) => id === target?.type));
  return offered.some(({ version }) => version !== begun) ? begun : undefined;
}
