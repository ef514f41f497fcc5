import { once } from "node:events";
import { unlinkSync } from "node:fs";
import { createServer, type Socket } from "node:net";

import { newNoticeAddress, type NoticePlace } from "./notice-address.ts";

/** A socket that receives notices. */
export interface NoticeListener {
  readonly address: string;
  close(): Promise<void>;
}

/** Handles a notice: takes its line, returns the line of the answer. */
export type OnNotice = (line: string) => Promise<string> | string;

const lineMaxBytes = 1024;
const idleMs = 2_000;
const connectionsMax = 32;

/**
 * Listens for notices of other processes of the same operating-system user on this machine: each connection brings one line
 * and gets one line back.
 * @throws Error when the socket cannot be made
 */
export async function listenForNotices(place: NoticePlace, id: string, onNotice: OnNotice): Promise<NoticeListener> {
  const address = newNoticeAddress(place, id);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    serve(socket, onNotice);
  });
  server.maxConnections = connectionsMax;
  server.listen(address);
  await once(server, "listening");
  // A listener must not keep a process alive that has nothing else to do.
  server.unref();
  return {
    address,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
      removeSocket(address);
    },
  };
}

function serve(socket: Socket, onNotice: OnNotice): void {
  let text = "";
  let taken = false;
  socket.setEncoding("utf8");
  socket.setTimeout(idleMs, () => socket.destroy());
  socket.on("error", () => socket.destroy());
  socket.on("data", (part: string) => {
    text += part;
    const end = text.indexOf("\n");
    if (end < 0 && Buffer.byteLength(text) > lineMaxBytes) socket.destroy();
    if (end < 0 || taken) return;
    taken = true;
    void answer(socket, text.slice(0, end), onNotice);
  });
}

async function answer(socket: Socket, line: string, onNotice: OnNotice): Promise<void> {
  // The work of the receiver may take longer than the wait for a silent stranger.
  socket.setTimeout(0);
  try {
    socket.end(`${await onNotice(line)}\n`);
  } catch {
    socket.destroy();
  }
}

/** Removes the file of a socket; Windows has none, and elsewhere the end of listening has mostly removed it. */
export function removeSocket(address: string): void {
  try {
    unlinkSync(address);
  } catch {
    // The file is gone already.
  }
}
