import { ApplicationFailure } from "@temporalio/activity";

import type { ConnectorCode } from "#connectors/contract/index.ts";
import type { ConnectorVersions } from "#domain/proxies/connector-version.ts";
import type { Order, Outcome } from "#domain/requests/order.ts";
import type { Logger } from "#platform/logs/log.ts";

import type { ProxyClient } from "./client.ts";
import { createOutcomeSender, retryWhileAway } from "./outcome-sender.ts";
import { type ActivityWaiter, asProxyActivity } from "./proxy-activity.ts";
import type { OrderRunner } from "./run-order.ts";

/** Which operations to perform: keys only, everything else is fetched from the API. */
export interface PerformOperationsInput {
  readonly operationKeys: readonly string[];
}

/** How many outcomes the API has taken. */
export interface PerformOperationsResult {
  readonly recorded: number;
}

/** What the activity is made of. */
export interface PerformOperationsServices {
  readonly client: ProxyClient;
  readonly runner: OrderRunner;
  readonly log: Logger;
  /** The versions of the connectors, told with each call for orders. */
  readonly connectorVersions?: ConnectorVersions;
  /** Hears of each order that begins (1) and ends (-1). */
  readonly onOrder?: (change: 1 | -1) => void;
  /** Orders of one chunk that run side by side; each connector bounds its own targets further. */
  readonly parallel?: number;
}

const parallelDefault = 8;
// The engine tries these again at once; every other code is final or waits for the list of minutes.
const engineCodes: ReadonlySet<ConnectorCode> = new Set(["unreachable", "broken", "busy"]);

/** Makes the activities of a proxy. */
export function createProxyActivities(services: PerformOperationsServices) {
  return {
    /**
     * Performs a chunk of operations on their targets and hands the outcomes to the API. After that it fails with the
     * code of the first outcome that the engine is to try again; neither result nor failure carries anything else.
     */
    performOperations: (input: PerformOperationsInput): Promise<PerformOperationsResult> =>
      // The API refuses this proxy, not the operation: another one on the queue, or a later try, may be taken.
      asProxyActivity("retryable", (waiter) => performChunk(services, input, waiter)),
  };
}

/** The work of `performOperations` without the engine around it. */
async function performChunk(
  services: PerformOperationsServices,
  { operationKeys }: PerformOperationsInput,
  { signal, heartbeat }: ActivityWaiter,
): Promise<PerformOperationsResult> {
  const { client, runner, log, connectorVersions, onOrder } = services;
  const options = { signal, ...(connectorVersions && { connectorVersions }) };
  const orders = await retryWhileAway({ log, signal }, () => client.orders(operationKeys, options));
  const sender = createOutcomeSender({ client, log, signal });
  const again = new Set<ConnectorCode>();
  let done = 0;

  async function perform(order: Order): Promise<void> {
    onOrder?.(1);
    const outcome: Outcome = await runner.run(order, { signal, heartbeat: () => undefined });
    onOrder?.(-1);
    // Where the target has said when it may be tried again, the hub waits for that moment.
    const isAtOnce = outcome.code !== undefined && engineCodes.has(outcome.code) && outcome.retryAfterMs === undefined;
    if (isAtOnce && outcome.code !== undefined) again.add(outcome.code);
    log.info(
      {
        requestId: order.requestId,
        operationKey: order.operationKey,
        sends: order.sends,
        result: outcome.result,
        code: outcome.code,
      },
      `${order.code} on ${order.targetSystem}`,
    );
    sender.add(outcome);
    done += 1;
    heartbeat({ done });
  }
  await inParallel(orders, services.parallel ?? parallelDefault, perform);
  const recorded = await sender.finish();
  const [code] = again;
  if (code !== undefined) throw ApplicationFailure.retryable(code, code);
  return { recorded };
}

async function inParallel<T>(items: readonly T[], most: number, run: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
}
