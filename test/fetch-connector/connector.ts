import { z } from "zod";

import {
  type Attributes,
  type Call,
  ConnectorError,
  type ConnectorCode,
  defineConnector,
  type Delta,
  type ObjectRef,
  pagesByCursor,
  requireAccountOrGroup,
  type Scalar,
  type Secret,
  type TargetObject,
} from "#connectors/contract/index.ts";

interface Session {
  readonly url: string;
  readonly secret: Secret;
  open: boolean;
}

type Row = Readonly<Record<string, Scalar>> & { readonly id: string; readonly name: string };

interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly body?: object;
}

const codes: Readonly<Record<number, ConnectorCode>> = {
  400: "invalidValue",
  401: "badCredentials",
  404: "notFound",
  409: "alreadyExists",
};
const names = ["displayName", "city", "floor"];
const holds = "The service has people and teams";
const folders = { account: "people", group: "teams" } as const;
const idPattern = /^[0-9a-f-]{36}$/;

async function send<T>(
  { url, secret, open }: Session,
  { path, method = "GET", body }: Sent,
  call: Pick<Call, "signal">,
): Promise<T> {
  if (!open) throw new ConnectorError("broken", "The session is closed.");
  const authorization = secret.use((token) => `Bearer ${token}`);
  const response = await fetch(`${url}/${path}`, {
    method,
    headers: { authorization },
    signal: call.signal,
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T & { readonly error?: string };
  if (!response.ok) throw new ConnectorError(codes[response.status] ?? "internal", answer.error ?? "It failed.");
  return answer;
}

const folderOf = (type: string): string => folders[requireAccountOrGroup(type, holds)];

function toObject(
  type: string,
  { id, name, enabled, ...values }: Row,
  wanted: readonly string[] = names,
): TargetObject {
  const shown = Object.entries(values).filter(([field]) => wanted.includes(field));
  const attributes = Object.fromEntries(shown.map(([field, value]) => [field, [value]]));
  return { type, id, name, attributes, ...(type === "account" && { state: { enabled: enabled === true } }) };
}

async function find(session: Session, type: string, ref: ObjectRef, call: Call): Promise<Row | undefined> {
  const folder = folderOf(type);
  if (ref.id !== undefined)
    return send<Row>(session, { path: `${folder}/${encodeURIComponent(ref.id)}` }, call).catch((error: unknown) => {
      if (error instanceof ConnectorError && error.code === "notFound") return undefined;
      throw error;
    });
  const rows = await send<Row[]>(session, { path: `${folder}?name=${encodeURIComponent(ref.name)}` }, call);
  return rows.find(({ name }) => name === ref.name);
}

async function placeOf(session: Session, type: string, ref: ObjectRef, call: Call): Promise<string> {
  const id = ref.id ?? (await find(session, type, ref, call))?.id;
  if (id === undefined) throw new ConnectorError("notFound", `There is no ${type} "${ref.name}".`);
  return `${folderOf(type)}/${encodeURIComponent(id)}`;
}

function bodyOf(attributes: Attributes): object {
  const entries = Object.entries(attributes).map(([name, values]) => {
    if (!names.includes(name)) throw new ConnectorError("invalidValue", `There is no attribute "${name}".`);
    if (values.length > 1) throw new ConnectorError("invalidValue", `"${name}" has one value.`);
    return [name, values[0] ?? null];
  });
  return Object.fromEntries(entries) as object;
}

/** Returns the values of a single-valued attribute after a change. */
function changed(row: Row, { attr, replace, add = [], remove = [] }: Delta): readonly Scalar[] {
  const now = row[attr];
  const left = (replace ?? (now === undefined ? [] : [now])).filter((value) => !remove.includes(value));
  return [...new Set([...left, ...add])];
}

async function* rowsOf(session: Session, path: string, page: { pageSize: number; after?: string }, call: Call) {
  if (page.after !== undefined && !idPattern.test(page.after)) throw new ConnectorError("config", "No cursor of ours.");
  const read = (after = "") => send<Row[]>(session, { path: `${path}?limit=${page.pageSize}&after=${after}` }, call);
  yield* pagesByCursor(page, read, ({ id }) => id, call);
}

const setEnabled =
  (enabled: boolean) =>
  async (session: Session, { account }: { account: ObjectRef }, call: Call) => {
    const path = await placeOf(session, "account", account, call);
    await send(session, { path, method: "PATCH", body: { enabled } }, call);
  };

/** A connector that calls its service by `fetch`, whose connections stay open for all sessions of the process. */
export const fetchConnector = defineConnector({
  id: "fetched",
  version: "1.0.0",
  title: "People service",
  sdk: 1,
  // No path, not even a slash.
  address: z.strictObject({ url: z.string().regex(/^http:\/\/[a-z0-9.]+:[0-9]+$/) }),
  guardedAttributes: [],
  async open({ options, credential, signal }): Promise<Session> {
    const session = { url: options.url, secret: (await credential()).secret, open: true };
    await send(session, { path: "about" }, { signal });
    return session;
  },
  async close(session: Session) {
    session.open = false;
  },
  alive: ({ open }: Session) => open,
  mapError(error) {
    if (!(error instanceof TypeError) || error.message !== "fetch failed") return undefined;
    const { code, message } = error.cause as Error & { readonly code?: string };
    return new ConnectorError(code === "ECONNREFUSED" ? "unreachable" : "broken", message);
  },
  operations: {
    serverInfo: (session, call) => send(session, { path: "about" }, call),
    schema: async () =>
      ["account", "group"].map((type) => ({
        type,
        attributes: [
          { name: "name", kind: "string", required: true, caseExact: true },
          ...names.map((name) => ({ name, kind: name === "floor" ? "int" : "string" }) as const),
        ],
      })),
    async *list(session, { type, filter, attributes, ...page }, call) {
      if (filter) throw new ConnectorError("notSupported", "The service has no filters.");
      for await (const { rows, cursor } of rowsOf(session, folderOf(type), page, call))
        yield { items: rows.map((row) => toObject(type, row, attributes)), cursor };
    },
    async get(session, { type, ref, attributes }, call) {
      const row = await find(session, type, ref, call);
      return row && toObject(type, row, attributes);
    },
    async create(session, { type, name, attributes, password }, call) {
      if (password) throw new ConnectorError("notSupported", "The service has no passwords.");
      const body = { name, ...bodyOf(attributes) };
      return toObject(type, await send<Row>(session, { path: folderOf(type), method: "POST", body }, call));
    },
    async update(session, { type, ref, deltas }, call) {
      const row = await find(session, type, ref, call);
      if (row === undefined) throw new ConnectorError("notFound", `There is no ${type} "${ref.name}".`);
      const renames = deltas.filter(({ attr }) => attr === "name").flatMap(({ replace = [] }) => replace);
      const plain = deltas.filter(({ attr }) => attr !== "name");
      const body = bodyOf(Object.fromEntries(plain.map((delta) => [delta.attr, changed(row, delta)])));
      const path = `${folderOf(type)}/${row.id}`;
      const named = renames.length > 0 ? { name: renames[0] } : {};
      const { id, name } = await send<Row>(session, { path, method: "PATCH", body: { ...body, ...named } }, call);
      return { id, name };
    },
    async delete(session, { type, ref }, call) {
      const row = await find(session, type, ref, call);
      if (row) await send(session, { path: `${folderOf(type)}/${row.id}`, method: "DELETE" }, call);
    },
    enable: setEnabled(true),
    disable: setEnabled(false),
    async *members(session, { group, ...page }, call) {
      const path = `${await placeOf(session, "group", group, call)}/people`;
      const all = await send<Row[]>(session, { path }, call);
      const read = async (after = "") => all.filter(({ id }) => id > after).slice(0, page.pageSize);
      for await (const { rows, cursor } of pagesByCursor(page, read, ({ id }) => id, call))
        yield { items: rows.map(({ id, name }) => ({ type: "account", id, name })), cursor };
    },
    async addMember(session, { group, member }, call) {
      const [to, person] = [await placeOf(session, "group", group, call), await find(session, "account", member, call)];
      if (person === undefined) throw new ConnectorError("notFound", `There is no account "${member.name}".`);
      await send(session, { path: `${to}/people/${person.id}`, method: "PUT" }, call);
    },
    async removeMember(session, { group, member }, call) {
      const from = await placeOf(session, "group", group, call);
      const id = member.id ?? (await find(session, "account", member, call))?.id;
      if (id) await send(session, { path: `${from}/people/${encodeURIComponent(id)}`, method: "DELETE" }, call);
    },
  },
});
