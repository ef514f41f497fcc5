import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";

import { drainMs, idleDrainMs } from "#domain/limits.ts";

/** An open connection. */
interface Connection {
  /** Last answer on it; undefined before its first call. */
  response?: ServerResponse;
  /** Bytes that were read of it when it became idle. */
  readBytes: number;
  /** Time since which it has been idle. */
  idleFromMs: number;
}

/** Connections of a server. */
export interface Connections {
  readonly open: Map<Socket, Connection>;
  /** Number of connections that were accepted so far. */
  accepted: number;
  /** True once each answer is the last one on its connection. */
  leaving: boolean;
}

const lookMs = 25;

/** Follows the connections of a server from now on. */
export function followConnections(server: Server): Connections {
  const connections: Connections = { open: new Map(), accepted: 0, leaving: false };
  const { open } = connections;
  server.on("connection", (socket) => {
    connections.accepted += 1;
    open.set(socket, { readBytes: 0, idleFromMs: performance.now() });
    socket.once("close", () => open.delete(socket));
  });
  // Before the listener of the calls, which may answer at once.
  server.prependListener("request", ({ socket }, response) => {
    const connection = open.get(socket);
    if (connection === undefined) return;
    connection.response = response;
    if (connections.leaving) endsWithAnswer(response);
    response.once("close", () => {
      connection.readBytes = socket.bytesRead;
      connection.idleFromMs = performance.now();
    });
  });
  return connections;
}

/** Makes an answer the last one on its connection, and tells the client so; one whose headers were sent has promised more. */
export function endsWithAnswer(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false;
}

/**
 * Closes all connections: an idle one after the time in which a call that was on its way has arrived, one with a call after the answer,
 * and each one after the time for running calls.
 */
export async function closeConnections({ open }: Connections): Promise<void> {
  const fromMs = performance.now();
  const ended = new Map<Socket, number>();
  while (open.size > 0 && performance.now() - fromMs < drainMs) {
    await sleep(lookMs);
    // What has arrived is read before the next turn, so a call is seen before its connection counts as idle.
    await turn();
    const nowMs = performance.now();
    for (const [socket, connection] of open) {
      const endedMs = ended.get(socket);
      if (endedMs !== undefined) {
        // A client that does not close its side has been told for long enough.
        if (nowMs - endedMs >= idleDrainMs) socket.destroy();
      } else if (isIdle(socket, connection) && nowMs - Math.max(fromMs, connection.idleFromMs) >= idleDrainMs) {
        ended.set(socket, nowMs);
        socket.end();
      }
    }
  }
  for (const socket of open.keys()) socket.destroy();
}

function isIdle(socket: Socket, { response, readBytes }: Connection): boolean {
  if (response !== undefined && !response.closed) return false;
  // A part of the headers of a next call may have come.
  return socket.bytesRead === readBytes;
}
