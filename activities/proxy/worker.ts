import { type NativeConnection, Worker } from "@temporalio/worker";

import type { Connector } from "#connectors/contract/index.ts";
import type { FailedConnector } from "#domain/failed-connector.ts";
import {
  heartbeatIntervalMs,
  proxyDrainSeconds,
  proxyFarewellSeconds,
  proxyHelloMs,
  proxyStopSeconds,
} from "#domain/limits.ts";
import { proxyTaskQueue } from "#domain/proxy-call.ts";
import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";
import type { Logger } from "#platform/log.ts";

import type { ProxyClient, ProxyReport } from "./client.ts";
import { createListingActivities } from "./list-objects.ts";
import { retryWhileAway } from "./outcome-sender.ts";
import { createProxyActivities } from "./perform-operations.ts";
import { reportConnectors, versionsOf } from "./report.ts";
import { createOrderRunner } from "./run-order.ts";
import { createTargetSessions } from "./target-sessions.ts";

/** What the worker of a proxy is made of; there is no database among it. */
export interface ProxyWorkerOptions {
  readonly proxyId: string;
  readonly softwareVersion: string;
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly client: ProxyClient;
  readonly connectors: readonly Connector[];
  /** Connectors that could not be loaded, to be told with each report. */
  readonly failedConnectors?: readonly FailedConnector[];
  readonly log: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A proxy at work. */
export interface ProxyWorker {
  /** Takes work until it is stopped; rejects when the engine is lost for good. */
  run(): Promise<void>;
  /** Takes nothing more, lets running orders end for ten seconds, then cancels them. */
  stop(): void;
}

const activitiesMax = 20;

/**
 * Reports to the API (waiting while it is away) and makes the worker on the proxy's own task queue.
 * @throws ProxyCallError when the API does not know this proxy
 */
export async function createProxyWorker(options: ProxyWorkerOptions, signal: AbortSignal): Promise<ProxyWorker> {
  const { proxyId, connection, namespace, client, connectors, log, clock } = options;
  const { softwareVersion, failedConnectors = [] } = options;
  const instance = { id: options.ids.guid(), ordersUnderWay: 0 };
  const reported = reportConnectors(connectors);
  const report = (stopping = false): ProxyReport => ({
    softwareVersion,
    connectors: reported,
    failedConnectors,
    instance: { ...instance, time: clock.now(), stopping },
  });
  await retryWhileAway({ log, signal }, () => client.hello(report()));
  const sessions = createTargetSessions(connectors);
  const runner = createOrderRunner({ connectors, sessions, log, clock });
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue: proxyTaskQueue(proxyId),
    identity: `proxy-${proxyId}`,
    activities: {
      ...createProxyActivities({
        client,
        runner,
        log,
        connectorVersions: versionsOf(connectors),
        onOrder: (change) => (instance.ordersUnderWay += change),
      }),
      ...createListingActivities({ client, sessions, log }),
    },
    maxConcurrentActivityTaskExecutions: activitiesMax,
    maxHeartbeatThrottleInterval: heartbeatIntervalMs,
    shutdownGraceTime: `${proxyDrainSeconds} seconds`,
    shutdownForceTime: `${proxyStopSeconds} seconds`,
  });
  return {
    async run() {
      const timer = setInterval(() => {
        client
          .hello(report())
          .catch((error: unknown) => log.warn({ err: error }, "The API could not be told that this proxy is alive."));
      }, proxyHelloMs);
      try {
        await worker.run();
      } finally {
        clearInterval(timer);
        await runner.close();
        // Without it the service learns a little later that nobody is here any more.
        await client.hello(report(true), AbortSignal.timeout(proxyFarewellSeconds * 1000)).catch(() => undefined);
      }
    },
    stop() {
      if (worker.getState() === "RUNNING") worker.shutdown();
    },
  };
}
