import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

import { answerTo, type LdapMessage, messageReader, requestName } from "./ldap-messages.ts";

/**
 * Fate of a request that sets a password. The directory carries it out and answers; or the answer is lost, or the connection breaks instead
 * of it. Or the request is lost with the connection; or it is not carried out but answered with success; or it is refused because of its
 * controls.
 */
export type PasswordFate = "done" | "answerLost" | "cutAtAnswer" | "cutBefore" | "pretended" | "controlsRefused";

const criticalControl = 12;

/** State of the connection to a directory: open; stalled, so that both ends wait; or every connection is refused. */
export type Way = "open" | "hangs" | "refuses";

interface Line {
  readonly client: Socket;
  readonly upstream: Socket;
  /** Fates of the answers that are not simply passed on, by the IDs of their messages. */
  readonly fates: Map<number, PasswordFate>;
}

/** Starts a pass-through to a directory on a port of 127.0.0.1, by default a free one. */
export async function startLdapPassThrough(directory: DirectoryAddress, port = 0): Promise<LdapPassThrough> {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  return new LdapPassThrough(server, directory);
}

/** Address of a directory. */
interface DirectoryAddress {
  readonly host: string;
  readonly port: number;
}

/** A relay between a client and a directory without encryption that causes faults on demand. */
export class LdapPassThrough {
  readonly port: number;
  readonly #server: Server;
  readonly #directory: DirectoryAddress;
  readonly #lines = new Set<Line>();
  readonly #requests: string[] = [];
  #accepted = 0;
  #passwords = 0;
  #way: Way = "open";
  #fateOf: (number: number) => PasswordFate = () => "done";

  constructor(server: Server, directory: DirectoryAddress) {
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
    this.#directory = directory;
    server.on("connection", (client) => this.#accept(client));
  }

  /** Returns the number of requests so far that set a password. */
  passwords(): number {
    return this.#passwords;
  }

  /** Returns the names of the requests to the directory so far, in the order of arrival. */
  requests(): readonly string[] {
    return this.#requests;
  }

  /** Returns the number of connections accepted so far. */
  accepted(): number {
    return this.#accepted;
  }

  /** Sets the fate of each request that sets a password, by its number from 1; by default all are carried out. */
  decide(fate: (number: number) => PasswordFate): void {
    this.#fateOf = fate;
  }

  /** Changes the state. Messages that wait while it hangs continue when it is open again, and are lost when it refuses. */
  turn(next: Way): void {
    this.#way = next;
    for (const line of this.#lines) {
      if (next === "refuses") line.client.destroy();
      else if (next === "hangs") pause(line);
      else resume(line);
    }
  }

  async stop(): Promise<void> {
    for (const { client } of this.#lines) client.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #accept(client: Socket): void {
    if (this.#way === "refuses") return void client.destroy();
    this.#accepted += 1;
    const { host, port } = this.#directory;
    const line: Line = { client, upstream: connect(port, host), fates: new Map() };
    this.#lines.add(line);
    for (const socket of [client, line.upstream]) {
      socket.on("error", () => {});
      socket.on("close", () => {
        this.#lines.delete(line);
        client.destroy();
        line.upstream.destroy();
      });
    }
    hand(client, (message) => this.#toDirectory(line, message));
    hand(line.upstream, (message) => toClient(line, message));
    if (this.#way === "hangs") pause(line);
  }

  #toDirectory({ client, upstream, fates }: Line, message: LdapMessage): void {
    this.#requests.push(requestName(message));
    const fate = message.setsPassword ? this.#fateOf(++this.#passwords) : "done";
    if (fate === "cutBefore") client.destroy();
    else if (fate === "pretended") client.write(answerTo(message));
    else if (fate === "controlsRefused") client.write(answerTo(message, criticalControl));
    else {
      if (fate !== "done") fates.set(message.id, fate);
      upstream.write(message.bytes);
    }
  }
}

function toClient({ client, fates }: Line, message: LdapMessage): void {
  const fate = fates.get(message.id);
  fates.delete(message.id);
  if (fate === undefined) client.write(message.bytes);
  else if (fate === "cutAtAnswer") client.destroy();
}

function hand(from: Socket, each: (message: LdapMessage) => void): void {
  const read = messageReader();
  from.on("data", (chunk: Buffer) => {
    for (const message of read(chunk)) each(message);
  });
}

function pause({ client, upstream }: Line): void {
  client.pause();
  upstream.pause();
}

function resume({ client, upstream }: Line): void {
  client.resume();
  upstream.resume();
}
