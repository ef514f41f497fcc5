import type { Connector } from "#connectors/contract/index.ts";
import { proxyFarewellSeconds, proxyHelloMs } from "#domain/limits.ts";
import type { FailedConnector } from "#domain/proxies/failed-connector.ts";
import { proxyProtocol } from "#domain/proxies/proxy-protocol.ts";
import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";
import type { Logger } from "#platform/logs/log.ts";

import type { ProxyClient, ProxyReport } from "./client.ts";
import { retryWhileAway } from "./outcome-sender.ts";
import { reportConnectors } from "./report.ts";

/** Services and facts of a reporting process. */
export interface ReporterOptions {
  readonly softwareVersion: string;
  readonly client: Pick<ProxyClient, "hello">;
  readonly connectors: readonly Connector[];
  /** Connectors that could not be loaded; each report has them. */
  readonly failedConnectors?: readonly FailedConnector[];
  readonly log: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Reporter of this process's state to the API. */
export interface Reporter {
  /** Reports until the API has accepted it. */
  introduce(signal: AbortSignal): Promise<void>;
  /** Records the state of the worker's connection to the engine; a change is reported at once. */
  engineReached(reached: boolean): void;
  /** Records an order that has begun (1) or ended (-1). */
  order(change: 1 | -1): void;
  /** Starts to report each minute. */
  begin(): void;
  /** Sends the last report: this process takes no more orders. It gives up after a moment. */
  end(): Promise<void>;
}

/** Makes the reporter of one process. */
export function createReporter(options: ReporterOptions): Reporter {
  const { client, log, clock, softwareVersion, failedConnectors = [] } = options;
  const connectors = reportConnectors(options.connectors);
  const id = options.ids.guid();
  let ordersUnderWay = 0;
  let engineReached: boolean | undefined;
  let timer: NodeJS.Timeout | undefined;

  function report(stopping = false): ProxyReport {
    const engine = engineReached === undefined ? {} : { engineReached };
    return {
      softwareVersion,
      protocol: proxyProtocol.own,
      connectors,
      failedConnectors,
      instance: { id, ordersUnderWay, time: clock.now(), stopping, ...engine },
    };
  }
  function tell(): void {
    client
      .hello(report())
      .catch((error: unknown) => log.warn({ err: error }, "The API could not be told that this proxy is alive."));
  }
  return {
    introduce: (signal) => retryWhileAway({ log, signal }, () => client.hello(report())),
    engineReached(reached) {
      if (reached === engineReached) return;
      engineReached = reached;
      if (!reached) log.warn("Temporal cannot be reached; no orders come until it answers again.");
      if (timer) tell();
    },
    order: (change) => void (ordersUnderWay += change),
    begin() {
      timer ??= setInterval(tell, proxyHelloMs);
    },
    async end() {
      clearInterval(timer);
      timer = undefined;
      // Without it the service learns a little later that this process has ended.
      await client.hello(report(true), AbortSignal.timeout(proxyFarewellSeconds * 1000)).catch(() => undefined);
    },
  };
}
