import { commandRunSource } from "#domain/checkouts/command-run.ts";
import { passwordCheckSource } from "#domain/identity/password-check.ts";
import { sourcedKey, unprefixed } from "#domain/requests/order-source.ts";

import { commandOrders } from "../checkouts/engine/command-orders.ts";
import { passwordCheckOrders } from "../identity/engine/password-check-orders.ts";
import type { OrderSource } from "../proxies/engine/order-source.ts";
import { requestOrders } from "../requests/engine/request-orders.ts";
import { vaultSource } from "../vault/engine/order-step.ts";
import { vaultOrders } from "../vault/engine/vault-orders.ts";

/** Sources of orders by the prefix of their operations' keys. */
export type OrderSources = ReadonlyMap<string, OrderSource>;

/** Every source of orders. */
export const orderSources: OrderSources = new Map<string, OrderSource>([
  [unprefixed, requestOrders],
  [passwordCheckSource, passwordCheckOrders],
  [commandRunSource, commandOrders],
  [vaultSource, vaultOrders],
]);

/** Operations of one source, by their keys in it. */
export interface SourceKeys {
  readonly source: OrderSource;
  /** The keys that proxies know, by the source's own. */
  readonly operationKeys: ReadonlyMap<string, string>;
}

/** The sources of operations; undefined where a key belongs to none. */
export function sourcesOf(sources: OrderSources, operationKeys: Iterable<string>): SourceKeys[] | undefined {
  const found = new Map<OrderSource, Map<string, string>>();
  for (const operationKey of operationKeys) {
    const { source: prefix, key } = sourcedKey(operationKey);
    const source = sources.get(prefix);
    if (source === undefined) return undefined;
    const keys = found.get(source) ?? new Map<string, string>();
    found.set(source, keys.set(key, operationKey));
  }
  return [...found].map(([source, keys]) => ({ source, operationKeys: keys }));
}
