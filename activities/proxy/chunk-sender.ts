import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import type { DiscoveredItem, DiscoveredType, DiscoveryOrder, ListingReport } from "#domain/discovery.ts";
import { discoveryChunkBytes } from "#domain/limits.ts";
import { canonicalJson } from "#domain/order.ts";
import type { Logger } from "#platform/log.ts";

import type { ProxyClient } from "./client.ts";
import { retryWhileAway } from "./outcome-sender.ts";

/** Sends a listing as numbered, hashed and compressed chunks, one at a time. */
export interface ChunkSender {
  /** Takes an item; resolves when there is room for the next one. */
  add(item: DiscoveredItem): Promise<void>;
  /** Says that everything up to here may be resumed after a cursor; sends when enough has gathered. */
  page(cursor: string | undefined): Promise<void>;
  /** Sends what is left of a type as its last chunk. */
  end(token: string | null): Promise<void>;
  /** What was sent so far, by this try and earlier ones. */
  report(): ListingReport;
}

/** What a sender is made of. */
export interface ChunkSenderOptions {
  readonly client: Pick<ProxyClient, "chunk">;
  readonly order: DiscoveryOrder;
  readonly type: DiscoveredType;
  /** Where the listing of the types before has come to. */
  readonly from: ListingReport;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

const compress = promisify(gzip);
// Chunks are made as fast as the target answers; the highest level would take longer than the way.
const compressionLevel = 1;

/** Makes the sender of one type of objects. */
export function createChunkSender(options: ChunkSenderOptions): ChunkSender {
  const { client, order, type, log, signal } = options;
  let { chunks, chain } = options.from;
  let lines: string[] = [];
  let bytes = 0;

  async function send(part: { cursor: string | null; last: boolean; token: string | null }): Promise<void> {
    const data = await compress(lines.join("\n"), { level: compressionLevel });
    const hash = sha256(data);
    const { operationKey, sends } = order;
    const head = { operationKey, sends, number: chunks, type, items: lines.length, hash };
    const chunk = { ...head, ...part, data: data.toString("base64") };
    await retryWhileAway({ log, signal }, () => client.chunk(chunk, signal));
    chain = sha256(`${chain}${hash}`);
    chunks += 1;
    lines = [];
    bytes = 0;
  }
  const isFull = () => lines.length >= order.chunkObjects || bytes >= discoveryChunkBytes;

  return {
    async add(item) {
      // With sorted names the same object always gives the same line, by whose hash it is known.
      const line = canonicalJson(item);
      lines.push(line);
      bytes += line.length;
      // In the midst of a page there is no cursor: such a chunk is no place to resume.
      if (bytes >= discoveryChunkBytes || lines.length >= order.chunkObjects * 2)
        await send({ cursor: null, last: false, token: null });
    },
    async page(cursor) {
      if (isFull()) await send({ cursor: cursor ?? null, last: false, token: null });
    },
    end: (token) => send({ cursor: null, last: true, token }),
    report: () => ({ chunks, chain }),
  };
}

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url");
}
