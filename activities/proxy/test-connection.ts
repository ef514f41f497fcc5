import type { Call } from "#connectors/contract/index.ts";
import { serverTextMaxCharacters } from "#domain/limits.ts";
import type { Order } from "#domain/requests/order.ts";
import type { TestedServer } from "#domain/requests/tested-server.ts";
import type { Clock } from "#platform/clock.ts";

import { bounded, boundsOf } from "./bounded.ts";
import type { TargetSessions } from "./target-sessions.ts";

/** Services and order of a test of a connection. */
export interface ConnectionTest {
  readonly sessions: Pick<TargetSessions, "connectorOf" | "useNew">;
  readonly order: Order;
  readonly call: Call;
  readonly clock: Clock;
  onOpened(keys: readonly string[]): void;
}

/**
 * Connects to a target with the administrator's credential and reads its server information; changes nothing there.
 * @throws the connector's errors
 */
export async function testConnection({
  sessions,
  order,
  call,
  clock,
  onOpened,
}: ConnectionTest): Promise<TestedServer> {
  const connector = sessions.connectorOf(order);
  const { definition, capabilities } = connector;
  const begun = clock.now();
  const server = await sessions.useNew(order, { signal: call.signal, log: call.log, onOpened }, (session) =>
    bounded(boundsOf(connector, "serverInfo", call.signal), (signal) =>
      definition.operations.serverInfo(session, { ...call, signal }),
    ),
  );
  const { product, version, clockSkewMs } = server;
  const isKnown = clockSkewMs !== undefined && Number.isFinite(clockSkewMs);
  return {
    // A target that reports no product works all the same.
    product: (product === "" ? definition.title : product).slice(0, serverTextMaxCharacters),
    ...(version !== undefined && { version: version.slice(0, serverTextMaxCharacters) }),
    capabilities,
    connectorVersion: definition.version,
    latencyMs: Math.max(0, Math.round(clock.now() - begun)),
    ...(isKnown && { clockSkewMs: Math.round(clockSkewMs) }),
  };
}
