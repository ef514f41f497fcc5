import { chmodSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";

import { ServiceError } from "#domain/errors.ts";

import { senderLimits } from "./sender-limits.ts";

/** Listening local socket. */
export interface LocalSocket {
  /** Ends the socket after the calls that have begun, and those that take too long. */
  close(): Promise<void>;
}

const closeMs = 5_000;

/**
 * Listens on a local socket that its owner alone can use. A socket that a killed process has left is replaced: the caller holds the lock of
 * its folder.
 * @throws PROXY_MISCONFIGURED when the path is too long
 */
export async function listenLocally(path: string, serve: (socket: Socket) => void): Promise<LocalSocket> {
  if (Buffer.byteLength(path) > senderLimits.socketPathMaxBytes) {
    const message = `The path '${path}' of the socket is too long. Use a folder with a shorter one.`;
    throw new ServiceError("PROXY_MISCONFIGURED", { message });
  }
  rmSync(path, { force: true });
  // The caller may end its side first and still wait for the answer.
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    serve(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        const late = setTimeout(() => open.forEach((socket) => socket.destroy()), closeMs);
        server.close(() => {
          clearTimeout(late);
          resolve();
        });
      }),
  };
}
