import type { RequestListener, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

import {
  connectionsMax,
  drainMs,
  headersMaxBytes,
  headersWithinMs,
  idleConnectionMs,
  requestsPerConnectionMax,
  requestWithinMs,
  silentConnectionMs,
  slowClientsLookMs,
} from "#domain/limits.ts";
import type { Ids } from "#platform/ids.ts";
import { http } from "#platform/node-http.ts";

import { answerClientErrors } from "./client-errors.ts";

/** A server that listens. */
export interface RunningServer {
  /** Address on which it listens. */
  readonly address: string;
  readonly port: number;
  /** Stops accepting calls, lets running ones end, and closes every connection. */
  close(): Promise<void>;
}

/** Settings of a server; port 0 picks a free port. */
export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  /** SocketKeepAlive. */
  readonly keepAliveSeconds: number;
  readonly ids: Ids;
}

/** Listens with the limits of the service on time, size and number, and answers with the listener. */
export async function startServer(options: ServerOptions, listener: RequestListener): Promise<RunningServer> {
  const { host, port } = options;
  const server = createTunedServer(options, listener);
  const connections = followConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { port: bound, family, address } = server.address() as AddressInfo;
  return {
    address: `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`,
    port: bound,
    close: () => close(server, connections),
  };
}

function createTunedServer({ keepAliveSeconds, ids }: ServerOptions, listener: RequestListener): Server {
  const server = http.createServer(
    {
      maxHeaderSize: headersMaxBytes,
      connectionsCheckingInterval: slowClientsLookMs,
      // The guard checks it, so that this refusal has the form of every other one.
      requireHostHeader: false,
      keepAlive: true,
      keepAliveInitialDelay: keepAliveSeconds * 1000,
      noDelay: true,
    },
    listener,
  );
  // Beyond such a number Node drops headers silently, a second Authorization too; the guard counts and refuses.
  server.maxHeadersCount = 0;
  server.maxConnections = connectionsMax;
  server.maxRequestsPerSocket = requestsPerConnectionMax;
  server.headersTimeout = headersWithinMs;
  server.requestTimeout = requestWithinMs;
  server.keepAliveTimeout = idleConnectionMs;
  server.timeout = silentConnectionMs;
  answerClientErrors(server, ids);
  return server;
}

/** Open connections, each with the last answer on it. */
type Connections = Map<Socket, ServerResponse | undefined>;

function followConnections(server: Server): Connections {
  const connections: Connections = new Map();
  server.on("connection", (socket) => {
    connections.set(socket, undefined);
    socket.once("close", () => connections.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    connections.set(socket, response);
    if (!server.listening) endAfter(response, socket);
  });
  return connections;
}

/** Ends the connection after its answer: a kept connection would delay the end of the server. */
function endAfter(response: ServerResponse, socket: Socket): void {
  response.once("close", () => socket.end());
}

async function close(server: Server, connections: Connections): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Node treats a connection without a call yet like one with a call, and no longer knows some at all.
  for (const [socket, response] of connections) {
    if (response === undefined || response.closed) socket.destroy();
    else endAfter(response, socket);
  }
  const late = setTimeout(() => connections.forEach((_, socket) => socket.destroy()), drainMs);
  await closed;
  clearTimeout(late);
}
