import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { checkServerIdentity, type ConnectionOptions } from "node:tls";

import { Client } from "pg";

import { type SqlOptions, portOf } from "../address.ts";
import {
  type ClientLogin,
  closeTimeoutMs,
  connectTimeoutMs,
  type Notice,
  type Row,
  type SqlClient,
} from "../client.ts";
import { postgreSqlError } from "./errors.ts";

/** A connection, with a mark whether the server has asked for the password at all. */
export interface PostgreSqlClient extends SqlClient {
  readonly passwordAsked: boolean;
}

/** Connects and logs in; leaves nothing open when it throws. */
export async function openClient({ options, user, password, signal }: ClientLogin): Promise<PostgreSqlClient> {
  signal.throwIfAborted();
  const socket = new Socket();
  let passwordAsked = false;
  const client = new Client({
    host: options.host,
    port: portOf(options),
    user,
    // Only a function shows whether the server requests a password, and keeps the library from reading one from the environment.
    password: () => {
      passwordAsked = true;
      return password;
    },
    database: options.database ?? "postgres",
    ssl: options.tls === undefined ? false : tlsOf(options),
    stream: () => socket,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: "gatehouse",
    client_encoding: "UTF8",
  });
  let open = true;
  const lost = () => {
    open = false;
  };
  const notices = heardOn(client);
  client.on("error", lost);
  client.on("end", lost);
  const abandon = () => socket.destroy();
  signal.addEventListener("abort", abandon, { once: true });
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    throw postgreSqlError(error, "connect");
  } finally {
    signal.removeEventListener("abort", abandon);
  }
  return {
    notices,
    get passwordAsked() {
      return passwordAsked;
    },
    async query(text, values = []) {
      try {
        // Without values the simple protocol is used, the only one that accepts several statements.
        const result = await (values.length === 0
          ? client.query<Row>(text)
          : client.query<Row>(numbered(text), [...values]));
        return result.rows ?? [];
      } catch (error) {
        throw postgreSqlError(error, "statement");
      }
    },
    usable: () => open,
    async close() {
      if (open) {
        open = false;
        await Promise.race([client.end().catch(() => {}), sleep(closeTimeoutMs, undefined, { ref: false })]);
      }
      socket.destroy();
    },
  };
}

function heardOn(client: Client): Notice[] {
  const notices: Notice[] = [];
  client.on("notice", ({ message = "", detail, routine }) =>
    notices.push({
      words: detail === undefined ? message : `${message}: ${detail}`,
      ...(routine !== undefined && { mark: routine }),
    }),
  );
  return notices;
}

function tlsOf({ tls, host }: SqlOptions): ConnectionOptions {
  return {
    rejectUnauthorized: tls?.rejectUnauthorized ?? true,
    ...(tls?.ca !== undefined && { ca: tls.ca }),
    checkServerIdentity: (_host, certificate) => checkServerIdentity(tls?.serverName ?? host, certificate),
  };
}

function numbered(text: string): string {
  let index = 0;
  return text.replaceAll("?", () => {
    index += 1;
    return `$${index}`;
  });
}
