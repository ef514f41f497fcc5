import { z } from "zod";

import {
  type AccountRequest,
  type Attributes,
  type Call,
  type Change,
  ConnectorError,
  defineConnector,
  type KitLine,
  type KitTarget,
  type ListRequest,
  newNameOf,
  type Operations,
  pagesByCursor,
  type Verified,
  type VerifyRequest,
} from "#connectors/contract/index.ts";

import {
  add,
  bytesName,
  changed,
  type Entry,
  exchange,
  failuresMax,
  find,
  groupsAttribute,
  groupsNamed,
  join,
  known,
  membersOf,
  noticed,
  numberName,
  reach,
  removeEntry,
  require,
  requireStrength,
  type Session,
  setPassword,
  show,
  textNames,
  type Way,
} from "./directory.ts";

const ways = new Map<string, Way>();
let [directories, lines] = [0, 0];
const adminSecret = "directory-administrator";

/** Starts an empty directory. */
export async function start(): Promise<KitTarget> {
  const url = `memory://directory-${(directories += 1)}`;
  ways.set(url, makeWay({ entries: new Map(), journal: [] }));
  return {
    address: { url },
    credentials: [{ role: "admin", login: "admin", secret: adminSecret }],
    samples: { weakPassword: "abc12", failuresMax, command: "echo kit", noticed },
    line: async () => lineTo(url),
    stop: () => void ways.delete(url),
  };
}

function makeWay(directory: Way["directory"]): Way {
  return {
    directory,
    connections: new Set(),
    made: 0,
    asked: 0,
    answered: Infinity,
    away: false,
    held: false,
    heldBack: () => {},
    cut: new AbortController(),
  };
}

/** Opens another connection to the same directory, which can be counted, held and cut. */
function lineTo(url: string): KitLine {
  const way = makeWay(wayTo(url).directory);
  const address = { url: `${url}-line-${(lines += 1)}` };
  ways.set(address.url, way);
  const untilHeldBack = (part: Partial<Way>) =>
    new Promise<void>((heldBack) => Object.assign(way, { ...part, heldBack }));
  return {
    address,
    connections: () => way.connections.size,
    made: () => way.made,
    asked: () => way.asked,
    hold: () => untilHeldBack({ held: true }),
    free: () => void (way.held = false),
    loseAnswers: (after) => untilHeldBack({ answered: way.asked + after }),
    async cut() {
      way.away = true;
      way.cut.abort();
    },
    stop: async () => {
      way.cut.abort();
      ways.delete(address.url);
    },
  };
}

function wayTo(url: string): Way {
  const way = ways.get(url);
  if (way === undefined || way.away) throw new ConnectorError("unreachable", `There is nothing at ${url}.`);
  return way;
}

/** Connects to the directory at an address, without a credential. */
export function connect(url: string): Session {
  const session = { way: wayTo(url), open: true, ended: new AbortController() };
  session.way.connections.add(session);
  session.way.made += 1;
  return session;
}

/** Ends a connection. */
export function hangUp(session: Session): void {
  session.open = false;
  session.ended.abort();
  session.way.connections.delete(session);
}

