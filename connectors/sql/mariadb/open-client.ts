import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { createConnection } from "mysql2";

import { portOf } from "../address.ts";
import { type ClientLogin, closeTimeoutMs, connectTimeoutMs, type Row, type SqlClient } from "../client.ts";
import { mariaDbError } from "./errors.ts";
import { withLiterals } from "./literal.ts";

/** Connects and logs in; leaves nothing open when it throws. */
export async function openClient({ options, user, password, signal }: ClientLogin): Promise<SqlClient> {
  signal.throwIfAborted();
  const { host, tls } = options;
  const socket = connect({ host, port: portOf(options), keepAlive: true, noDelay: true });
  const connection = createConnection({
    // The library checks the certificate against this host; where to connect is the socket's matter.
    host: tls?.serverName ?? host,
    stream: socket,
    user,
    password,
    connectTimeout: connectTimeoutMs,
    charset: "utf8mb4",
    ...(tls && {
      ssl: {
        rejectUnauthorized: tls.rejectUnauthorized,
        verifyIdentity: tls.rejectUnauthorized,
        ...(tls.ca !== undefined && { ca: tls.ca }),
      },
    }),
  });
  let open = true;
  const lost = () => {
    open = false;
  };
  connection.on("error", lost);
  connection.on("end", lost);
  socket.on("close", lost);
  const abandon = () => socket.destroy();
  signal.addEventListener("abort", abandon, { once: true });
  const run = <T>(start: (done: (error: unknown, result?: T) => void) => void): Promise<T | undefined> =>
    new Promise((resolve, reject) => {
      const gone = () => reject(Object.assign(new Error("The connection was closed."), { code: "ECONNRESET" }));
      socket.once("close", gone);
      start((error, result) => {
        socket.off("close", gone);
        if (error) reject(error);
        else resolve(result);
      });
    });
  try {
    await run((done) => connection.connect((error) => done(error)));
  } catch (error) {
    connection.destroy();
    throw mariaDbError(error, "connect");
  } finally {
    signal.removeEventListener("abort", abandon);
  }
  return {
    async query(text, values = []) {
      try {
        if (!open) throw new Error("The connection is in closed state.");
        const rows = await run<unknown>((done) => connection.query(withLiterals(text, values), done));
        return Array.isArray(rows) ? (rows as Row[]) : [];
      } catch (error) {
        throw mariaDbError(error, "statement");
      }
    },
    usable: () => open,
    async close() {
      if (open) {
        open = false;
        await Promise.race([
          new Promise((resolve) => connection.end(resolve)),
          sleep(closeTimeoutMs, undefined, { ref: false }),
        ]);
      }
      connection.destroy();
    },
  };
}
