import { type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

import type { Ids } from "#platform/ids.ts";

import { securityHeaders } from "./security-headers.ts";

interface ClientError extends Error {
  readonly code?: string;
}

interface Refusal {
  readonly status: number;
  readonly message: string;
}

const meanings: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: "The headers are too large. Send fewer or shorter ones." },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: "The extensions of a chunk are too large. Leave them out." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: "The request did not arrive in time. Send it again." },
};
const malformed: Refusal = {
  status: 400,
  message: "The request is not well-formed HTTP/1.1. Correct it and send it again.",
};

/** Answers what never becomes a call, malformed or too slow, in the form of every other error, and ends the connection. */
export function answerClientErrors(server: Server, ids: Ids): void {
  server.on("clientError", (error: ClientError, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, message } = meanings[error.code ?? ""] ?? malformed;
    const { headers, body } = writeClientError({ status, message, requestId: ids.guid() });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
  });
}

/** The answer to a request that never becomes a call; its connection is not used again. */
export function writeClientError({ status, message, requestId }: Refusal & { readonly requestId: string }): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const code = status === 400 ? "ADDRESS_INVALID" : status === 413 ? "BODY_TOO_LARGE" : "HEADER_INVALID";
  const body = JSON.stringify({ error: { code, message, details: [] } });
  const headers = {
    ...securityHeaders(),
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "x-request-id": requestId,
    connection: "close",
  };
  return { headers, body };
}
