import { byOwnClock } from "#activities/proxy/by-own-clock.ts";
import type { ProxyKeys } from "#activities/proxy/keys.ts";
import type { SignedCalls } from "#activities/proxy/signed-calls.ts";
import { type HostAnswer, hostPaths } from "#domain/managed-hosts/host-call.ts";
import type { Order, Outcome } from "#domain/requests/order.ts";

import { type ServiceClock, signedByServiceClock } from "./service-clock.ts";

/** Answer of the service to a managed host. */
export interface AskedService {
  /** Order to carry out, with its deadline by the clock of the client; undefined if there is none. */
  readonly order: Order | undefined;
  readonly askAgainMs: number;
}

/** API as a managed host sees it; every call is signed. All reject with `ProxyCallError` or a network error. */
export interface HostClient {
  /** Exchanges the one-time token for an enrollment; may be repeated with the same keys while the token lives. */
  enrol(token: string): Promise<void>;
  ask(signal?: AbortSignal): Promise<AskedService>;
  report(outcome: Outcome, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/** Services of the client of a managed host. */
export interface HostClientOptions {
  readonly hostKey: string;
  readonly keys: ProxyKeys;
  /** Signed calls; they use the same clock. */
  readonly calls: SignedCalls;
  readonly clock: ServiceClock;
}

/** Makes the client of a managed host. */
export function createHostClient({ hostKey, keys, calls, clock }: HostClientOptions): HostClient {
  const call = signedByServiceClock(calls, clock);
  return {
    async enrol(token) {
      const { signingKey, sealingKey } = keys;
      await call(hostPaths.enrol, { hostKey, token, signingKey, sealingKey });
    },
    async ask(signal) {
      const askedAt = clock.now();
      const { jwe, askAgainMs } = JSON.parse(await call(hostPaths.ask, {}, signal)) as HostAnswer;
      if (jwe === null) return { order: undefined, askAgainMs };
      const receivedAt = clock.now();
      const [order] = await keys.openOrders(jwe);
      return { order: order && byOwnClock(order, { askedAt, receivedAt }), askAgainMs };
    },
    async report(outcome, signal) {
      await call(hostPaths.report, { outcome, signature: keys.signOutcomes(hostKey, [outcome]) }, signal);
    },
    close: () => calls.close(),
  };
}
