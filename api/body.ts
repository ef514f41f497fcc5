import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip as gunzipWith } from "node:zlib";

import { ServiceError } from "#domain/errors.ts";
import { bodyMaxBytes } from "#domain/limits.ts";

import { parseForm } from "./form-body.ts";
import { parseJson } from "./json-body.ts";
import type { RouteBody, RouteDefinition } from "./route.ts";

/** The body of a call: its bytes, and what they say. */
export interface Body {
  readonly raw: Buffer;
  readonly value: unknown;
}

/** A body that has not been read: its headers, and its bytes where they are there already. */
export type BodySource = Pick<IncomingMessage, "headers"> & (Readable | { readonly bytes: Buffer });

interface BodyFormat {
  readonly mediaType: string;
  parse(bytes: Buffer): unknown;
}

const gunzip = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzipWith);
const countedFactor = 4;
const noBody: Body = { raw: Buffer.alloc(0), value: undefined };

const formats: Readonly<Record<Exclude<RouteBody, "none" | "bytes">, BodyFormat>> = {
  json: { mediaType: "application/json", parse: parseJson },
  form: { mediaType: "application/x-www-form-urlencoded", parse: parseForm },
};

/** What a body must be where the route does not say. */
function bodyOf(route: RouteDefinition): RouteBody {
  return route.body ?? (route.method === "POST" || route.method === "PATCH" ? "json" : "none");
}

/** What holds for one body beside what its route says. */
export interface BodyTerms {
  /** Is shown the bytes as they came, before anything of them is parsed; it throws where they are not to be. */
  readonly judge?: ((raw: Buffer) => void) | undefined;
  /** Bytes, where they are fewer than the route takes. */
  readonly maxBytes?: number | undefined;
}

/**
 * Reads the body of a call as its route wants it; the bytes are counted and judged before anything is parsed.
 * An empty body is an empty object.
 * @throws BODY_TOO_LARGE
 * @throws MEDIA_UNSUPPORTED
 * @throws BODY_INVALID
 */
export function readBody(request: BodySource, route: RouteDefinition, terms: BodyTerms = {}): Promise<Body> | Body {
  const wanted = bodyOf(route);
  return wanted === "none" ? noBody : readWanted(request, { route, wanted }, terms);
}

async function readWanted(
  request: BodySource,
  { route, wanted }: { readonly route: RouteDefinition; readonly wanted: Exclude<RouteBody, "none"> },
  { judge, maxBytes }: BodyTerms,
): Promise<Body> {
  const max = maxBytes ?? route.bodyMaxBytes ?? bodyMaxBytes;
  const inflate = inflaterOf(request);
  const sent = await readBytes(request, max);
  judge?.(sent);
  const raw = inflate === undefined || sent.length === 0 ? sent : await inflate(sent, max);
  if (wanted === "bytes") return { raw, value: undefined };
  if (raw.length === 0) return { raw, value: {} };
  const { mediaType, parse } = formats[wanted];
  requireMediaType(request, mediaType);
  return { raw, value: parse(raw) };
}

async function readBytes(request: BodySource, max: number): Promise<Buffer> {
  if (!(request instanceof Readable)) {
    if (request.bytes.length > max) throw tooLarge(max);
    return request.bytes;
  }
  // A client that is still sending sees no answer, so what is a little too much is read to its end, and only counted.
  const countedMax = max * countedFactor;
  if (Number(request.headers["content-length"] ?? 0) > countedMax) throw tooLarge(max);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= max) chunks.push(chunk);
      else chunks.length = 0;
      if (bytes > countedMax) reject(tooLarge(max));
    });
    request.on("end", () => (bytes > max ? reject(tooLarge(max)) : resolve(Buffer.concat(chunks, bytes))));
    request.on("error", (cause) => reject(new ServiceError("BODY_INVALID", { detail: "the body broke off", cause })));
  });
}

/** How a body is made what it was before its Content-Encoding; undefined where it is that already. */
function inflaterOf({ headers }: BodySource): ((bytes: Buffer, max: number) => Promise<Buffer>) | undefined {
  const encoding = headers["content-encoding"]?.trim().toLowerCase();
  if (encoding === undefined || encoding === "identity") return undefined;
  if (encoding === "gzip" || encoding === "x-gzip") return inflated;
  throw new ServiceError("MEDIA_UNSUPPORTED", {
    message: "A body may be compressed with gzip only. Leave Content-Encoding out, or use gzip.",
    target: "Content-Encoding",
  });
}

async function inflated(bytes: Buffer, max: number): Promise<Buffer> {
  try {
    return await gunzip(bytes, { maxOutputLength: max });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(max);
    throw new ServiceError("BODY_INVALID", { message: "The body is not what gzip writes. Send it again.", cause });
  }
}

function tooLarge(max: number): ServiceError {
  return new ServiceError("BODY_TOO_LARGE", {
    message: `A body may hold at most ${max} bytes here. Send less at once.`,
  });
}

function requireMediaType(request: BodySource, mediaType: string): void {
  const [given = "", ...parameters] = (request.headers["content-type"] ?? "")
    .split(";")
    .map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  if (given === mediaType && (charset === undefined || charset.replaceAll('"', "") === "utf-8")) return;
  throw new ServiceError("MEDIA_UNSUPPORTED", {
    message: `The body must be ${mediaType} in UTF-8. Correct Content-Type.`,
  });
}
