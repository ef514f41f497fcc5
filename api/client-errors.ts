import { type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

import type { Ids } from "#platform/ids.ts";

interface ClientError extends Error {
  readonly code?: string;
}

const meanings: Readonly<Record<string, { readonly status: number; readonly message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: "The headers are too large. Send fewer or shorter ones." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: "The request did not arrive in time. Send it again." },
};
const malformed = { status: 400, message: "The request is not well-formed HTTP/1.1. Correct it and send it again." };

/** Answers what never becomes a call, malformed or too slow, in the form of every other error, and ends the connection. */
export function answerClientErrors(server: Server, ids: Ids): void {
  server.on("clientError", (error: ClientError, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, message } = meanings[error.code ?? ""] ?? malformed;
    const code = status === 400 ? "ADDRESS_INVALID" : "HEADER_INVALID";
    const body = JSON.stringify({ error: { code, message, details: [] } });
    const headers = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${ids.guid()}`,
      "x-content-type-options: nosniff",
      "referrer-policy: no-referrer",
      "connection: close",
    ];
    socket.end(`${headers.join("\r\n")}\r\n\r\n${body}`);
  });
}
