import type { ProxyClient } from "#activities/proxy/client.ts";
import { createReporter, type Reporter } from "#activities/proxy/reporter.ts";
import { createProxyWorker } from "#activities/proxy/worker.ts";
import type { Connector } from "#connectors/contract/index.ts";
import type { FailedConnector } from "#domain/proxies/failed-connector.ts";
import { softwareVersion } from "#domain/proxies/software-version.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import type { Logger } from "#platform/logs/log.ts";
import type { ProxySettings } from "#platform/settings/settings.ts";

import { fired } from "../lifecycle.ts";
import { workerConnection } from "./worker-connection.ts";

/** A proxy at its start: its name, its connectors and its settings. */
export interface StartedProxy {
  readonly proxyId: string;
  readonly settings: ProxySettings;
  readonly connectors: readonly Connector[];
  readonly failedConnectors: readonly FailedConnector[];
  readonly log: Logger;
}

/** Node that a proxy works for. */
export interface ServedNode {
  readonly client: ProxyClient;
  /** Receives outcomes that could not be reported to it. */
  readonly keep?: (outcomes: readonly Outcome[]) => void;
  /** Announces the start: the proxy takes its orders. */
  ready(): void;
}

/** Works for a node until the signal fires: reports to its API, and takes orders from its engine. */
export async function serveNode(proxy: StartedProxy, node: ServedNode, signal: AbortSignal): Promise<void> {
  const { proxyId, settings, connectors, failedConnectors, log } = proxy;
  const { client, keep } = node;
  const own = { softwareVersion, client, log, clock: systemClock, ids: systemIds, connectors, failedConnectors };
  const reporter = createReporter(own);
  const connection = await workerConnection(settings, log, signal, () => tellCutOff(reporter, signal));
  try {
    const way = { proxyId, connection, namespace: settings.temporalNamespace };
    const worker = await createProxyWorker({ ...own, ...way, reporter, ...(keep && { keep }) }, signal);
    const running = worker.run();
    void fired(signal).then(() => worker.stop());
    log.info({ connectors: connectors.map(({ definition }) => definition.id) }, "The proxy takes orders.");
    node.ready();
    await running;
  } finally {
    await connection.close();
  }
}

/** Reports that the engine is not reached: the proxy is alive, and its operators should see why it receives no operations. */
function tellCutOff(reporter: Reporter, signal: AbortSignal): void {
  reporter.engineReached(false);
  reporter.begin();
  void reporter.introduce(signal).catch(() => undefined);
}
