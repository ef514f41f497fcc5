import { once } from "node:events";
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** Answer of a service. */
export interface HabitAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One call of the service. */
export interface HabitCall {
  readonly method: string;
  /** Path below the base of the habit. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Json;
  readonly headers: IncomingMessage["headers"];
  /** Base address of the habit, as its callers write it. */
  readonly base: string;
}

/** State of one service. */
export interface HabitWorld {
  readonly log: HabitCall[];
  readonly rows: Record<"Users" | "Groups", Json[]>;
  /** Counter for the habit's own use. */
  turns: number;
}

/** A list before it is divided into pages. */
export interface HabitList {
  readonly kind: "Users" | "Groups";
  readonly all: readonly Json[];
  /** Rows that match the filter; all if there is none. */
  readonly fitting: readonly Json[];
  readonly index: number;
  readonly count: number;
}

/** One way in which services differ from the standard, or use a choice that it leaves open. */
export interface ScimHabit {
  /** Place in the standard, or the report and the service that it is about. */
  readonly source: string;
  /** Number of users beside those that every service has. */
  readonly users?: number;
  /** Returns the ID of the row with a number; absent = a text. */
  id?(number: number): unknown;
  /** Returns the parts of a new row. */
  row?(row: Json): Json;
  /** Answers in place of the service; undefined = the service answers. */
  before?(call: HabitCall, world: HabitWorld): HabitAnswer | undefined;
  /** Changes the service's answer. */
  after?(answer: HabitAnswer, call: HabitCall, world: HabitWorld): HabitAnswer;
  /** Makes a page; undefined = the service does. */
  page?(list: HabitList, query: URLSearchParams): Json | undefined;
  /** Returns a row as it is shown in a list or alone. */
  shown?(row: Json, where: "list" | "alone", query: URLSearchParams): Json;
}

const urn = "urn:ietf:params:scim:schemas:core:2.0";
const attribute = (name: string, type = "string", more: Json = {}): Json => ({
  name,
  type,
  multiValued: false,
  ...more,
});
const values = (name: string): Json =>
  attribute(name, "complex", {
    multiValued: true,
    subAttributes: [attribute("value"), attribute("type"), attribute("primary", "boolean")],
  });
const catalogues: Readonly<Record<string, unknown>> = {
  "/ServiceProviderConfig": {
    patch: { supported: true },
    filter: { supported: true, maxResults: 100 },
    sort: { supported: false },
  },
  "/ResourceTypes": list([
    { id: "User", name: "User", endpoint: "/Users", schema: `${urn}:User` },
    { id: "Group", name: "Group", endpoint: "/Groups", schema: `${urn}:Group` },
  ]),
  "/Schemas": list([
    {
      id: `${urn}:User`,
      attributes: [
        attribute("userName", "string", { required: true }),
        attribute("displayName"),
        attribute("title"),
        attribute("badge", "string", { returned: "request" }),
        attribute("active", "boolean"),
        attribute("password", "string", { mutability: "writeOnly", returned: "never" }),
        values("emails"),
        values("phoneNumbers"),
      ],
    },
    {
      id: `${urn}:Group`,
      attributes: [attribute("displayName", "string", { required: true }), { ...values("members") }],
    },
  ]),
};

/** Answers a list (RFC 7644 section 3.4.2). */
export function list(rows: readonly unknown[], total = rows.length): Json {
  return { totalResults: total, startIndex: 1, itemsPerPage: rows.length, Resources: rows };
}

/** Refuses a call (RFC 7644 section 3.12). */
export function refuse(status: number, detail: string, scimType?: string): HabitAnswer {
  return {
    status,
    body: { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: `${status}`, scimType, detail },
  };
}

/** A service with a habit. */
class HabitService {
  readonly world: HabitWorld = { log: [], rows: { Users: [], Groups: [] }, turns: 0 };
  readonly #habit: ScimHabit;
  #number = 0;

  constructor(habit: ScimHabit) {
    this.#habit = habit;
    const mails = [
      { value: "anna@old.test", type: "work", primary: true },
      { value: "anna@home.test", type: "home" },
    ];
    const anna = this.#add("Users", { userName: "anna", active: true, badge: "b-1", emails: mails });
    for (const userName of ["ben", "carl", "dora"]) this.#add("Users", { userName, active: true });
    for (let count = 0; count < (habit.users ?? 0); count += 1)
      this.#add("Users", { userName: `user${`${count}`.padStart(4, "0")}`, active: true });
    this.#add("Groups", { displayName: "crew", members: [{ value: String(anna["id"]) }] });
    this.#add("Groups", { displayName: "deck" });
  }

  /** Answers a call and logs it. */
  answer(call: HabitCall): HabitAnswer {
    this.world.log.push(call);
    const answer = this.#habit.before?.(call, this.world) ?? this.#answer(call);
    return this.#habit.after?.(answer, call, this.world) ?? answer;
  }

