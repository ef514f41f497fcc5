import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import type { SslOptions } from "mysql2";

import { portOf, type SqlOptions } from "../address.ts";
import {
  type ClientLogin,
  closeTimeoutMs,
  connectTimeoutMs,
  type Notice,
  type Row,
  type SqlClient,
  textOf,
} from "../client.ts";
import { mariaDbError } from "./errors.ts";
import { withLiterals } from "./literal.ts";

/** Connects and logs in; leaves nothing open when it throws. */
export async function openClient({ options, user, password, signal }: ClientLogin): Promise<SqlClient> {
  // Loaded with the first connection: most proxies have no target of this kind, and loading would slow down each start.
  const { createConnection } = await import("mysql2");
  signal.throwIfAborted();
  const { host, tls } = options;
  const socket = connect({ host, port: portOf(options), keepAlive: true, noDelay: true });
  const connection = createConnection({
    // The library checks the certificate against this host; the socket decides where to connect.
    host: tls?.serverName ?? host,
    stream: socket,
    user,
    password,
    connectTimeout: connectTimeoutMs,
    charset: "utf8mb4",
    ...(tls && { ssl: tlsOf(tls) }),
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
  const notices: Notice[] = [];
  const ask = (text: string) => run<unknown>((done) => connection.query(text, done));
  return {
    notices,
    async query(text, values = []) {
      try {
        if (!open) throw new Error("The connection is in closed state.");
        return await answerOf(ask, withLiterals(text, values), notices);
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

function tlsOf({ rejectUnauthorized, ca }: NonNullable<SqlOptions["tls"]>): SslOptions {
  return { rejectUnauthorized, verifyIdentity: rejectUnauthorized, ...(ca !== undefined && { ca }) };
}

async function answerOf(
  ask: (text: string) => Promise<unknown>,
  text: string,
  notices: Notice[],
): Promise<readonly Row[]> {
  const answer = await ask(text);
  if (Array.isArray(answer)) return answer as Row[];
  const warnings = (answer as { readonly warningStatus?: number } | undefined)?.warningStatus ?? 0;
  // The server keeps warnings only until the next statement.
  for (const row of warnings > 0 ? ((await ask("SHOW WARNINGS")) as Row[]) : [])
    notices.push({ words: textOf(row, "Message"), mark: textOf(row, "Code") });
  return [];
}
