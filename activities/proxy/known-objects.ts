import { hash } from "node:crypto";

import type { DiscoveryOrder, DiscoveryPart, KnownHashes } from "#domain/discovery/discovery.ts";
import type { Logger } from "#platform/logs/log.ts";

import type { ProxyClient } from "./client.ts";
import { retryWhileAway } from "./outcome-sender.ts";

/** Objects of one type that the API has loaded. */
export interface KnownObjects {
  /** Returns true if an object has not changed since its load, judged by its line. */
  has(line: string): boolean;
}

/** Services and settings of the lookup. */
export interface KnownObjectsOptions {
  readonly client: Pick<ProxyClient, "knownHashes">;
  readonly order: DiscoveryOrder;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Reads the hashes by which the API knows the objects of one type; 43 characters are kept of each.
 * @throws ProxyCallError
 */
export async function knownObjects(options: KnownObjectsOptions, { type }: DiscoveryPart): Promise<KnownObjects> {
  const { client, order, log, signal } = options;
  const { operationKey, sends, hashSalt } = order;
  const known = new Set<string>();
  let page: KnownHashes = { hashes: [], after: null };
  do {
    const call = { operationKey, sends, type, after: page.after };
    page = await retryWhileAway({ log, signal }, () => client.knownHashes(call, signal));
    for (const one of page.hashes) known.add(one);
  } while (page.after !== null);
  return { has: (line) => known.size > 0 && known.has(hash("sha256", hashSalt + line, "base64url")) };
}
