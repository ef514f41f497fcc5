import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Behaviour of a line: connections pass, are refused and broken, come late, reach the other end twice, or lose the end of an answer. */
export const lineStates = ["passes", "cut", "late", "doubled", "halfClosed"] as const;

/** Behaviour of a line. */
export type LineState = (typeof lineStates)[number];

/** A line to a node, which is disturbed. */
export interface LinkRelay {
  readonly address: string;
  /** Changes the behaviour of the line; a cut breaks the connections that are open. */
  turn(state: LineState): void;
  stop(): Promise<void>;
}

const lateMs = 150;
/** Bytes of an answer after which a line that is half closed ends it. */
const halfBytes = 700;

/** Starts a line to a port of this machine. */
export async function startLinkRelay(port: number): Promise<LinkRelay> {
  const open = new Set<Socket>();
  let state: LineState = "passes";
  const follow = (socket: Socket): Socket => {
    open.add(socket);
    return socket.on("error", () => undefined).on("close", () => open.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    follow(client);
    if (state === "cut") {
      client.destroy();
      return;
    }
    const opened = state;
    const upstream = follow(connect({ port, host: "127.0.0.1", allowHalfOpen: true }));
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    client.on("end", () => upstream.end());
    client.on("data", (part: Buffer) => upstream.write(part));
    // The same call arrives once more; nobody reads its answer.
    if (opened === "doubled") {
      const second = follow(connect(port, "127.0.0.1"));
      client.on("data", (part: Buffer) => second.write(part));
      client.on("close", () => second.destroy());
      second.resume();
    }
    let bytes = 0;
    upstream.on("data", (part: Buffer) => {
      bytes += part.length;
      if (opened === "halfClosed" && bytes > halfBytes) client.end(part.subarray(0, part.length >> 1));
      else if (opened === "late") setTimeout(() => client.writable && client.write(part), lateMs);
      else if (client.writable) client.write(part);
    });
    upstream.on("end", () => (opened === "late" ? setTimeout(() => client.end(), lateMs) : client.end()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turn(next) {
      state = next;
      if (next === "cut") breakAll();
    },
    async stop() {
      breakAll();
      server.close();
      await once(server, "close");
    },
  };
}
