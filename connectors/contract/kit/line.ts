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
  /** How many requests have gone through so far, on all connections: what is said after an answer was heard is a new request. */
  asked(): number;
  /** From now on nothing gets through, on new connections alone or on all; resolves as soon as something was held back. */
  hold(which: "new" | "all"): Promise<void>;
  /** Ends the hold; what was held back is lost, and connections that were made meanwhile are broken. */
  free(): void;
  /** Lets so many further requests be answered. Those after them still get through, and their answers are lost; resolves as soon as one was. */
  loseAnswers(after: number): Promise<void>;
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
  // Made while the line was held, so that nothing leads on from them.
  const waiting = new Set<Socket>();
  let [made, asked, answered] = [0, 0, Infinity];
  let held: "new" | "all" | undefined;
  let holdsBack = (): void => {};
  const relay = createServer((client) => {
    made += 1;
    note(clients, client);
    if (held !== undefined) {
      client.resume();
      waiting.add(client);
      holdsBack();
      return;
    }
    const server = note(servers, connect(target.port, target.host));
    let heard = true;
    client.on("data", (chunk) => {
      if (held === "all") return holdsBack();
      if (heard) asked += 1;
      heard = false;
      return void server.write(chunk);
    });
    server.on("data", (chunk) => {
      heard = true;
      if (held === "all") return undefined;
      return asked > answered ? holdsBack() : void client.write(chunk);
    });
    for (const event of ["end", "close"]) {
      client.on(event, () => server.end());
      server.on(event, () => asked <= answered && client.end());
    }
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const cut = () => end(relay, [...clients, ...servers]);
  const untilHeldBack = (begin: () => void) =>
    new Promise<void>((resolve) => {
      holdsBack = resolve;
      begin();
    });
  return {
    address: addressOf((relay.address() as AddressInfo).port),
    connections: () => clients.size,
    made: () => made,
    asked: () => asked,
    hold: (which) => untilHeldBack(() => (held = which)),
    free() {
      held = undefined;
      for (const client of waiting) client.destroy();
      waiting.clear();
    },
    loseAnswers: (after) => untilHeldBack(() => (answered = asked + after)),
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
    return { endpoint, through: (relay) => ({ ...fields, [field]: throughRelay(url, String(value), relay) }) };
  }
  return undefined;
}

/** The URL with another host and port, and not a letter of it changed besides: a schema may take no slash that was not there. */
function throughRelay(url: URL, text: string, port: number): string {
  const [, before = "", after = ""] = /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?)[^/?#]*(.*)$/is.exec(text) ?? [];
  return `${before}${relayHost(url.hostname)}:${port}${after}`;
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
