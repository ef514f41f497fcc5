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

/** What a proxy tells of itself when it starts and then from time to time. */
export interface ProxyReport {
  readonly softwareVersion: string;
  /** The protocol that it speaks. */
  readonly protocol?: number;
  readonly connectors: readonly ConnectorReport[];
  /** Connectors it was given and could not load. */
  readonly failedConnectors?: readonly FailedConnector[];
  /** The process that reports. */
  readonly instance?: InstanceReport;
}

/** What one process of a proxy tells of itself. */
export interface InstanceReport {
  readonly id: string;
  /** Its clock, milliseconds UTC. */
  readonly time: number;
  readonly ordersUnderWay: number;
  /** It takes nothing more and ends. */
  readonly stopping: boolean;
  /** Whether its worker reaches the engine; absent before it has looked. */
  readonly engineReached?: boolean;
}

/** How orders are asked for. */
export interface OrdersOptions {
  readonly signal?: AbortSignal;
  /** The connectors of this process, so that a batch keeps the version with which it has begun. */
  readonly connectorVersions?: ConnectorVersions;
}

/** The API as a proxy sees it; every call is signed. All reject with `ProxyCallError` or a network error. */
export interface ProxyClient {
  /** Turns the one-time token into an enrolment; may be repeated with the same keys while the token lives. */
  enrol(token: string): Promise<void>;
  hello(report: ProxyReport, signal?: AbortSignal): Promise<void>;
  /** The orders of those of the operations that are open, with deadlines by this machine's clock; each counts as sent from now on. */
  orders(operationKeys: readonly string[], options?: OrdersOptions): Promise<Order[]>;
  /** Hands outcomes back, all or none; true where one of them was the last of what its operation is a part of. */
  outcomes(outcomes: readonly Outcome[], signal?: AbortSignal): Promise<boolean>;
  /** The order of a listing; chunks of earlier hand-outs are refused from now on. */
  listing(operationKey: string, signal?: AbortSignal): Promise<DiscoveryOrder>;
  /** A page of the hashes of what was loaded of one type of objects. */
  knownHashes(part: KnownHashesCall, signal?: AbortSignal): Promise<KnownHashes>;
  /** Hands over the next chunk of a listing; the last one may be repeated. */
  chunk(chunk: DiscoveryChunk, signal?: AbortSignal): Promise<void>;
  /** Says why a listing could not be made. */
  listingFailure(failure: ListingFailure, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/** Of which listing and type the hashes are asked, and where the page before has ended. */
export interface KnownHashesCall extends Pick<DiscoveryChunk, "operationKey" | "sends" | "type"> {
  readonly after: string | null;
}

/** Why a listing could not be made, in the target's own words without a secret. */
export interface ListingFailure {
  readonly operationKey: string;
  readonly sends: number;
  /** The pause that the target asks for. */
  readonly retryAfterMs?: number;
  /** The connector's code, or that the API has refused what was listed. */
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
