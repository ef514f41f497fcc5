import { hash } from "node:crypto";

import type { DiscoveryOrder, DiscoveryPart, KnownHashes } from "#domain/discovery/discovery.ts";
import type { Logger } from "#platform/logs/log.ts";

import type { ProxyClient } from "./client.ts";
import { retryWhileAway } from "./outcome-sender.ts";

/** What the API has loaded of one type of objects. */
export interface KnownObjects {
  /** Whether an object is as it was when it was loaded, told by its line. */
  has(line: string): boolean;
}

/** Whom to ask, and for how long. */
export interface KnownObjectsOptions {
  readonly client: Pick<ProxyClient, "knownHashes">;
  readonly order: DiscoveryOrder;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Asks the API by which hashes it knows the objects of one type; 43 characters are kept of each.
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
