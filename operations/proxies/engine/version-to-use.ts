import { mayTake } from "#domain/proxies/connector-version.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { OrderAsker } from "./order-source.ts";

/** Connector version for which an operation is handed out; null if the process sends none. */
export interface UsedVersion {
  readonly version: string | null;
}

/**
 * Returns the connector version for which an operation is handed out; undefined if its batch waits for the version with which it began. The
 * caller serializes the hand-outs of one batch, so that two processes cannot both begin it.
 */
export async function versionToUse(
  { clock, settings }: CallContext,
  { proxy, target, connectorVersions }: OrderAsker,
  begunVersion: () => Promise<string | undefined>,
): Promise<UsedVersion | undefined> {
  if (connectorVersions === undefined) return { version: null };
  // A target system without connector gets no orders.
  if (target.type === null) return undefined;
  const offered = Object.hasOwn(connectorVersions, target.type) ? connectorVersions[target.type] : undefined;
  const taken = mayTake(
    { connector: target.type, offered, begun: await begunVersion() },
    {
      instances: proxy.instances ?? [],
      now: clock.now(),
      waitSeconds: settings.connectorVersionWaitSeconds,
    },
  );
  return taken ? { version: offered ?? null } : undefined;
}
