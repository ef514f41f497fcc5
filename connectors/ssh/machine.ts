import { ConnectorError, type ObjectRef, requireFound } from "#connectors/contract/index.ts";

import { requireSuccess, runAll } from "./command.ts";
import type { Command, CommandResult } from "./marks.ts";
import { groupRows, passwdRows, type GroupRow, type PasswdRow, type ShadowRow, shadowRows } from "./rows.ts";
import type { SshSession } from "./session.ts";

/** An account with all facts from the machine. */
export interface Account {
  readonly passwd: PasswdRow;
  readonly shadow?: ShadowRow;
  /** Name of the primary group, or its id if it has no name. */
  readonly primary: string;
  /** Names of its other groups, sorted. */
  readonly groups: readonly string[];
}

/** All accounts and groups that the machine lists, including those of the system. */
export interface Records {
  readonly accounts: readonly PasswdRow[];
  readonly groups: readonly GroupRow[];
}

/** Beginning of the message that refuses any other type. */
export const holds = "A Linux machine holds accounts and groups";

// Exit codes of `getent` for an unknown database and an unknown key.
const [unknownDatabase, unknownKey] = [1, 2];
const keysMax = 500;

/**
 * Returns the accounts in the range of the address, ordered by user id. If several names share an id, the first one stands for all,
 * as on the machine itself.
 */
export async function allAccounts(session: SshSession, signal: AbortSignal): Promise<Account[]> {
  const [passwd = "", shadow = "", group = ""] = await getents(session, [["passwd"], ["shadow"], ["group"]], signal);
  const shadows = new Map(shadowRows(shadow).map((row) => [row.name, row]));
  const groups = byId(groupRows(group));
  const names = new Map(groups.map(({ gid, name }) => [gid, name]));
  const memberships = new Map<string, string[]>();
  for (const { name, members } of groups)
    for (const member of members) memberships.set(member, [...(memberships.get(member) ?? []), name]);
  const rows = passwdRows(passwd);
  const uids = new Map(rows.toReversed().map((row) => [row.name, row.uid]));
  return ourAccounts(session, rows).map((row) => {
    // If two sources have an account of one name, shadow describes the first.
    const found = uids.get(row.name) === row.uid ? shadows.get(row.name) : undefined;
    const primary = names.get(row.gid) ?? String(row.gid);
    return {
      passwd: row,
      primary,
      groups: (memberships.get(row.name) ?? []).toSorted(),
      ...(found && { shadow: found }),
    };
  });
}

/** Returns the accounts among the rows that lie in the range of the address, one for each id, ordered by id. */
export function ourAccounts({ options }: SshSession, rows: readonly PasswdRow[]): PasswdRow[] {
  const ids = new Map(rows.toReversed().map((row) => [row.uid, row]));
  return [...ids.values()]
    .filter(({ uid }) => uid >= options.uidMin && uid <= options.uidMax)
    .toSorted((one, other) => one.uid - other.uid);
}

/** Reads all accounts and groups with one command. */
export async function readRecords(session: SshSession, signal: AbortSignal): Promise<Records> {
  const [passwd = "", group = ""] = await getents(session, [["passwd"], ["group"]], signal);
  return { accounts: passwdRows(passwd), groups: groupRows(group) };
}

/**
 * Merges groups by id, ordered by id: the first name, with the members of all lines of the id. Machines split long lines
 * (MAX_MEMBERS_PER_GROUP), and another name of the same id gives the same rights.
 */
export function byId(rows: readonly GroupRow[]): GroupRow[] {
  const ids = new Map<number, GroupRow>();
  for (const row of rows) {
    const first = ids.get(row.gid) ?? row;
    ids.set(row.gid, { ...first, members: [...new Set([...first.members, ...row.members])] });
  }
  return [...ids.values()].toSorted((one, other) => one.gid - other.gid);
}

