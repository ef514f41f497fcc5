import type { Server } from "node:http";
import type { Duplex } from "node:stream";

import type { Ids } from "#platform/ids.ts";
import { http } from "#platform/node-http.ts";

import { securityHeaders } from "./security-headers.ts";

interface ClientError extends Error {
  readonly code?: string;
}

/** Refusal of a request that never becomes a call. */
export interface ClientRefusal {
  readonly status: number;
  readonly message: string;
}

const meanings: Readonly<Record<string, ClientRefusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: "The headers are too large. Send fewer or shorter ones." },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: "The extensions of a chunk are too large. Leave them out." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: "The request did not arrive in time. Send it again." },
};
const malformed: ClientRefusal = {
  status: 400,
  message: "The request is not well-formed HTTP/1.1. Correct it and send it again.",
};

/** Answers requests that never become a call, malformed or too slow, in the form of every other error. Then it ends the connection. */
export function answerClientErrors(server: Server, ids: Ids): void {
  server.on("clientError", (error: ClientError, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const refusal = meanings[error.code ?? ""] ?? malformed;
    const body = JSON.stringify(refusalBody(refusal));
    const headers = {
      ...securityHeaders(),
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      "x-request-id": ids.guid(),
      connection: "close",
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${refusal.status} ${http.STATUS_CODES[refusal.status]}`, ...lines, "", body].join("\r\n"));
  });
}

/** Returns the body of the answer to a request that never becomes a call. */
export function refusalBody({ status, message }: ClientRefusal): object {
  const code = status === 400 ? "ADDRESS_INVALID" : status === 413 ? "BODY_TOO_LARGE" : "HEADER_INVALID";
  return { error: { code, message, details: [] } };
}
