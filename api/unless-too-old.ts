import type { RequestListener } from "node:http";

import { errors } from "#domain/errors.ts";
import type { Ids } from "#platform/ids.ts";

import { requestIdOf } from "./request-id.ts";
import { securityHeaders } from "./security-headers.ts";

/** Paths that a process answers to its end: they say how it is. */
const answeredPaths: ReadonlySet<string> = new Set(["/health", "/ready"]);

/**
 * Makes a listener that answers calls as another one does, until the process has become too old for the database: then it refuses further
 * calls, and those that run end.
 */
export function unlessTooOld(
  listener: RequestListener,
  { outdated, ids }: { readonly outdated: Pick<AbortSignal, "aborted">; readonly ids: Ids },
): RequestListener {
  const code = "VERSION_TOO_OLD";
  const text = JSON.stringify({ error: { code, message: errors[code].message, details: [] } });
  return (request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    if (!outdated.aborted || answeredPaths.has(path)) return listener(request, response);
    response.writeHead(503, {
      ...securityHeaders(),
      "retry-after": "1",
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(text),
      "x-request-id": requestIdOf(request.headers["x-request-id"], ids),
      // The rest of a body that a caller is still sending is not read.
      connection: "close",
    });
    response.end(text);
  };
}
