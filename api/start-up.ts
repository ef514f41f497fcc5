import type { RequestListener, ServerResponse } from "node:http";

import { errors } from "#domain/errors.ts";
import type { Ids } from "#platform/ids.ts";

import { requestIdOf } from "./request-id.ts";
import type { RouteAnswer } from "./route.ts";
import { securityHeaders } from "./security-headers.ts";

/** Interface of the service while it starts. */
export interface StartUp {
  /** Listener of every call. It answers by itself while the service waits for parts, then it uses the opened listener. */
  readonly listener: RequestListener;
  /** Sets the names of the parts that the service waits for. */
  waitFor(names: readonly string[]): void;
  /** Opens the service: from now on this listener answers. */
  open(listener: RequestListener): void;
  /** Refuses all further calls with an error; those that run end. */
  refuse(code: RefusedCode): void;
}

/** Error of a service that answers no calls. */
export type RefusedCode = "STARTING" | "VERSION_TOO_OLD";

/**
 * Makes a listener that answers from the first moment: `/health` 200, `/ready` 503 with the awaited parts, everything
 * else 503 with Retry-After.
 */
export function createStartUp({ ids, retrySeconds }: { ids: Ids; retrySeconds: number }): StartUp {
  let names: readonly string[] = [];
  let behind: RequestListener | undefined;
  let code: RefusedCode = "STARTING";
  const retry = { "retry-after": String(retrySeconds) };
  const answerTo = (path: string): RouteAnswer => {
    if (path === "/health") return { status: 200, body: { status: "ok" } };
    if (path === "/ready") return { status: 503, headers: retry, body: { status: "unready", waitsFor: names } };
    const error = { code, message: errors[code].message, details: [] };
    return { status: 503, headers: retry, body: { error } };
  };
  return {
    listener(request, response) {
      if (behind !== undefined) return behind(request, response);
      const [path = ""] = (request.url ?? "").split("?", 1);
      send(response, answerTo(path), requestIdOf(request.headers["x-request-id"], ids));
    },
    waitFor(waited) {
      names = waited;
    },
    open(listener) {
      behind = listener;
    },
    refuse(reason) {
      code = reason;
      names = ["version"];
      behind = undefined;
    },
  };
}

function send(response: ServerResponse, { status, headers, body }: RouteAnswer, requestId: string): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...securityHeaders(),
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "x-request-id": requestId,
    // The rest of a body that a caller is still sending is not read.
    connection: "close",
  });
  response.end(text);
}