/** Reads the lines of accounts by name, including those that the machine finds but does not list; an absent account has none. */
export async function passwdByNames(
  session: SshSession,
  names: readonly string[],
  signal: AbortSignal,
): Promise<PasswdRow[]> {
  const rows: PasswdRow[] = [];
  for (let from = 0; from < names.length; from += keysMax) {
    const some = names.slice(from, from + keysMax);
    const [text = ""] = await getents(session, [["passwd", "--", ...some]], signal);
    rows.push(...passwdRows(text).filter(({ name }) => some.includes(name)));
  }
  return rows;
}

/**
 * Finds the line of an account to change, by its id, otherwise by its name. An account outside the range of the address is not
 * found.
 * @throws policy if the machine means another account by its name
 */
export async function findPasswd(
  session: SshSession,
  ref: ObjectRef,
  signal: AbortSignal,
): Promise<PasswdRow | undefined> {
  const key = keyOf("passwd", ref);
  if (key === undefined) return undefined;
  const [text = "", all = ""] = await getents(session, [key, ["passwd"]], signal);
  const row = ourRow(session, ref, passwdRows(text));
  if (row) requireOnlyOne(row, passwdRows(all), ({ uid }) => uid);
  return row;
}

/**
 * Throws unless programs, which take a name, act on the intended object: two sources may each have one of that name.
 * @throws policy
 */
export function requireOnlyOne<Row extends { readonly name: string }>(
  row: Row,
  all: readonly Row[],
  idOf: (row: Row) => number,
): void {
  const [meant = row] = all.filter(({ name }) => name === row.name);
  if (idOf(meant) === idOf(row)) return;
  throw new ConnectorError(
    "policy",
    `The machine has two of the name "${row.name}", with the ids ${idOf(meant)} and ${idOf(row)}, and its programs would change the first. Change the other one where it comes from.`,
  );
}

/**
 * Returns the line of an account.
 * @throws notFound
 */
export async function requirePasswd(session: SshSession, ref: ObjectRef, signal: AbortSignal): Promise<PasswdRow> {
  return requireFound(await findPasswd(session, ref, signal), noAccount(ref));
}

/** Returns the message for an absent account. */
export function noAccount({ name }: ObjectRef): string {
  return `The machine has no account "${name}" in the range of its address.`;
}

/** Reads the line of an account in shadow; undefined if there is none, so its state is unknown. */
export async function shadowOf(session: SshSession, name: string, signal: AbortSignal): Promise<ShadowRow | undefined> {
  const [text = ""] = await getents(session, [["shadow", "--", name]], signal);
  return shadowRows(text).find((row) => row.name === name);
}

/**
 * Finds a group to change by its id, otherwise by its name, with the members of all its lines.
 * @throws policy if the machine means another group by its name
 */
export async function findGroup(
  session: SshSession,
  ref: ObjectRef,
  signal: AbortSignal,
): Promise<GroupRow | undefined> {
  const { group, all } = (await readGroup(session, ref, signal)) ?? {};
  if (group && all) requireOnlyOne(group, all, ({ gid }) => gid);
  return group;
}

/** Reads a group by its id, otherwise by its name, with the members of all its lines, together with all groups that the machine lists. */
export async function readGroup(
  session: SshSession,
  ref: ObjectRef,
  signal: AbortSignal,
): Promise<{ group: GroupRow; all: readonly GroupRow[] } | undefined> {
  const key = keyOf("group", ref);
  if (key === undefined) return undefined;
  const [text = "", list = ""] = await getents(session, [key, ["group"]], signal);
  const all = groupRows(list);
  const group = groupRow(ref, groupRows(text), all);
  return group && { group, all };
}

/**
 * Returns the line of a group.
 * @throws notFound
 */
export async function requireGroup(session: SshSession, ref: ObjectRef, signal: AbortSignal): Promise<GroupRow> {
  return requireFound(await findGroup(session, ref, signal), noGroup(ref));
}

/** Returns the message for an absent group. */
export function noGroup({ name }: ObjectRef): string {
  return `The machine has no group "${name}".`;
}

