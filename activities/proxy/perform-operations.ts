import { ApplicationFailure } from "@temporalio/activity";

import type { ConnectorCode } from "#connectors/contract/index.ts";
import type { ConnectorVersions } from "#domain/proxies/connector-version.ts";
import type { Order, Outcome } from "#domain/requests/order.ts";
import type { PerformActivities, PerformedChunk } from "#domain/requests/request-step.ts";
import { inParallel } from "#platform/in-parallel.ts";
import type { Logger } from "#platform/logs/log.ts";
import { reached } from "#platform/reached.ts";

import type { ProxyClient } from "./client.ts";
import { createOutcomeSender, type OutcomeSender, retryWhileAway, type Taken } from "./outcome-sender.ts";
import { type ActivityWaiter, asProxyActivity } from "./proxy-activity.ts";
import type { OrderRunner } from "./run-order.ts";

/** Services of the activity. */
export interface PerformOperationsServices {
  readonly client: ProxyClient;
  readonly runner: OrderRunner;
  readonly log: Logger;
  /** Versions of the connectors, sent with each call for orders. */
  readonly connectorVersions?: ConnectorVersions;
  /** Receives a change for each order that begins (1) and ends (-1). */
  readonly onOrder?: (change: 1 | -1) => void;
  /** Receives outcomes that could not be reported before the work was ended. */
  readonly keep?: (outcomes: readonly Outcome[]) => void;
}

/** Largest number of orders of one chunk that run in parallel; each connector limits its own targets further. */
export const ordersAtOnce = 8;
// The engine retries these at once; every other code is final or waits for the list of minutes.
const engineCodes: ReadonlySet<ConnectorCode> = new Set(["unreachable", "broken", "busy"]);

/** Makes the activities of a proxy. */
export function createProxyActivities(services: PerformOperationsServices): PerformActivities {
  return {
    /**
     * Performs a chunk of operations on their targets and hands the outcomes to the API. After that it fails with the
     * code of the first outcome that the engine is to try again; neither result nor failure carries more than counts.
     */
    performOperations: ({ operationKeys }) =>
      // The API refuses this proxy, not the operation: another one on the queue, or a later try, may be taken.
      asProxyActivity("retryable", (waiter) => performChunk(services, operationKeys, waiter)),
  };
}

/** Performs a chunk: the work of `performOperations` without the engine around it. */
async function performChunk(
  services: PerformOperationsServices,
  operationKeys: readonly string[],
  { signal, heartbeat }: ActivityWaiter,
): Promise<PerformedChunk> {
  const { client, runner, log, connectorVersions, onOrder } = services;
  const options = { signal, ...(connectorVersions && { connectorVersions }) };
  const orders = await retryWhileAway({ log, signal }, () => client.orders(operationKeys, options));
  reached("orders", "fetched");
  const sender = createOutcomeSender({ client, log, signal });
  const again = new Set<ConnectorCode>();
  let done = 0;

  async function perform(order: Order): Promise<void> {
    onOrder?.(1);
    const outcome: Outcome = await runner.run(order, signal);
    reached("order", "performed");
    onOrder?.(-1);
    const { requestId, operationKey, sends } = order;
    const { result, code, retryAfterMs } = outcome;
    // If the target has named the time of a retry, the hub waits for it.
    if (code !== undefined && engineCodes.has(code) && retryAfterMs === undefined) again.add(code);
    log.info({ requestId, operationKey, sends, result, code }, `${order.code} on ${order.targetSystem}`);
    sender.add(outcome);
    done += 1;
    heartbeat({ done });
  }
  const { recorded, isLast } = await keepingUnsent(services, sender, async () => {
    await inParallel(orders, ordersAtOnce, perform);
    return sender.finish();
  });
  reached("outcomes", "reported");
  const [code] = again;
  if (code !== undefined) throw ApplicationFailure.retryable(code, code);
  return { recorded, ...(isLast && { isLast }) };
}

/** Hands on what could not be reported, when the work is ended before. */
async function keepingUnsent(
  { keep }: PerformOperationsServices,
  sender: OutcomeSender,
  perform: () => Promise<Taken>,
): Promise<Taken> {
  try {
    return await perform();
  } catch (error) {
    keep?.(sender.unsent());
    throw error;
  }
}
