import { ApplicationFailure } from "@temporalio/activity";

import type {
  DiscoveryOrder,
  ListingActivities,
  ListingFailureDetail,
  ListingReport,
} from "#domain/discovery/discovery.ts";
import { secretsOf } from "#domain/requests/order.ts";
import type { Logger } from "#platform/logs/log.ts";
import { createScrubber } from "#platform/logs/scrub.ts";

import { callLogOf } from "./call-log.ts";
import { createChunkSender } from "./chunk-sender.ts";
import type { ProxyClient } from "./client.ts";
import { toConnectorError, toldFailure } from "./connector-failure.ts";
import { knownObjects } from "./known-objects.ts";
import { listTarget } from "./list-target.ts";
import { retryWhileAway } from "./outcome-sender.ts";
import { type ActivityWaiter, asProxyActivity } from "./proxy-activity.ts";
import { isUnreadable } from "./refused-report.ts";
import { ProxyCallError } from "./signed-calls.ts";
import type { TargetSessions } from "./target-sessions.ts";

/** Services of the activity. */
export interface ListingServices {
  readonly client: ProxyClient;
  readonly sessions: TargetSessions;
  readonly log: Logger;
}

// The activity has the connector's signal and deadline: a listing lasts as long as its pages come.
const unlimitedMs = Number.MAX_SAFE_INTEGER;

/** Makes the activity by which a proxy lists target systems. */
export function createListingActivities(services: ListingServices): ListingActivities {
  return {
    listObjects: ({ key }) => asProxyActivity("nonRetryable", (waiter) => list(services, key, waiter)),
  };
}

async function list(services: ListingServices, key: string, waiter: ActivityWaiter): Promise<ListingReport> {
  const { client, sessions, log } = services;
  const { signal } = waiter;
  const order = await retryWhileAway({ log, signal }, () => client.listing(key, signal));
  const scrub = createScrubber(order.credentials.flatMap(secretsOf));
  const callLog = callLogOf(log, order, scrub);
  const lost = new AbortController();
  let refusal: ProxyCallError | undefined;
  // A refusal by the API is not an error of the target, so it is kept past the connector's errors.
  const keepRefusal = (error: unknown): never => {
    if (error instanceof ProxyCallError && !error.retryable) refusal = error;
    throw error;
  };
  const watched: Pick<ProxyClient, "chunk" | "knownHashes"> = {
    chunk: (chunk) => client.chunk(chunk, signal).catch(keepRefusal),
    knownHashes: (part) => client.knownHashes(part, signal).catch(keepRefusal),
  };
  try {
    const connector = sessions.connectorOf(order);
    return await sessions.use(order, { signal, log: callLog, anew: true }, (session) =>
      listTarget({
        order,
        connector,
        session,
        call: {
          signal: AbortSignal.any([signal, lost.signal]),
          operation: { id: key, sends: order.sends, deadlineMs: unlimitedMs },
          // Only where it has come to, never what was found there: heartbeats are kept by the engine.
          heartbeat: ({ done } = {}) => waiter.heartbeat({ done }),
          log: callLog,
          // A listing has no outcome to tell it with.
          notice: (words) => callLog.info(words),
        },
        sender: (part, from) => createChunkSender({ order, type: part.type, from, log, signal, client: watched }),
        known: (part) => knownObjects({ client: watched, order, log, signal }, part),
      }),
    );
  } catch (error) {
    if (refusal !== undefined) {
      if (isUnreadable(refusal)) await tellInvalid(services, order, refusal, signal);
      throw refusal;
    }
    if (signal.aborted) throw error;
    throw await told(services, order, { error, scrub, signal });
  } finally {
    lost.abort();
  }
}

/**
 * Reports a listing that the API could not read. It will not be readable the next time either; without the report it would be listed
 * forever.
 */
async function tellInvalid(
  { client, log }: ListingServices,
  { operationKey, sends }: DiscoveryOrder,
  { message }: ProxyCallError,
  signal: AbortSignal,
): Promise<void> {
  const report = { operationKey, sends, code: "LISTING_INVALID", message } as const;
  await retryWhileAway({ log, signal }, () => client.listingFailure(report, signal));
}

/** Reports to the API why a listing failed, before the failure goes to the engine as a code. */
async function told(
  { client, sessions, log }: ListingServices,
  order: DiscoveryOrder,
  { error, scrub, signal }: { error: unknown; scrub: (text: string) => string; signal: AbortSignal },
): Promise<unknown> {
  const failure = toConnectorError(sessions.known(order.connector)?.definition, error);
  const report = toldFailure(failure, scrub);
  const { operationKey, sends, targetSystem } = order;
  const { code, targetCode, retryAfterMs } = report;
  log.warn({ operationKey, sends, targetSystem, error: code, targetCode }, report.message);
  await retryWhileAway({ log, signal }, () => client.listingFailure({ operationKey, sends, ...report }, signal));
  return ApplicationFailure.create({
    message: code,
    type: code,
    nonRetryable: !failure.retryable,
    ...(retryAfterMs !== undefined && { details: [{ retryAfterMs } satisfies ListingFailureDetail] }),
  });
}
