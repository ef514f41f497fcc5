import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

import { answerTo, type LdapMessage, messageReader, requestName } from "./ldap-messages.ts";

/**
 * What becomes of a request that sets a password: it is done and answered; done, and its answer is lost or the connection breaks
 * instead; lost on its way with the connection; not done, and answered as if it were; or refused because of its controls.
 */
export type PasswordFate = "done" | "answerLost" | "cutAtAnswer" | "cutBefore" | "pretended" | "controlsRefused";

const criticalControl = 12;

/** How the way to a directory is: open; nothing gets through, both ends wait; or every connection is refused. */
export type Way = "open" | "hangs" | "refuses";

/** What lies between a client and a directory without encryption, and makes trouble when it is told to. */
export interface LdapPassThrough {
  readonly port: number;
  /** Requests that set a password so far. */
  readonly passwords: () => number;
  /** What has been asked of the directory so far, in the order in which it came. */
  readonly requests: () => readonly string[];
  /** Connections that were accepted so far. */
  readonly accepted: () => number;
  /** Decides over each request that sets a password, by its number from 1; until it is called all are done. */
  decide(fate: (number: number) => PasswordFate): void;
  /** Changes the way; what waited while it hung goes on when it is open again, and is lost when it is refused. */
  turn(way: Way): void;
  stop(): Promise<void>;
}

interface Line {
  readonly client: Socket;
  readonly upstream: Socket;
  /** What becomes of the answers that are not simply handed on, by their numbers. */
  readonly fates: Map<number, PasswordFate>;
}

/** Starts a pass-through to a directory on a port of 127.0.0.1, a free one unless told. */
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
