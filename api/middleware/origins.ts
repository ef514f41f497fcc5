import cors from "@koa/cors";

import { corsPreflightSeconds } from "#domain/limits.ts";

import { callKeyHeaders } from "../call-key.ts";
import type { Middleware } from "../call-state.ts";

const requestHeaders = [
  "authorization",
  "content-type",
  "accept",
  "if-match",
  "if-none-match",
  "prefer",
  "odata-version",
  "odata-maxversion",
  "x-batch-id",
  "x-request-id",
  ...Object.values(callKeyHeaders),
];
const answerHeaders = [
  "etag",
  "location",
  "retry-after",
  "odata-version",
  "odata-entityid",
  "preference-applied",
  "www-authenticate",
  "x-request-id",
  "repeatability-result",
];

/**
 * Lets scripts of these exact origins call (Fetch standard, 3.2). Another origin gets no header at all, and no origin may send
 * cookies: the right to call is the token, which no browser sends by itself.
 */
export function origins(allowed: readonly string[]): Middleware {
  const known = new Set(allowed);
  // If no origin may call, answers do not differ by it either.
  if (known.size === 0) return (_ctx, next) => next();
  return cors({
    origin: (ctx) => (known.has(ctx.get("origin")) ? ctx.get("origin") : ""),
    allowMethods: "GET, POST, PATCH, DELETE",
    allowHeaders: requestHeaders.join(", "),
    exposeHeaders: answerHeaders.join(", "),
    maxAge: String(corsPreflightSeconds),
    keepHeadersOnError: false,
  });
}
