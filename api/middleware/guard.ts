import type { IncomingMessage } from "node:http";

import { headersMax } from "#domain/limits.ts";

import type { Middleware } from "../call-state.ts";
import { type ClientRefusal, refusalBody } from "../client-errors.ts";

/** Refuses what names no host, or has more headers than a call may have; its connection is not used again. */
export function guard(): Middleware {
  return ({ state, req }, next) => {
    const refusal = refusalOf(req);
    if (refusal === undefined) return next();
    state.answer = { status: refusal.status, headers: { connection: "close" }, body: refusalBody(refusal) };
    return undefined;
  };
}

function refusalOf({ rawHeaders, headers, httpVersion }: IncomingMessage): ClientRefusal | undefined {
  if (rawHeaders.length > 2 * headersMax) {
    return { status: 431, message: `A request may have at most ${headersMax} headers. Send fewer.` };
  }
  if (headers.host !== undefined || httpVersion === "1.0") return undefined;
  return { status: 400, message: "A request needs one header Host. Add it and send it again." };
}
