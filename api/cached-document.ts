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
// Who keeps it asks each time whether it is still the one, so that nobody works with that of an earlier version.
const cacheControl = "public, no-cache";

/** Keeps a text as a document. */
export function cachedDocument(text: string): CachedDocument {
  return { bytes: Buffer.from(text), etag: `W/"${hash("sha256", text, "base64url").slice(0, etagCharacters)}"` };
}

/** Answers with a document: 304 to who has it already. */
export function answerDocument(
  { headers: { "if-none-match": known } }: Pick<RouteCall, "headers">,
  { bytes, etag }: CachedDocument,
  headers: Readonly<Record<string, string>>,
): RouteAnswer {
  // It is compressed for those who take that; somebody who keeps it must not give it to others.
  const vary = ["Accept-Encoding", headers["vary"]].filter((name) => name !== undefined).join(", ");
  const kept = { "cache-control": cacheControl, ...headers, vary, etag };
  return typeof known === "string" && namesTag(known, etag)
    ? { status: 304, headers: kept }
    : { status: 200, headers: kept, body: bytes };
}
