import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

import { isLoopbackHost } from "../loopback.ts";

/** A relay between a connector and its target, by which a rule counts, holds or cuts the connections. */
export interface KitLine {
  /** Address at which the connector reaches the target over this line. */
  readonly address: unknown;
  /** Returns the number of open connections of the connector. */
  connections(): number;
  /** Returns the number of connections made so far, including closed ones. */
  made(): number;
  /** Returns the number of requests so far on all connections. Data that follows an answer begins a new request. */
  asked(): number;
  /** Holds all traffic from now on, of new connections or of all. Resolves as soon as something was held back. */
  hold(which: "new" | "all"): Promise<void>;
  /** Ends the hold. The held data is lost, and connections made during the hold are broken. */
  free(): void;
  /**
   * Lets the given number of further requests be answered. Later requests still reach the target, but their answers are lost.
   * Resolves as soon as one answer was lost.
   */
  loseAnswers(after: number): Promise<void>;
  /** Breaks every connection and accepts no new one. */
  cut(): Promise<void>;
  /** Ends the line; may be repeated. */
  stop(): Promise<void>;
}

interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** Makes a line through a TCP relay on this machine; `addressOf` returns the address for the relay's port. */
export async function tcpLine(target: Endpoint, addressOf: (port: number) => unknown): Promise<KitLine> {
  const clients = new Set<Socket>();
  const servers = new Set<Socket>();
  // Connections made during a hold; they lead nowhere.
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
 * Makes a line to the server that an address names by a URL, or by `host` and `port`. `options` is the same address with the
 * connector's defaults. Returns a text with the reason if a line is not possible.
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

// A URL may omit the default port of its scheme.
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

/** Replaces host and port in a URL and keeps every other character: a schema may refuse a slash that was not there. */
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

/** Returns the relay's host. `localhost` stays, because a certificate may name it. */
function relayHost(host: string): string {
  return /^localhost$/i.test(host) ? host : "127.0.0.1";
}

function note(sockets: Set<Socket>, socket: Socket): Socket {
  sockets.add(socket);
  // It does not matter which side breaks the connection.
  socket.on("error", () => {});
  return socket.on("close", () => void sockets.delete(socket));
}

async function end(relay: Server, sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => relay.close(resolve));
}
