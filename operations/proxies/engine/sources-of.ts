import { sourcedKey } from "#domain/requests/order-source.ts";

import type { OrderSource } from "./order-source.ts";

/** Sources of orders by the prefix of their operations' keys. */
export type OrderSources = ReadonlyMap<string, OrderSource>;

/** Operations of one source, by their keys in it. */
export interface SourceKeys {
  readonly source: OrderSource;
  /** Keys known to proxies, by the source's own. */
  readonly operationKeys: ReadonlyMap<string, string>;
}

/** Returns the sources of operations; undefined if a key belongs to none. */
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
