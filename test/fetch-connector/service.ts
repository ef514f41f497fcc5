import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A person or a team as the service stores it; each field has one value. */
interface Row {
  readonly id: string;
  readonly kind: string;
  name: string;
  fields: Record<string, unknown>;
  readonly people: Set<string>;
  enabled: boolean;
}

interface Asked {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const fields: Readonly<Record<string, string>> = { displayName: "string", city: "string", floor: "number" };
const valueCharactersMax = 200;

/** Starts a service that speaks JSON over HTTP and keeps its connections alive, as most do. */
export async function startService(): Promise<{ url: string; token: string; stop(): Promise<void> }> {
  const rows = new Map<string, Row>();
  const token = randomUUID();
  const server = createServer((request, response) => void serve(request, response));
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://service.test");
    const [status, answer] = await text(request)
      .then((body) => {
        if (request.headers.authorization !== `Bearer ${token}`) throw new Refusal(401, "Who are you?");
        const path = pathname.split("/").slice(1).map(decodeURIComponent);
        return [200, answerTo(rows, { method: request.method ?? "", path, query, body: JSON.parse(body || "{}") })];
      })
      .catch((error: Error) => [error instanceof Refusal ? error.status : 500, { error: error.message }]);
    response.writeHead(Number(status), { "content-type": "application/json" }).end(JSON.stringify(answer ?? null));
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerTo(rows: Map<string, Row>, asked: Asked): unknown {
  const { method, path, query, body } = asked;
  const [kind = "", id, part, member = ""] = path;
  if (kind === "about") return { product: "People service" };
  const all = [...rows.values()].filter((row) => row.kind === kind).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (id === undefined) return method === "POST" ? make(rows, kind, body) : listed(all, query);
  const row = all.find((one) => one.id === id);
  if (row === undefined) throw new Refusal(404, `There is nothing with the id ${id}.`);
  if (part !== undefined) return membership(rows, row, { method, member });
  if (method === "DELETE") {
    rows.delete(id);
    for (const { people } of rows.values()) people.delete(id);
  }
  if (method === "PATCH") change(rows, row, body);
  return shown(row);
}

function listed(all: readonly Row[], query: URLSearchParams) {
  const [name, after, limit] = ["name", "after", "limit"].map((key) => query.get(key));
  if (typeof name === "string") return all.filter((row) => row.name === name).map(shown);
  return all
    .filter((row) => row.id > (after ?? ""))
    .slice(0, Number(limit))
    .map(shown);
}

function membership(rows: Map<string, Row>, team: Row, { method, member }: { method: string; member: string }) {
  if (method === "DELETE") team.people.delete(member);
  else if (method === "PUT") {
    if (!rows.has(member)) throw new Refusal(404, "There is no such person.");
    team.people.add(member);
  }
  return [...team.people]
    .toSorted()
    .flatMap((id) => rows.get(id) ?? [])
    .map(shown);
}

function make(rows: Map<string, Row>, kind: string, { name, ...given }: Asked["body"]) {
  if ([...rows.values()].some((row) => row.kind === kind && row.name === name))
    throw new Refusal(409, "The name is taken.");
  const row: Row = { id: randomUUID(), kind, name: String(name), fields: {}, people: new Set(), enabled: true };
  change(rows, row, given);
  rows.set(row.id, row);
  return shown(row);
}

function change(rows: Map<string, Row>, row: Row, { name = row.name, enabled = row.enabled, ...given }: Asked["body"]) {
  for (const [field, value] of Object.entries(given)) {
    const isRight =
      value === null || (typeof value === fields[field] && JSON.stringify(value).length <= valueCharactersMax);
    if (!isRight) throw new Refusal(400, `"${field}" takes something else.`);
  }
  const isTaken = [...rows.values()].some((one) => one !== row && one.kind === row.kind && one.name === name);
  if (isTaken) throw new Refusal(409, "The name is taken.");
  const left = Object.entries({ ...row.fields, ...given }).filter(([, value]) => value !== null);
  Object.assign(row, { name: String(name), enabled: enabled === true, fields: Object.fromEntries(left) });
}

function shown({ id, name, fields: values, enabled }: Row) {
  return { id, name, enabled, ...values };
}