/** Finds a group together with all accounts that the machine lists; undefined if it is absent. */
export async function findGroupBeside(
  session: SshSession,
  ref: ObjectRef,
  signal: AbortSignal,
): Promise<{ group: GroupRow; accounts: readonly PasswdRow[] } | undefined> {
  const key = keyOf("group", ref);
  if (key === undefined) return undefined;
  const [text = "", all = "", passwd = ""] = await getents(session, [key, ["group"], ["passwd"]], signal);
  const group = groupRow(ref, groupRows(text), groupRows(all));
  return group && { group, accounts: passwdRows(passwd) };
}

/** Finds an account with its groups; undefined if it is absent. */
export async function findAccount(
  session: SshSession,
  ref: ObjectRef,
  signal: AbortSignal,
): Promise<Account | undefined> {
  const key = keyOf("passwd", ref);
  if (key === undefined) return undefined;
  // A reference with an id does not tell the current name, by which shadow is read.
  const known = ref.id === undefined ? ref.name : undefined;
  const more: Key[] = known === undefined ? [] : [["shadow", "--", known]];
  const [text = "", group = "", shadowText] = await getents(session, [key, ["group"], ...more], signal);
  const passwd = ourRow(session, ref, passwdRows(text));
  if (passwd === undefined) return undefined;
  const { name, gid } = passwd;
  const shadow =
    shadowText === undefined
      ? await shadowOf(session, name, signal)
      : shadowRows(shadowText).find((row) => row.name === name);
  const groups = byId(groupRows(group));
  return {
    passwd,
    primary: groups.find((row) => row.gid === gid)?.name ?? String(gid),
    groups: groups
      .filter(({ members }) => members.includes(name))
      .map((row) => row.name)
      .toSorted(),
    ...(shadow && { shadow }),
  };
}

/** Request to `getent`: a database, with keys to read only a part of it. */
type Key = readonly [database: "passwd" | "shadow" | "group" | "gshadow", ...keys: string[]];

// `getent` reads digits as an id, so a name of digits is searched in the whole list.
function keyOf(database: Key[0], { id, name }: ObjectRef): Key | undefined {
  if (id !== undefined) return /^\d{1,10}$/.test(id) ? [database, "--", id] : undefined;
  return isNumberToPrograms(name) ? [database] : [database, "--", name];
}

/** Returns true if programs that accept names and ids would read a name as an id. */
export function isNumberToPrograms(name: string): boolean {
  return /^\s*[+-]?\d+\s*$/.test(name);
}

// The result is compared with the request: a source of accounts may return another one, such as a name in lower case.
function ourRow({ options }: SshSession, { id, name }: ObjectRef, rows: readonly PasswdRow[]): PasswdRow | undefined {
  const row = rows.find((one) => (id === undefined ? one.name === name : String(one.uid) === id));
  return row && row.uid >= options.uidMin && row.uid <= options.uidMax ? row : undefined;
}

// A group that the machine finds but does not list has one line.
function groupRow({ id, name }: ObjectRef, rows: readonly GroupRow[], all: readonly GroupRow[]): GroupRow | undefined {
  const row = rows.find((one) => (id === undefined ? one.name === name : String(one.gid) === id));
  if (row === undefined) return undefined;
  const [merged = row] = byId([row, ...all.filter(({ gid }) => gid === row.gid)]);
  return merged;
}

/** Returns the output of `getent` for each request, read with one command; "" if the machine has no such database. */
export async function getents(session: SshSession, keys: readonly Key[], signal: AbortSignal): Promise<string[]> {
  const commands = keys.map((key): Command => ["getent", ...key]);
  const results = await runAll(session, commands, { signal });
  return commands.map((command, index) => {
    const result = results[index];
    const isMissing = result !== undefined && hasNoDatabase(command, result);
    return isMissing ? "" : requireSuccess(command, result, [unknownKey]).stdout;
  });
}

// Some C libraries have no shadow and gshadow; then nothing of them is known.
function hasNoDatabase([, database = ""]: Command, { code, stderr }: CommandResult): boolean {
  return database.endsWith("shadow") && code === unknownDatabase && /^Unknown database/m.test(stderr);
}
