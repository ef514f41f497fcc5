import { z } from "zod";

import {
  type AccountRequest,
  type Call,
  type Change,
  ConnectorError,
  type Delta,
  defineConnector,
  type KitLine,
  type KitTarget,
  type ListRequest,
  type Operations,
  untilAborted,
  type Verified,
  type VerifyRequest,
} from "#connectors/contract/index.ts";

import {
  add,
  attributeNames,
  changed,
  type Entry,
  failuresMax,
  find,
  groupsAttribute,
  groupsNamed,
  join,
  known,
  reach,
  require,
  type Session,
  setPassword,
  show,
  type Way,
} from "./directory.ts";

const ways = new Map<string, Way>();
let lines = 0;
const adminSecret = "directory-administrator";

/** Starts an empty directory. */
export async function start(): Promise<KitTarget> {
  const url = `memory://directory-${ways.size + 1}`;
  const directory = { entries: new Map(), journal: [] };
  ways.set(url, { directory, connections: new Set(), made: 0, away: false });
  return {
    address: { url },
    credentials: [{ role: "admin", login: "admin", secret: adminSecret }],
    samples: { weakPassword: "abc12", failuresMax, command: "echo kit" },
    line: async () => lineTo(url),
    stop: () => void ways.delete(url),
  };
}

/** Another way to the same directory, which can be counted, held and cut. */
function lineTo(url: string): KitLine {
  const way: Way = { directory: wayTo(url).directory, connections: new Set(), made: 0, away: false };
  const address = { url: `${url}-line-${(lines += 1)}` };
  ways.set(address.url, way);
  return {
    address,
    connections: () => way.connections.size,
    made: () => way.made,
    hold: () => new Promise((heldBack) => Object.assign(way, { heldBack })),
    async cut() {
      way.away = true;
    },
    stop: async () => void ways.delete(address.url),
  };
}

function wayTo(url: string): Way {
  const way = ways.get(url);
  if (way === undefined || way.away) throw new ConnectorError("unreachable", `There is nothing at ${url}.`);
  return way;
}

/** Connects to the directory at an address, without a login. */
export function connect(url: string): Session {
  const session = { way: wayTo(url), open: true };
  session.way.connections.add(session);
  session.way.made += 1;
  return session;
}

/** Ends a connection. */
export function hangUp(session: Session): void {
  session.open = false;
  session.way.connections.delete(session);
}

