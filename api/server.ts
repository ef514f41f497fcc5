import type { RequestListener, Server } from "node:http";
import { Server as NetServer, type AddressInfo } from "node:net";

import {
  connectionsMax,
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
import { closeConnections, type Connections, endsWithAnswer, followConnections } from "./connections.ts";
import { untilQuiet } from "./until-quiet.ts";

/** A server that listens. */
export interface RunningServer {
  /** Address on which it listens. */
  readonly address: string;
  readonly port: number;
  /** Ends each connection with its next answer, which says so to the client; new connections are accepted as before. */
  leave(): void;
  /** Stops accepting connections, answers the calls that are on their way, and closes every connection. */
  close(): Promise<void>;
}

/** Settings of a server; port 0 picks a free port. */
export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  /** Number of an open descriptor that listens in place of host and port. */
  readonly descriptor?: number | undefined;
  /** SocketKeepAlive. */
  readonly keepAliveSeconds: number;
  readonly ids: Ids;
}

/** Listens with the limits of the service on time, size and number, and answers with the listener. */
export async function startServer(options: ServerOptions, listener: RequestListener): Promise<RunningServer> {
  const { host, port, descriptor } = options;
  const server = createTunedServer(options, listener);
  const connections = followConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(descriptor === undefined ? { port, host } : { fd: descriptor }, resolve);
  });
  const { port: bound, family, address } = server.address() as AddressInfo;
  return {
    address: `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`,
    port: bound,
    leave: () => leave(connections),
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

function leave(connections: Connections): void {
  connections.leaving = true;
  for (const { response } of connections.open.values()) if (response !== undefined) endsWithAnswer(response);
}

async function close(server: Server, connections: Connections): Promise<void> {
  leave(connections);
  // The system has connected clients whom this process has not accepted yet; it would reset them.
  await untilQuiet(() => connections.accepted);
  // The one of `node:http` closes idle connections at once, on which a call may be on its way.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  await closeConnections(connections);
  await closed;
}