  #answer(call: HabitCall): HabitAnswer {
    const { method, body, query } = call;
    const path = call.path.replace(/\/$/, "");
    const catalogue = catalogues[path];
    if (catalogue !== undefined) return { status: 200, body: catalogue };
    const [, kind, id] = /^\/(Users|Groups)(?:\/(.+))?$/.exec(path) ?? [];
    if (kind !== "Users" && kind !== "Groups") return refuse(404, `There is no ${path}.`);
    const rows = this.world.rows[kind];
    const naming = kind === "Users" ? "userName" : "displayName";
    if (id === undefined && method === "GET") return this.#list(kind, rows, query);
    if (id === undefined) {
      const taken = rows.some((row) => same(row[naming], body[naming]));
      return taken ? refuse(409, "taken", "uniqueness") : { status: 201, body: this.#add(kind, body) };
    }
    const row = rows.find((one) => String(one["id"]) === decodeURIComponent(id));
    if (row === undefined) return refuse(404, `There is no ${path}.`);
    return this.#changeOrShow(call, rows, row);
  }

  #list(kind: "Users" | "Groups", rows: readonly Json[], query: URLSearchParams): HabitAnswer {
    const habit = this.#habit;
    const filter = query.get("filter");
    const all = filter === null || habit.page !== undefined ? () => true : undefined;
    const fits = (filter === null ? undefined : conditionOf(filter)) ?? all;
    if (fits === undefined) return refuse(400, "The filter is not understood.", "invalidFilter");
    const fitting = rows.filter(fits);
    const [index, count] = [Number(query.get("startIndex") ?? 1), Math.min(100, Number(query.get("count") ?? 100))];
    const found = { kind, all: rows, fitting, index, count };
    const page = habit.page?.(found, query) ?? list(fitting.slice(index - 1, index - 1 + count), fitting.length);
    const shown = Array.isArray(page["Resources"])
      ? { Resources: (page["Resources"] as Json[]).map((row) => habit.shown?.(row, "list", query) ?? row) }
      : {};
    return { status: 200, body: { ...page, ...shown } };
  }

  #changeOrShow({ method, body, query }: HabitCall, rows: Json[], row: Json): HabitAnswer {
    const place = rows.indexOf(row);
    if (method === "DELETE") rows.splice(place, 1);
    if (method === "DELETE") return { status: 204 };
    if (method === "PUT") rows[place] = { ...body, id: row["id"] };
    if (method === "PATCH") rows[place] = (body["Operations"] as Step[]).reduce(patched, row);
    const now = rows[place] as Json;
    return { status: 200, body: this.#habit.shown?.(now, "alone", query) ?? now };
  }

  #add(kind: "Users" | "Groups", row: Json): Json {
    this.#number += 1;
    const { password: _never, ...kept } = row;
    const id = this.#habit.id?.(this.#number) ?? `id-${this.#number}`;
    const made = { ...kept, id, ...this.#habit.row?.(kept) };
    this.world.rows[kind].push(made);
    return made;
  }
}

/** One habit as a running service. */
export interface HabitServer {
  readonly urlOf: (habit: string) => string;
  readonly worldOf: (habit: string) => HabitWorld;
  stop(): Promise<void>;
}

/** Starts a service per habit on one free port of 127.0.0.1, each below a path with its name. */
export async function serveHabits(habits: Readonly<Record<string, ScimHabit>>): Promise<HabitServer> {
  const services = new Map(Object.entries(habits).map(([name, habit]) => [name, new HabitService(habit)]));
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
      const [, name = "", path = ""] = /^\/([^/]+)(\/.*)$/.exec(url.pathname) ?? [];
      const text = Buffer.concat(chunks).toString();
      const { method = "GET", headers } = request;
      const body = text === "" ? {} : (JSON.parse(text) as Json);
      const call = { method, path, query: url.searchParams, body, headers, base: `${url.origin}/${name}` };
      const answer = headers.authorization ? services.get(name)?.answer(call) : refuse(401, "Who are you?");
      const { status, body: said, headers: extra } = answer ?? refuse(404, `There is no habit ${name}.`);
      // The client keeps connections for the process; none may look as if a session had left it open.
      response.writeHead(status, { "content-type": "application/scim+json", connection: "close", ...extra });
      response.end(said === undefined || typeof said === "string" ? said : JSON.stringify(said));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (habit) => `http://127.0.0.1:${port}/${habit}`,
    worldOf(habit) {
      const service = services.get(habit);
      if (service === undefined) throw new Error(`There is no habit ${habit}.`);
      return service.world;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const same = (one: unknown, other: unknown): boolean => String(one).toLowerCase() === String(other).toLowerCase();

// As much of the filter language as a small service knows: "name eq text" and "name pr".
function conditionOf(filter: string): ((row: Json) => boolean) | undefined {
  const [, present] = /^(\w+) pr$/.exec(filter) ?? [];
  if (present !== undefined) return (row) => ![undefined, null].includes(row[present] as undefined);
  const [, name, value] = /^(\w+) eq (".*")$/.exec(filter) ?? [];
  return name === undefined || value === undefined ? undefined : (row) => same(row[name], JSON.parse(value));
}

interface Step {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

function patched(row: Json, { op, path, value }: Step): Json {
  const [, top, wanted] = /^(\w+)\[value eq "(.*)"\]$/.exec(path) ?? [];
  if (top !== undefined) {
    const left = ((row[top] ?? []) as Json[]).filter((one) => String(one["value"]) !== wanted);
    return { ...row, [top]: left };
  }
  if (op === "add" && Array.isArray(value))
    return { ...row, [path]: [...((row[path] ?? []) as Json[]), ...(value as Json[])] };
  const { [path]: _gone, ...rest } = row;
  return op === "remove" ? rest : { ...row, [path]: value };
}