function entriesOf(session: Session, type: string): Entry[] {
  const directory = reach(session);
  if (type !== "account" && type !== "group") throw new ConnectorError("notSupported", `There are no ${type}s.`);
  return [...directory.entries.values()].filter((entry) => entry.type === type).toSorted(byId);
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

function* pagesOf<T extends { id: string }>(all: readonly T[], { pageSize, after }: Omit<ListRequest, "type">) {
  if (after !== undefined && !/^[0-9a-f-]{36}$/.test(after)) throw new ConnectorError("config", "No cursor of ours.");
  const rest = all.filter(({ id }) => after === undefined || id > after);
  for (let from = 0; from < rest.length; from += pageSize) {
    const items = rest.slice(from, from + pageSize);
    yield { items, cursor: items.at(-1)?.id ?? "" };
  }
}

function* alive<T extends { cursor: string }>(session: Session, pages: Iterable<T>, call: Call) {
  for (const page of pages) {
    call.signal.throwIfAborted();
    reach(session);
    yield page;
    call.heartbeat({ after: page.cursor });
  }
}

function tryOnce(session: Session, request: VerifyRequest, counts: boolean): Verified {
  const entry = require(session, "account", request.account);
  if (counts && !entry.enabled) return { ok: false, reason: "disabled" };
  if (counts && entry.failures >= failuresMax) return { ok: false, reason: "locked" };
  const right = request.password.use((plaintext) => plaintext === entry.password);
  if (counts) entry.failures = right ? 0 : entry.failures + 1;
  if (!right) return { ok: false, reason: "invalid" };
  return { ok: true, ...(entry.mustChange && { mustChange: true }) };
}

/** As long as the way is held, no answer comes. */
async function answers({ way }: Session, { signal }: Call): Promise<void> {
  way.heldBack?.();
  if (way.heldBack) await untilAborted(signal, () => new Promise<never>(() => {}));
}

function setter(part: Partial<Entry>) {
  return async (session: Session, { account }: AccountRequest) =>
    void Object.assign(require(session, "account", account), part);
}

const operations: Required<Operations<Session>> = {
  async serverInfo(session) {
    reach(session);
    return { product: "Directory in memory" };
  },
  schema: async () =>
    ["account", "group"].map((type) => ({
      type,
      attributes: [
        { name: "name", kind: "string", required: true, caseExact: true },
        ...attributeNames.map((name) => ({ name, kind: "string", multi: true }) as const),
        ...(type === "account"
          ? [{ name: groupsAttribute, kind: "string", multi: true, writeOnly: true } as const]
          : []),
      ],
    })),
  async *list(session, request, call) {
    if (request.filter) throw new ConnectorError("notSupported", "This directory has no filters.");
    for (const { items, cursor } of alive(session, pagesOf(entriesOf(session, request.type), request), call))
      yield { items: items.map((entry) => show(entry, request.attributes)), cursor };
  },
  async get(session, { type, ref, attributes }) {
    const entry = find(session, type, ref);
    return entry && show(entry, attributes);
  },
  async *changes(session, { type, token }) {
    const { journal, entries } = reach(session);
    const from = token === undefined ? journal.length : Number(token);
    if (!Number.isInteger(from)) throw new ConnectorError("config", "No token of ours.");
    const changes = journal.slice(from).flatMap((change): Change[] => {
      const entry = entries.get(change.id);
      if (change.type !== type) return [];
      return [entry ? { kind: "upsert", object: show(entry) } : { kind: "delete", type, id: change.id }];
    });
    yield { changes, token: String(journal.length), more: false, showsDeletions: true };
  },
  async create(session, { type, name, attributes, password }, call) {
    if (find(session, type, { name })) throw new ConnectorError("alreadyExists", `"${name}" is taken.`);
    const { [groupsAttribute]: groups = [], ...others } = attributes;
    if (type === "account") groupsNamed(session, groups);
    const plain = known(type === "account" ? others : attributes);
    const entry = add(session, { type, name, attributes: plain, createdBy: call.operation.id });
    if (type === "account") join(session, entry, { attr: groupsAttribute, add: groups });
    if (password) setPassword(entry, password);
    return show(entry);
  },
  async update(session, { type, ref, deltas }) {
    const entry = require(session, type, ref);
    const namesGroups = ({ attr }: Delta) => type === "account" && attr === groupsAttribute;
    const attributes = deltas.filter((delta) => !namesGroups(delta)).reduce(changed, entry.attributes);
    const joins = deltas.filter(namesGroups);
    // A group that is not there is found before anything is changed.
    for (const { replace, add: more, remove } of joins)
      groupsNamed(
        session,
        [replace, more, remove].flatMap((values) => values ?? []),
      );
    entry.attributes = attributes;
    for (const delta of joins) join(session, entry, delta);
    return { id: entry.id, name: entry.name };
  },
  async delete(session, { type, ref }) {
    const entry = find(session, type, ref);
    if (entry === undefined) return;
    const { entries, journal } = reach(session);
    entries.delete(entry.id);
    journal.push({ type, id: entry.id });
  },
  async verify(session, request, call) {
    await answers(session, call);
    return tryOnce(session, request, true);
  },
  adminVerify: async (session, request) => tryOnce(session, request, false),
  async resetPassword(session, { account, password, mustChange }) {
    setPassword(require(session, "account", account), password, mustChange);
  },
  async changePassword(session, { account, password, current }) {
    const { ok } = tryOnce(session, { account, password: current }, true);
    if (!ok) throw new ConnectorError("currentPassword", "The current password is wrong.");
    setPassword(require(session, "account", account), password);
  },
  async runCommand(session, { account, password, command, outputBytesMax }) {
    const { ok } = tryOnce(session, { account, password }, true);
    if (!ok) throw new ConnectorError("currentPassword", "The password is wrong.");
    const said = command.replace(/^echo /, "");
    return { exitCode: 0, stdout: said.slice(0, outputBytesMax), stderr: "", cut: said.length > outputBytesMax };
  },
  expirePassword: setter({ mustChange: true }),
  unexpirePassword: setter({ mustChange: false }),
  enable: setter({ enabled: true }),
  disable: setter({ enabled: false }),
  unlock: setter({ failures: 0 }),
  async *members(session, { group, pageSize, after }, call) {
    const { members } = require(session, "group", group);
    const all = entriesOf(session, "account").filter(({ id }) => members.has(id));
    const page = { pageSize, ...(after !== undefined && { after }) };
    for (const { items, cursor } of alive(session, pagesOf(all, page), call))
      yield { items: items.map(({ id, name, type }) => ({ id, name, type })), cursor };
  },
  async addMember(session, { group, member }) {
    require(session, "group", group).members.add(require(session, member.type, member).id);
  },
  async addOwner(session, { group, member }) {
    require(session, "group", group).owners.add(require(session, member.type, member).id);
  },
  async removeOwner(session, { group, member }) {
    require(session, "group", group).owners.delete(find(session, member.type, member)?.id ?? "");
  },
  async removeMember(session, { group, member }) {
    require(session, "group", group).members.delete(find(session, member.type, member)?.id ?? "");
  },
};

/** A connector without a defect that offers everything; its target is a directory in memory. */
export const healthy = defineConnector({
  id: "healthy",
  version: "1.0.0",
  title: "Directory in memory",
  sdk: 1,
  address: z.strictObject({ url: z.string().regex(/^memory:\/\/[a-z0-9-]+$/, "memory://name") }),
  guardedAttributes: [{ name: groupsAttribute, of: "account", effect: "memberships", names: "groupIds" }],
  async open({ options, credential }): Promise<Session> {
    const { secret } = await credential();
    const session = connect(options.url);
    if (secret.use((plaintext) => plaintext === adminSecret)) return session;
    hangUp(session);
    throw new ConnectorError("badCredentials", "Who are you?");
  },
  async close(session) {
    hangUp(session);
  },
  alive: ({ open }) => open,
  mapError: () => undefined,
  operations,
});
