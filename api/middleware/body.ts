import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { gunzip as gunzipWith } from "node:zlib";

import { largeBodyBytes } from "#domain/body-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { bodyMaxBytes } from "#domain/limits.ts";

import type { CallContext, Middleware } from "../call-state.ts";
import { parseForm } from "../form-body.ts";
import type { RateLimits } from "../hygiene/rate-limits.ts";
import type { Identify } from "../identify.ts";
import { type JsonBounds, jsonBounds, parseJson } from "../json-body.ts";
import type { Body, RouteBody, RouteDefinition } from "../route.ts";

interface BodyFormat {
  readonly mediaType: string;
  parse(bytes: Buffer, bounds: JsonBounds): unknown;
}

const gunzip = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzipWith);
const countedFactor = 4;
const noBody: Body = { raw: Buffer.alloc(0), value: undefined };

const formats: Readonly<Record<Exclude<RouteBody, "bytes" | "none">, BodyFormat>> = {
  json: { mediaType: "application/json", parse: parseJson },
  form: { mediaType: "application/x-www-form-urlencoded", parse: parseForm },
};

/** Returns the form of a body; by default JSON for POST and PATCH, else none. */
function bodyOf(route: RouteDefinition): RouteBody {
  return route.body ?? (route.method === "POST" || route.method === "PATCH" ? "json" : "none");
}

/**
 * Reads the body in the form that the route wants. Its bytes are counted, and verified if they are signed, before any
 * of them is parsed. An empty body is an empty object.
 */
export function body(identify: Identify, rates: RateLimits): Middleware {
  const read: Middleware = async (ctx, next) => {
    const { state, headers } = ctx;
    const { route, ip } = state;
    state.body = await readBody(ctx, bodyOf(route), { identify, rates });
    state.signedIn = rates.named(route, state.body.value, { headers, ip });
    await next();
  };
  return (ctx, next) => {
    if (bodyOf(ctx.state.route) !== "none") return read(ctx, next);
    ctx.state.body = noBody;
    return next();
  };
}

interface Reading {
  readonly identify: Identify;
  readonly rates: RateLimits;
}

async function readBody(ctx: CallContext, wanted: RouteBody, { identify, rates }: Reading): Promise<Body> {
  const { state, headers } = ctx;
  const max = await maxBytesOf(ctx, identify);
  const inflate = inflaterOf(headers);
  const sent = await readBytes(ctx, max);
  if (state.judge !== undefined) state.caller = state.judge(sent);
  const raw = inflate === undefined || sent.length === 0 ? sent : await inflate(sent, max);
  if (raw.length > largeBodyBytes) await rates.largeBody(state.route, state.caller);
  if (wanted === "bytes" || wanted === "none") return { raw, value: undefined };
  if (raw.length === 0) return { raw, value: {} };
  const { mediaType, parse } = formats[wanted];
  requireMediaType(headers, mediaType);
  return { raw, value: parse(raw, jsonBoundsOf(state.route)) };
}

function jsonBoundsOf({ policy, session, signedBy }: RouteDefinition): JsonBounds {
  if (signedBy !== undefined) return jsonBounds.signed;
  return policy === null && session === undefined ? jsonBounds.stranger : jsonBounds.caller;
}

/** Returns the number of bytes that the route accepts; it may be lower for a caller without a valid token or session. */
async function maxBytesOf(ctx: CallContext, identify: Identify): Promise<number> {
  const { state, headers } = ctx;
  const { bodyMaxBytes: most = bodyMaxBytes, strangersBodyMaxBytes: fewer } = state.route;
  if (fewer === undefined) return most;
  if (identify.isStranger(ctx)) return fewer;
  try {
    await identify.callerOf(ctx);
    return most;
  } catch (error) {
    // The caller of a large body with a token needs to know why the token fails.
    if (Number(headers["content-length"] ?? Number.POSITIVE_INFINITY) > fewer) throw error;
    return fewer;
  }
}

async function readBytes({ req, state: { part } }: CallContext, max: number): Promise<Buffer> {
  if (part !== undefined) {
    if (part.length > max) throw tooLarge(max);
    return part;
  }
  // A client that is still sending sees no answer, so a body that is slightly too large is read to its end, and only counted.
  const countedMax = max * countedFactor;
  if (Number(req.headers["content-length"] ?? 0) > countedMax) throw tooLarge(max);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= max) chunks.push(chunk);
      else chunks.length = 0;
      if (bytes > countedMax) reject(tooLarge(max));
    });
    req.on("end", () => (bytes > max ? reject(tooLarge(max)) : resolve(Buffer.concat(chunks, bytes))));
    req.on("error", (cause) => reject(new ServiceError("BODY_INVALID", { detail: "the body broke off", cause })));
  });
}

/** Returns the function that decodes the Content-Encoding of a body; undefined if the body is not encoded. */
function inflaterOf(headers: IncomingHttpHeaders): ((bytes: Buffer, max: number) => Promise<Buffer>) | undefined {
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

function requireMediaType(headers: IncomingHttpHeaders, mediaType: string): void {
  const [given = "", ...parameters] = (headers["content-type"] ?? "")
    .split(";")
    .map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  if (given === mediaType && (charset === undefined || charset.replaceAll('"', "") === "utf-8")) return;
  throw new ServiceError("MEDIA_UNSUPPORTED", {
    message: `The body must be ${mediaType} in UTF-8. Correct Content-Type.`,
  });
}
