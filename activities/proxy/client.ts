import type { ConnectorCode, GuardedAttribute } from "#connectors/contract/index.ts";
import type { DiscoveryChunk, DiscoveryOrder, KnownHashes } from "#domain/discovery/discovery.ts";
import type { ConnectorVersions } from "#domain/proxies/connector-version.ts";
import type { FailedConnector } from "#domain/proxies/failed-connector.ts";
import { proxyPaths } from "#domain/proxies/proxy-call.ts";
import type { Order, Outcome } from "#domain/requests/order.ts";

import { byOwnClock } from "./by-own-clock.ts";
import { createSignedCalls, type SignedCallsOptions } from "./signed-calls.ts";

/** A connector as the proxy reports it to the API. */
export interface ConnectorReport {
  readonly id: string;
  readonly version: string;
  readonly capabilities: readonly string[];
  readonly addressSchema: Readonly<Record<string, unknown>>;
  readonly guardedAttributes?: readonly GuardedAttribute[];
}

/** Report of a proxy about itself, at its start and then periodically. */
export interface ProxyReport {
  readonly softwareVersion: string;
  /** Version of the protocol that it speaks. */
  readonly protocol?: number;
  readonly connectors: readonly ConnectorReport[];
  /** Connectors that it was given and could not load. */
  readonly failedConnectors?: readonly FailedConnector[];
  /** Process that reports. */
  readonly instance?: InstanceReport;
}

/** Report of one process of a proxy about itself. */
export interface InstanceReport {
  readonly id: string;
  /** Reading of its clock in milliseconds UTC. */
  readonly time: number;
  readonly ordersUnderWay: number;
  /** True if it takes no more orders and ends. */
  readonly stopping: boolean;
  /** True if its worker reaches the engine; absent before its first check. */
  readonly engineReached?: boolean;
}

/** Options of a call for orders. */
export interface OrdersOptions {
  readonly signal?: AbortSignal;
  /** Connectors of this process by version, so that a batch keeps the version with which it has begun. */
  readonly connectorVersions?: ConnectorVersions;
}

/** API as a proxy sees it; every call is signed. All reject with `ProxyCallError` or a network error. */
export interface ProxyClient {
  /** Exchanges the one-time token for an enrollment; may be repeated with the same keys while the token lives. */
  enrol(token: string): Promise<void>;
  hello(report: ProxyReport, signal?: AbortSignal): Promise<void>;
  /** Returns the orders of those operations that are open, with deadlines by this machine's clock; each counts as sent from now on. */
  orders(operationKeys: readonly string[], options?: OrdersOptions): Promise<Order[]>;
  /** Reports outcomes, all or none. Returns true if one of them was the last one of its request. */
  outcomes(outcomes: readonly Outcome[], signal?: AbortSignal): Promise<boolean>;
  /** Returns the order of a listing; chunks of earlier hand-outs are refused from now on. */
  listing(operationKey: string, signal?: AbortSignal): Promise<DiscoveryOrder>;
  /** Returns a page of the hashes of the loaded objects of one type. */
  knownHashes(part: KnownHashesCall, signal?: AbortSignal): Promise<KnownHashes>;
  /** Sends the next chunk of a listing; the last one may be repeated. */
  chunk(chunk: DiscoveryChunk, signal?: AbortSignal): Promise<void>;
  /** Reports why a listing failed. */
  listingFailure(failure: ListingFailure, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/** Listing and type whose hashes are read, and the cursor of the page before. */
export interface KnownHashesCall extends Pick<DiscoveryChunk, "operationKey" | "sends" | "type"> {
  readonly after: string | null;
}

/** Failure of a listing, in the target's own words without a secret. */
export interface ListingFailure {
  readonly operationKey: string;
  readonly sends: number;
  /** Milliseconds that the target asks to wait. */
  readonly retryAfterMs?: number;
  /** Code of the connector, or `LISTING_INVALID` if the API has refused the listing. */
  readonly code: ConnectorCode | "LISTING_INVALID";
  readonly message: string;
  readonly targetCode?: string;
}

/**
 * Makes the client of a proxy.
 * @throws PROXY_MISCONFIGURED when the address is plain HTTP and not on this machine
 */
export function createProxyClient(options: SignedCallsOptions): ProxyClient {
  const { proxyId, keys, clock } = options;
  const { call, close } = createSignedCalls(options);

  return {
    async enrol(token) {
      await call(proxyPaths.enrol, { proxyId, token, signingKey: keys.signingKey, sealingKey: keys.sealingKey });
    },
    async hello(report, signal) {
      await call(proxyPaths.hello, report, signal);
    },
    async orders(operationKeys, { signal, ...versions } = {}) {
      const askedAt = clock.now();
      const answer = await call(proxyPaths.orders, { operationKeys, ...versions }, signal);
      const receivedAt = clock.now();
      const orders = await keys.openOrders(answer);
      return orders.map((order) => byOwnClock(order, { askedAt, receivedAt }));
    },
    async outcomes(outcomes, signal) {
      const signature = keys.signOutcomes(proxyId, outcomes);
      const reported = { outcomes: outcomes.map((outcome) => ({ outcome })), signature };
      const answer = await call(proxyPaths.outcomes, reported, signal);
      return (JSON.parse(answer) as { readonly isLast?: boolean }).isLast === true;
    },
    listing: async (operationKey, signal) => keys.openListing(await call(proxyPaths.listing, { operationKey }, signal)),
    knownHashes: async (part, signal) => JSON.parse(await call(proxyPaths.knownHashes, part, signal)) as KnownHashes,
    async chunk(chunk, signal) {
      await call(proxyPaths.chunk, chunk, signal);
    },
    async listingFailure(failure, signal) {
      await call(proxyPaths.listingFailure, failure, signal);
    },
    close,
  };
}
