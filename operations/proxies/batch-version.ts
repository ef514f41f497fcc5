import { type ConnectorVersions, mayTake } from "#domain/connector-version.ts";
import { allOf, matching, ne } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";

/** An order that a process of a proxy asks for. */
export interface AskedOperation {
  readonly operation: Row<"requestOperations">;
  readonly target: Row<"targetSystems">;
  /** The connectors of the process that asks; undefined = it does not say. */
  readonly connectorVersions: ConnectorVersions | undefined;
}

/**
 * Makes the hand-outs of one batch follow one another, so that two processes cannot both begin it. Before the operation's own
 * lock, which is the order of the steps of a request.
 */
export async function lockBatch(store: CallContext["store"], operationKey: string): Promise<void> {
  const operation = await store.get("requestOperations", operationKey);
  if (operation) await store.lock("reqbatch", operation.requestKey);
}

/** The version of the connector for which an operation is handed out; null = the process does not say. */
export interface UsedVersion {
  readonly version: string | null;
}

/** The version for which an operation is handed out; undefined = the batch waits for the one with which it has begun. */
export async function versionToUse(
  { store, clock, settings }: CallContext,
  proxy: Row<"proxyServers">,
  { operation, target, connectorVersions }: AskedOperation,
): Promise<UsedVersion | undefined> {
  if (connectorVersions === undefined) return { version: null };
  const offered = Object.hasOwn(connectorVersions, target.type) ? connectorVersions[target.type] : undefined;
  const taken = mayTake(
    { connector: target.type, offered, begun: await begunVersion(store, operation) },
    {
      instances: proxy.instances ?? [],
      now: clock.now(),
      waitSeconds: settings.connectorVersionWaitSeconds,
    },
  );
  return taken ? { version: offered ?? null } : undefined;
}

/** The version of the last hand-out of the batch for this target. */
async function begunVersion(
  store: CallContext["store"],
  { requestKey, targetSystemKey }: Row<"requestOperations">,
): Promise<string | undefined> {
  const [last] = await store.select("requestOperations", {
    where: allOf(matching({ requestKey, targetSystemKey }), ne("connectorVersion", null)),
    orderBy: [["sentAt", "desc"]],
    limit: 1,
  });
  return last?.connectorVersion ?? undefined;
}
