import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

import { isLoopbackHost } from "../loopback.ts";

/** What stands between a connector and its target while a rule counts, holds or cuts the connections. */
export interface KitLine {
  /** The address by which the connector reaches the target over this line. */
  readonly address: unknown;
  /** How many connections of the connector are open. */
  connections(): number;
  /** How many connections the connector has made so far, those included that have ended. */
  made(): number;
  /** From now on nothing gets through, on new connections alone or on all; resolves as soon as something was held back. */
  hold(which: "new" | "all"): Promise<void>;
  /** Breaks every connection and takes no new one. */
  cut(): Promise<void>;
  /** Ends the line; may be repeated. */
  stop(): Promise<void>;
}

interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** Makes a line of a TCP relay on this machine; `addressOf` gives the address that leads to its port. */
export async function tcpLine(target: Endpoint, addressOf: (port: number) => unknown): Promise<KitLine> {
  const clients = new Set<Socket>();
  const servers = new Set<Socket>();
  let made = 0;
  let held: "new" | "all" | undefined;
  let holdsBack = (): void => {};
  const relay = createServer((client) => {
    made += 1;
    note(clients, client);
    if (held !== undefined) {
      client.resume();
      holdsBack();
      return;
    }
    const server = note(servers, connect(target.port, target.host));
    client.on("data", (chunk) => (held === "all" ? holdsBack() : void server.write(chunk)));
    server.on("data", (chunk) => held !== "all" && client.write(chunk));
    for (const event of ["end", "close"]) {
      client.on(event, () => server.end());
      server.on(event, () => client.end());
    }
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const cut = () => end(relay, [...clients, ...servers]);
  return {
    address: addressOf((relay.address() as AddressInfo).port),
    connections: () => clients.size,
    made: () => made,
    hold: (which) =>
      new Promise((resolve) => {
        held = which;
        holdsBack = resolve;
      }),
    cut,
    stop: cut,
  };
}

/**
 * A line to the server that an address names by a URL or by `host` and `port`; `options` is the same address with the defaults
 * of the connector. A text says why there can be none.
 */
export async function lineTo(address: unknown, options: unknown): Promise<KitLine | string> {
  const fields = address as Readonly<Record<string, unknown>>;
  const named = byUrl(fields) ?? byHost(fields, options as Readonly<Record<string, unknown>>);
  if (named === undefined)
    return `its address (${Object.keys(fields).join(", ")}) names no server by a URL or by host and port, so there is no connection to count or to cut`;
  const { endpoint, through } = named;
  if (!isLoopbackHost(endpoint.host))
    return `its address names ${endpoint.host}, and the kit puts a relay before servers of this machine only; let the target file export a target with \`line\``;
  return tcpLine({ ...endpoint, host: endpoint.host.replace(/^\[|\]$/g, "") }, through);
}

interface Named {
  readonly endpoint: Endpoint;
  through(port: number): unknown;
}

// A URL may leave the port of its scheme out.
const schemePorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443, "ldap:": 389, "ldaps:": 636 };

function byUrl(fields: Readonly<Record<string, unknown>>): Named | undefined {
  for (const [field, value] of Object.entries(fields)) {
    const url = typeof value === "string" && /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? URL.parse(value) : null;
    const port = Number(url?.port) || schemePorts[url?.protocol ?? ""];
    if (url === null || url.hostname === "" || port === undefined) continue;
    const endpoint = { host: url.hostname, port };
    return { endpoint, through: (relay) => ({ ...fields, [field]: throughRelay(url, relay) }) };
  }
  return undefined;
}

function throughRelay(url: URL, port: number): string {
  const changed = new URL(url);
  changed.hostname = relayHost(url.hostname);
  changed.port = String(port);
  return changed.href;
}

function byHost(
  fields: Readonly<Record<string, unknown>>,
  options: Readonly<Record<string, unknown>>,
): Named | undefined {
  const [host, port] = [fields["host"], options["port"]];
  if (typeof host !== "string" || typeof port !== "number") return undefined;
  return { endpoint: { host, port }, through: (relay) => ({ ...fields, host: relayHost(host), port: relay }) };
}

/** A certificate may name this machine, so its name stays. */
function relayHost(host: string): string {
  return /^localhost$/i.test(host) ? host : "127.0.0.1";
}

function note(sockets: Set<Socket>, socket: Socket): Socket {
  sockets.add(socket);
  // Which side breaks a connection does not matter to the other one.
  socket.on("error", () => {});
  return socket.on("close", () => void sockets.delete(socket));
}

async function end(relay: Server, sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => relay.close(resolve));
}
