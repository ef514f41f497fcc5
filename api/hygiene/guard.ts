import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

import { headersMax } from "#domain/limits.ts";
import type { ServiceContext } from "#operations/context.ts";

import { writeClientError } from "../client-errors.ts";
import { requestIdOf } from "../request-id.ts";
import { securityHeaders, strictTransport } from "../security-headers.ts";
import type { ClientOrigins } from "./client-origin.ts";
import { createCors } from "./cors.ts";

interface Refusal {
  readonly status: 400 | 431;
  readonly message: string;
}

const noHost: Refusal = { status: 400, message: "A request needs one header Host. Add it and send it again." };
const manyHeaders: Refusal = { status: 431, message: `A request may have at most ${headersMax} headers. Send fewer.` };

/** Puts in front of a listener what holds for every call, whatever its route: headers by origin and scheme, and limits. */
export function guardListener(
  { settings, ids }: Pick<ServiceContext, "settings" | "ids">,
  clients: ClientOrigins,
  listener: RequestListener,
): RequestListener {
  const cors = createCors(settings.corsOrigins);
  return (request, response) => {
    if (clients.isHttps(request)) response.setHeader("strict-transport-security", strictTransport);
    const refusal = refusalOf(request);
    if (refusal !== undefined) return refuse(response, refusal, requestIdOf(request.headers["x-request-id"], ids));
    if (!cors.apply(request, response)) return listener(request, response);
    response.writeHead(204, { ...securityHeaders(), "x-request-id": requestIdOf(undefined, ids) });
    response.end();
  };
}

function refusalOf({ rawHeaders, headers, httpVersion }: IncomingMessage): Refusal | undefined {
  if (rawHeaders.length > 2 * headersMax) return manyHeaders;
  return headers.host === undefined && httpVersion !== "1.0" ? noHost : undefined;
}

function refuse(response: ServerResponse, { status, message }: Refusal, requestId: string): void {
  const { headers, body } = writeClientError({ status, message, requestId });
  response.writeHead(status, headers);
  response.end(body);
}
