import type { IncomingMessage } from "node:http";

import { headersMax } from "#domain/limits.ts";

import type { Middleware } from "../call-state.ts";
import { type ClientRefusal, refusalBody } from "../client-errors.ts";
import { headerValues } from "../header-values.ts";

/** Refuses what names no host, or has more headers than a call may have; its connection is not used again. */
export function guard(): Middleware {
  return ({ state, req }, next) => {
    const refusal = refusalOf(req);
    if (refusal === undefined) return next();
    state.answer = { status: refusal.status, headers: { connection: "close" }, body: refusalBody(refusal) };
    return undefined;
  };
}

function refusalOf({ rawHeaders, httpVersion }: IncomingMessage): ClientRefusal | undefined {
  if (rawHeaders.length > 2 * headersMax) {
    return { status: 431, message: `A request may have at most ${headersMax} headers. Send fewer.` };
  }
  // Node keeps the first of several; an intermediary may have used another one.
  const hosts = headerValues(rawHeaders, "host").length;
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return undefined;
  return { status: 400, message: "A request needs one header Host, and no second one. Correct it and send it again." };
}
