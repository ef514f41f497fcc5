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

/** What a process of a proxy reports of itself. */
export interface ReporterOptions {
  readonly softwareVersion: string;
  readonly client: Pick<ProxyClient, "hello">;
  readonly connectors: readonly Connector[];
  /** Connectors that could not be loaded, to be told with each report. */
  readonly failedConnectors?: readonly FailedConnector[];
  readonly log: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Tells the API how this process is. */
export interface Reporter {
  /** Reports until the API has taken it. */
  introduce(signal: AbortSignal): Promise<void>;
  /** Notes whether the worker reaches the engine; a change is told at once. */
  engineReached(reached: boolean): void;
  /** Notes an order that has begun (1) or ended (-1). */
  order(change: 1 | -1): void;
  /** Reports each minute from now on. */
  begin(): void;
  /** Says that this process takes nothing more; gives up after a moment. */
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
      // Without it the service learns a little later that nobody is here any more.
      await client.hello(report(true), AbortSignal.timeout(proxyFarewellSeconds * 1000)).catch(() => undefined);
    },
  };
}
