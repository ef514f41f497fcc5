import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setImmediate as immediate } from "node:timers/promises";

// The end of a connection arrives at once; the events of the two sockets follow each other in a few turns of the event loop.
const loopTurns = 10;

/** A relay between a client and a server with which a test cuts connections. */
export interface TcpRelay {
  readonly port: number;
  /** Returns the number of connections accepted so far. */
  readonly accepted: () => number;
  /** Breaks every open connection; new ones are accepted. */
  cut(): void;
  /** Breaks them too, and ends after a client in this process has received the end. */
  cutAndTell(): Promise<void>;
  /** Breaks a connection as soon as it has carried that number of bytes from the server. */
  cutAfterBytes(bytes: number): void;
  stop(): Promise<void>;
}

/** Starts a relay on a port of 127.0.0.1, by default a free one. */
export async function startTcpRelay(
  target: { readonly host: string; readonly port: number },
  port = 0,
): Promise<TcpRelay> {
  const open = new Set<Socket>();
  let accepted = 0;
  let bytesLeft = Number.POSITIVE_INFINITY;
  const server = createServer((client) => {
    accepted += 1;
    const upstream = connect(target.port, target.host);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on("data", (chunk: Buffer) => {
      bytesLeft -= chunk.length;
      if (bytesLeft < 0) cut();
      else client.write(chunk);
    });
  });
  const cut = (): void => {
    bytesLeft = Number.POSITIVE_INFINITY;
    for (const socket of open) socket.destroy();
  };
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    accepted: () => accepted,
    cut,
    async cutAndTell() {
      cut();
      for (let turn = 0; turn < loopTurns; turn++) await immediate();
    },
    cutAfterBytes: (bytes) => {
      bytesLeft = bytes;
    },
    async stop() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
