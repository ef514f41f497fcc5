import { type NativeConnection, Worker } from "@temporalio/worker";

import { engineWatchMs } from "#domain/engine-limits.ts";
import { heartbeatIntervalMs, proxyDrainSeconds, proxyStopSeconds } from "#domain/limits.ts";
import { proxyTaskQueue } from "#domain/proxies/proxy-call.ts";
import type { Outcome } from "#domain/requests/order.ts";

import type { ProxyClient } from "./client.ts";
import { watchEngine } from "./engine-watch.ts";
import { createListingActivities } from "./list-objects.ts";
import { createProxyActivities } from "./perform-operations.ts";
import { versionsOf } from "./report.ts";
import { createReporter, type Reporter, type ReporterOptions } from "./reporter.ts";
import { createOrderRunner } from "./run-order.ts";
import { createTargetSessions } from "./target-sessions.ts";

/** Services of the worker of a proxy; there is no database among them. */
export interface ProxyWorkerOptions extends ReporterOptions {
  readonly proxyId: string;
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly client: ProxyClient;
  /** Reporter of this process: one that has begun before the engine was reached, or by default an own one. */
  readonly reporter?: Reporter;
  /** Receives outcomes that could not be reported before the worker was stopped. */
  readonly keep?: (outcomes: readonly Outcome[]) => void;
}

/** A proxy at work. */
export interface ProxyWorker {
  /** Takes work until it is stopped; rejects when the engine is lost for good. */
  run(): Promise<void>;
  /** Takes no more work, lets running orders end for ten seconds, then cancels them. */
  stop(): void;
}

const activitiesMax = 20;

/**
 * Reports to the API (waiting while it is away) and makes the worker on the proxy's own task queue.
 * @throws ProxyCallError when the API does not know this proxy
 */
export async function createProxyWorker(options: ProxyWorkerOptions, signal: AbortSignal): Promise<ProxyWorker> {
  const { proxyId, connection, namespace, client, connectors, log, clock, keep } = options;
  const { reporter = createReporter(options) } = options;
  const taskQueue = proxyTaskQueue(proxyId);
  await reporter.introduce(signal);
  const sessions = createTargetSessions(connectors);
  const runner = createOrderRunner({ connectors, sessions, log, clock });
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    identity: `proxy-${proxyId}`,
    activities: {
      ...createProxyActivities({
        client,
        runner,
        log,
        connectorVersions: versionsOf(connectors),
        onOrder: (change) => reporter.order(change),
        ...(keep && { keep }),
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
      reporter.begin();
      const watching = new AbortController();
      const pauseMs = engineWatchMs;
      const onLook = (reached: boolean) => reporter.engineReached(reached);
      const watch = watchEngine({ connection, namespace, taskQueue, pauseMs, onLook }, watching.signal);
      try {
        await worker.run();
      } finally {
        watching.abort();
        await watch;
        await runner.close();
        await reporter.end();
      }
    },
    stop() {
      if (worker.getState() === "RUNNING") worker.shutdown();
    },
  };
}