function entriesOf(session: Session, type: string): Entry[] {
  const directory = reach(session);
  if (type !== "account" && type !== "group") throw new ConnectorError("notSupported", `There are no ${type}s.`);
  return [...directory.entries.values()].filter((entry) => entry.type === type).toSorted(byId);
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** Yields pages in the order of the IDs, one request of the directory for each. */
function pagesOf<T extends { id: string }>(session: Session, asked: Paged, all: () => readonly T[], call: Call) {
  const { pageSize, after } = asked;
  if (after !== undefined && !/^[0-9a-f-]{36}$/.test(after)) throw new ConnectorError("config", "No cursor of ours.");
  const behind = (id: string, from?: string) => from === undefined || id > from;
  const read = (from?: string) =>
    exchange(session, call.signal, () =>
      all()
        .filter(({ id }) => behind(id, from))
        .slice(0, pageSize),
    );
  return pagesByCursor({ pageSize, ...(after !== undefined && { after }) }, read, ({ id }) => id, call);
}

type Paged = Pick<ListRequest, "pageSize" | "after">;

/** Returns an operation that sends a request to the directory. */
function sent<Request, Answer>(run: (session: Session, request: Request, call: Call) => Answer | Promise<Answer>) {
  return (session: Session, request: Request, call: Call): Promise<Answer> =>
    exchange(session, call.signal, () => run(session, request, call));
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

function setter(part: Partial<Entry>) {
  return sent((session, { account }: AccountRequest) => {
    Object.assign(require(session, "account", account), part);
  });
}

const one = { name: "name", kind: "string", required: true, caseExact: true } as const;
const texts = textNames.map((name) => ({ name, kind: "string", multi: true }) as const);
const others = [{ name: numberName, kind: "int" } as const, { name: bytesName, kind: "binary" } as const];
const joining = { name: groupsAttribute, kind: "string", multi: true, writeOnly: true } as const;

const operations: Required<Operations<Session>> = {
  serverInfo: (session, call) => exchange(session, call.signal, () => ({ product: "Directory in memory" })),
  schema: async () => [
    { type: "account", attributes: [one, ...texts, ...others, joining] },
    { type: "group", attributes: [one, ...texts, ...others] },
  ],
  async *list(session, request, call) {
    if (request.filter) throw new ConnectorError("notSupported", "This directory has no filters.");
    const all = () => entriesOf(session, request.type);
    for await (const { rows, cursor } of pagesOf(session, request, all, call))
      yield { items: rows.map((entry) => show(session, entry, request.attributes)), cursor };
  },
  get: sent((session, { type, ref, attributes }) => {
    const entry = find(session, type, ref);
    return entry && show(session, entry, attributes);
  }),
  async *changes(session, { type, token }, call) {
    yield await exchange(session, call.signal, () => {
      const { journal, entries } = reach(session);
      const from = token === undefined ? journal.length : Number(token);
      if (!Number.isInteger(from)) throw new ConnectorError("config", "No token of ours.");
      const changes = journal.slice(from).flatMap((change): Change[] => {
        const entry = entries.get(change.id);
        if (change.type !== type) return [];
        return [entry ? { kind: "upsert", object: show(session, entry) } : { kind: "delete", type, id: change.id }];
      });
      return { changes, token: String(journal.length), more: false, showsDeletions: true };
    });
  },
  create: sent((session, { type, name, attributes, password }, call) => {
    if (find(session, type, { name })) throw new ConnectorError("alreadyExists", `"${name}" is taken.`);
    const { [groupsAttribute]: groups = [], ...plain } = type === "account" ? attributes : { ...attributes };
    groupsNamed(session, groups);
    if (password) requireStrength(password);
    const entry = add(session, { type, name, attributes: known(plain), createdBy: call.operation.id });
    join(session, entry, { attr: groupsAttribute, add: groups });
    if (password) setPassword(entry, password);
    sayBeside(plain, call);
    return show(session, entry);
  }),
  update: sent((session, { type, ref, deltas }, call) => {
    const entry = require(session, type, ref);
    const [renames, joins] = ["name", groupsAttribute].map((name) => deltas.filter(({ attr }) => attr === name));
    const plain = deltas.filter((delta) => !renames?.includes(delta) && !joins?.includes(delta));
    const attributes = plain.reduce(changed, entry.attributes);
    const name = renames?.length ? newNameOf(renames) : entry.name;
    const taken = find(session, type, { name });
    if (taken && taken !== entry) throw new ConnectorError("alreadyExists", `"${name}" is taken.`);
    // A group that does not exist is found before anything is changed.
    for (const { replace = [], add: more = [], remove = [] } of joins ?? [])
      groupsNamed(session, [...replace, ...more, ...remove]);
    Object.assign(entry, { attributes, name });
    for (const delta of joins ?? []) join(session, entry, delta);
    sayBeside(attributes, call);
    return { id: entry.id, name };
  }),
  delete: sent((session, { type, ref }) => {
    const entry = find(session, type, ref);
    if (entry !== undefined) removeEntry(session, entry);
  }),
  verify: sent((session, request) => tryOnce(session, request, true)),
  adminVerify: sent((session, request) => tryOnce(session, request, false)),
  resetPassword: sent((session, { account, password, mustChange }) => {
    setPassword(require(session, "account", account), password, mustChange);
  }),
  changePassword: sent((session, { account, password, current }) => {
    const { ok } = tryOnce(session, { account, password: current }, true);
    if (!ok) throw new ConnectorError("currentPassword", "The current password is wrong.");
    setPassword(require(session, "account", account), password);
  }),
  runCommand: sent((session, { account, password, command, outputBytesMax }) => {
    const { ok } = tryOnce(session, { account, password }, true);
    if (!ok) throw new ConnectorError("currentPassword", "The password is wrong.");
    const said = command.replace(/^echo /, "");
    return { exitCode: 0, stdout: said.slice(0, outputBytesMax), stderr: "", cut: said.length > outputBytesMax };
  }),
  expirePassword: setter({ mustChange: true }),
  unexpirePassword: setter({ mustChange: false }),
  enable: setter({ enabled: true }),
  disable: setter({ enabled: false }),
  unlock: setter({ failures: 0 }),
  async *members(session, { group, ...page }, call) {
    const all = () => membersOf(session, require(session, "group", group));
    for await (const { rows: items, cursor } of pagesOf(session, page, all, call)) yield { items, cursor };
  },
  addMember: sent((session, { group, member }) => {
    require(session, "group", group).members.add(require(session, member.type, member).id);
  }),
  addOwner: sent((session, { group, member }) => {
    require(session, "group", group).owners.add(require(session, member.type, member).id);
  }),
  removeOwner: sent((session, { group, member }) => {
    require(session, "group", group).owners.delete(find(session, member.type, member)?.id ?? "");
  }),
  removeMember: sent((session, { group, member }) => {
    require(session, "group", group).members.delete(find(session, member.type, member)?.id ?? "");
  }),
};

/** Adds the directory's notice to an answer. */
function sayBeside(attributes: Attributes, call: Call): void {
  if (attributes[noticed.attribute]?.includes(noticed.value)) call.notice("There is no such box at the mail server.");
}

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
