import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A task that a desk has got. */
export interface DeskTask {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, string>>;
}

/** A small desk with a REST interface, which keeps tickets in memory and answers badly when it is told to. */
export interface TicketDesk {
  readonly tasks: readonly DeskTask[];
  /** Returns the number of tickets that it has opened. */
  opened(): number;
  /** Loses its next answers: it does the work and closes the connection. */
  losesAnswers(count: number): void;
  /** Returns the text of the example plug-in for this desk. */
  plugin(): string;
  close(): Promise<void>;
}

/** Starts a desk on a free port. */
export async function openTicketDesk(): Promise<TicketDesk> {
  const tasks: DeskTask[] = [];
  const ticketOf = new Map<string, string>();
  let lost = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { method = "", url: path = "" } = request;
      tasks.push({ method, path, body: JSON.parse(Buffer.concat(parts).toString("utf8")) as DeskTask["body"] });
      const key = String(request.headers["idempotency-key"]);
      if (method === "POST" && !ticketOf.has(key)) ticketOf.set(key, `T-${ticketOf.size + 1}`);
      const id = method === "POST" ? ticketOf.get(key) : path.split("/").at(-1);
      if (lost > 0) {
        lost -= 1;
        request.socket.destroy();
        return;
      }
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ id, url: `https://desk.example/${id}` }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    tasks,
    opened: () => ticketOf.size,
    losesAnswers(count) {
      lost = count;
    },
    plugin() {
      const example = readFileSync(new URL("../../plugins/ticket-system/example.ts", import.meta.url), "utf8");
      return example.replace('address: "", key: ""', `address: "${address}", key: "k"`);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
