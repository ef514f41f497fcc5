import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

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

/** A relay between a client and a directory without encryption that causes faults on demand. */
export interface LdapPassThrough {
  readonly port: number;
  /** Returns the number of requests so far that set a password. */
  readonly passwords: () => number;
  /** Returns the names of the requests to the directory so far, in the order of arrival. */
  readonly requests: () => readonly string[];
  /** Returns the number of connections accepted so far. */
  readonly accepted: () => number;
  /** Sets the fate of each request that sets a password, by its number from 1; by default all are carried out. */
  decide(fate: (number: number) => PasswordFate): void;
  /** Changes the state. Messages that wait while it hangs continue when it is open again, and are lost when it refuses. */
  turn(way: Way): void;
  stop(): Promise<void>;
}

interface Line {
  readonly client: Socket;
  readonly upstream: Socket;
  /** Fates of the answers that are not simply passed on, by the IDs of their messages. */
  readonly fates: Map<number, PasswordFate>;
}

/** Starts a pass-through to a directory on a port of 127.0.0.1, by default a free one. */
export async function startLdapPassThrough(
  target: { readonly host: string; readonly port: number },
  port = 0,
): Promise<LdapPassThrough> {
  const lines = new Set<Line>();
  let [accepted, passwords] = [0, 0];
  const requests: string[] = [];
  let way: Way = "open";
  let fateOf: (number: number) => PasswordFate = () => "done";

  function toDirectory({ client, upstream, fates }: Line, message: LdapMessage): void {
    requests.push(requestName(message));
    const fate = message.setsPassword ? fateOf(++passwords) : "done";
    if (fate === "cutBefore") client.destroy();
    else if (fate === "pretended") client.write(answerTo(message));
    else if (fate === "controlsRefused") client.write(answerTo(message, criticalControl));
    else {
      if (fate !== "done") fates.set(message.id, fate);
      upstream.write(message.bytes);
    }
  }

  function toClient({ client, fates }: Line, message: LdapMessage): void {
    const fate = fates.get(message.id);
    fates.delete(message.id);
    if (fate === undefined) client.write(message.bytes);
    else if (fate === "cutAtAnswer") client.destroy();
  }

  const server = createServer((client) => {
    if (way === "refuses") return void client.destroy();
    accepted += 1;
    const line: Line = { client, upstream: connect(target.port, target.host), fates: new Map() };
    lines.add(line);
    for (const socket of [client, line.upstream]) {
      socket.on("error", () => {});
      socket.on("close", () => {
        lines.delete(line);
        client.destroy();
        line.upstream.destroy();
      });
    }
    hand(client, (message) => toDirectory(line, message));
    hand(line.upstream, (message) => toClient(line, message));
    if (way === "hangs") pause(line);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    passwords: () => passwords,
    requests: () => requests,
    accepted: () => accepted,
    decide: (fate) => {
      fateOf = fate;
    },
    turn(next) {
      way = next;
      for (const line of lines) {
        if (next === "refuses") line.client.destroy();
        else if (next === "hangs") pause(line);
        else resume(line);
      }
    },
    async stop() {
      for (const { client } of lines) client.destroy();
      server.close();
      await once(server, "close");
    },
  };
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
