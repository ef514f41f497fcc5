import type { IncomingMessage, ServerResponse } from "node:http";

import { corsPreflightSeconds } from "#domain/limits.ts";

import { callKeyHeaders } from "../call-key.ts";

const requestHeaders = [
  ...["authorization", "content-type", "accept", "if-match", "if-none-match", "prefer"],
  ...["odata-version", "odata-maxversion", "x-batch-id", "x-request-id"],
  ...Object.values(callKeyHeaders),
].join(", ");
const answerHeaders = [
  ...["etag", "location", "retry-after", "odata-version", "odata-entityid", "preference-applied"],
  ...["www-authenticate", "x-request-id", "repeatability-result"],
].join(", ");
const methods = "GET, POST, PATCH, DELETE";

/** What browsers ask before scripts of another origin may call (Fetch standard, 3.2). */
export interface Cors {
  /** Puts the headers for the call's origin on the answer; true where the call was only a preflight that is allowed. */
  apply(request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * Makes the answers for a list of exact origins. Another origin gets no header at all, and no origin may send cookies: the
 * right to call is the token, which no browser sends by itself.
 */
export function createCors(origins: readonly string[]): Cors {
  const allowed = new Set(origins);
  if (allowed.size === 0) return { apply: () => false };
  return {
    apply({ method, headers }, response) {
      const { origin } = headers;
      // Caches must not show one origin what was answered to another one, also where this call names none.
      response.setHeader("vary", "Origin");
      if (origin === undefined || !allowed.has(origin)) return false;
      response.setHeader("access-control-allow-origin", origin);
      if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) {
        response.setHeader("access-control-expose-headers", answerHeaders);
        return false;
      }
      response.setHeader("access-control-allow-methods", methods);
      response.setHeader("access-control-allow-headers", requestHeaders);
      response.setHeader("access-control-max-age", String(corsPreflightSeconds));
      return true;
    },
  };
}
