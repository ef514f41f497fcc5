import { hash } from "node:crypto";

import { namesTag } from "./odata/etag.ts";
import type { RouteAnswer, RouteCall } from "./route.ts";

/** A cached document: it stays the same as long as the process runs, and is the same for everybody. */
export interface CachedDocument {
  readonly bytes: Buffer;
  /** Weak, because the compressed document has it too. */
  readonly etag: string;
}

const etagCharacters = 22;
// A client that caches it validates it on each use, so that no client works with the document of an earlier version.
const cacheControl = "public, no-cache";

/** Keeps a text as a document. */
export function cachedDocument(text: string): CachedDocument {
  return { bytes: Buffer.from(text), etag: `W/"${hash("sha256", text, "base64url").slice(0, etagCharacters)}"` };
}

/** Answers with a document, or with 304 if the caller has it already. */
export function answerDocument(
  { headers: { "if-none-match": known } }: Pick<RouteCall, "headers">,
  { bytes, etag }: CachedDocument,
  headers: Readonly<Record<string, string>>,
): RouteAnswer {
  // It is compressed for callers that accept that; a cache must not give that form to others.
  const vary = ["Accept-Encoding", headers["vary"]].filter((name) => name !== undefined).join(", ");
  const kept = { "cache-control": cacheControl, ...headers, vary, etag };
  return typeof known === "string" && namesTag(known, etag)
    ? { status: 304, headers: kept }
    : { status: 200, headers: kept, body: bytes };
}
