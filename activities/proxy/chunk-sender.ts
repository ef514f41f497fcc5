import { hash } from "node:crypto";
import { setImmediate as loopTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import type { DiscoveredType, DiscoveryChunk, DiscoveryOrder, ListingReport } from "#domain/discovery/discovery.ts";
import { discoveryChunkBytes, discoveryChunkDataMax } from "#domain/limits.ts";
import type { Logger } from "#platform/logs/log.ts";

import type { ProxyClient } from "./client.ts";
import { retryWhileAway } from "./outcome-sender.ts";

/** Sender of a listing as numbered, hashed and compressed chunks: one is sent while the next one gathers. */
export interface ChunkSender {
  /** Adds a line; waits only if a chunk is full and the one before has not been accepted yet. */
  add(line: string): Promise<void> | undefined;
  /** Marks a resume position after a cursor; sends a chunk if enough has gathered. */
  page(cursor: string | undefined): Promise<void>;
  /** Sends the rest of a type as its last chunk, and waits until the API has accepted all of them. */
  end(token: string | null, secretAttributes?: readonly string[]): Promise<void>;
  /** Waits until the chunk in transit has been accepted; rejects if it was not. */
  settled(): Promise<void>;
  /** Returns the number and the hash chain of the chunks accepted so far, by this try and earlier ones. */
  report(): ListingReport;
}

/** Services and settings of a sender. */
export interface ChunkSenderOptions {
  readonly client: Pick<ProxyClient, "chunk">;
  readonly order: DiscoveryOrder;
  readonly type: DiscoveredType;
  /** Number and hash chain of the chunks of the preceding types. */
  readonly from: ListingReport;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

interface ChunkEnd {
  readonly cursor: string | null;
  readonly last: boolean;
  readonly token: string | null;
  readonly secretAttributes?: readonly string[];
}

const compress = promisify(gzip);
// Chunks are made as fast as the target answers; the highest level would take longer than the transfer.
const compressionLevel = 1;
const onTheWay: ChunkEnd = { cursor: null, last: false, token: null };

type PackedLines = Pick<DiscoveryChunk, "items" | "hash" | "data">;

async function pack(lines: readonly string[]): Promise<PackedLines> {
  const data = await compress(lines.join("\n"), { level: compressionLevel });
  return { items: lines.length, hash: hash("sha256", data, "base64url"), data: data.toString("base64") };
}

/** Packs lines into as many parts as the API accepts: photos, for example, hardly shrink by compression. */
async function packParts(lines: readonly string[]): Promise<readonly PackedLines[]> {
  const packed = await pack(lines);
  if (packed.data.length <= discoveryChunkDataMax || lines.length < 2) return [packed];
  const half = Math.ceil(lines.length / 2);
  return [...(await packParts(lines.slice(0, half))), ...(await packParts(lines.slice(half)))];
}

/** Makes the sender of one type of objects. */
export function createChunkSender(options: ChunkSenderOptions): ChunkSender {
  const { client, order, type, log, signal } = options;
  let { chunks, chain } = options.from;
  let lines: string[] = [];
  let bytes = 0;
  let sending: Promise<void> = Promise.resolve();

  async function deliver(packed: Promise<readonly PackedLines[]>, end: ChunkEnd): Promise<void> {
    const parts = await packed;
    // A listing can be resumed only after all of them.
    for (const [index, part] of parts.entries()) await deliverPart(part, index === parts.length - 1 ? end : onTheWay);
  }
  async function deliverPart({ data, ...lengths }: PackedLines, part: ChunkEnd): Promise<void> {
    const { operationKey, sends } = order;
    const chunk = { operationKey, sends, number: chunks, type, ...lengths, ...part, data };
    await retryWhileAway({ log, signal }, () => client.chunk(chunk, signal));
    chain = hash("sha256", `${chain}${lengths.hash}`, "base64url");
    chunks += 1;
  }
  async function send(part: ChunkEnd): Promise<void> {
    const before = sending;
    // Packed while the one before is in transit.
    const packed = packParts(lines);
    sending = before.then(() => deliver(packed, part));
    // The next call throws a failure.
    for (const promise of [packed, sending]) promise.catch(() => undefined);
    lines = [];
    bytes = 0;
    await before;
    // Else the next page would be processed before the request has left, and the API would wait for it.
    await loopTurn();
  }
  const isFull = () => lines.length >= order.chunkObjects || bytes >= discoveryChunkBytes;

  return {
    add(line) {
      lines.push(line);
      bytes += line.length;
      // Inside a page there is no cursor: such a chunk is no resume position.
      if (bytes < discoveryChunkBytes && lines.length < order.chunkObjects * 2) return undefined;
      return send(onTheWay);
    },
    async page(cursor) {
      if (isFull()) await send({ ...onTheWay, cursor: cursor ?? null });
    },
    async end(token, secretAttributes) {
      const secrets = secretAttributes === undefined ? {} : { secretAttributes };
      await send({ cursor: null, last: true, token, ...secrets });
      await sending;
    },
    settled: () => sending,
    report: () => ({ chunks, chain }),
  };
}
