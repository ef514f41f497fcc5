import { ConnectorError, type ObjectRef, requireFound } from "#connectors/contract/index.ts";

import { requireSuccess, runAll } from "./command.ts";
import type { Command, CommandResult } from "./marks.ts";
import { groupRows, passwdRows, type GroupRow, type PasswdRow, type ShadowRow, shadowRows } from "./rows.ts";
import type { SshSession } from "./session.ts";

/** An account with everything that the machine tells about it. */
export interface Account {
  readonly passwd: PasswdRow;
  readonly shadow?: ShadowRow;
  /** The primary group by its name, or its id where it has none. */
  readonly primary: string;
  /** The names of its other groups, sorted. */
  readonly groups: readonly string[];
}

/** All accounts and groups that the machine lists, those of the system too. */
export interface Records {
  readonly accounts: readonly PasswdRow[];
  readonly groups: readonly GroupRow[];
}

/** How the refusal of a type that a machine does not have begins. */
export const holds = "A Linux machine holds accounts and groups";

// `getent` ends with these when it knows no such key, and no such database.
const [unknownDatabase, unknownKey] = [1, 2];
const keysMax = 500;

/**
 * The accounts in the range of the address, in the order of their user ids. Where several names share an id the first one
 * stands for all, as for the machine itself.
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
    // Of two accounts of one name, of two sources, shadow speaks of the first.
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

/** The accounts among rows that lie in the range of the address, one for each id, in the order of the ids. */
export function ourAccounts({ options }: SshSession, rows: readonly PasswdRow[]): PasswdRow[] {
  const ids = new Map(rows.toReversed().map((row) => [row.uid, row]));
  return [...ids.values()]
    .filter(({ uid }) => uid >= options.uidMin && uid <= options.uidMax)
    .toSorted((one, other) => one.uid - other.uid);
}

/** All accounts and groups, read in one go. */
export async function readRecords(session: SshSession, signal: AbortSignal): Promise<Records> {
  const [passwd = "", group = ""] = await getents(session, [["passwd"], ["group"]], signal);
  return { accounts: passwdRows(passwd), groups: groupRows(group) };
}

/**
 * Groups in the order of their ids, one for each id: by the first name, with the members of all lines of the id. Machines split long
 * lines (MAX_MEMBERS_PER_GROUP), and another name of the same id gives the same rights.
 */
export function byId(rows: readonly GroupRow[]): GroupRow[] {
  const ids = new Map<number, GroupRow>();
  for (const row of rows) {
    const first = ids.get(row.gid) ?? row;
    ids.set(row.gid, { ...first, members: [...new Set([...first.members, ...row.members])] });
  }
  return [...ids.values()].toSorted((one, other) => one.gid - other.gid);
}

/** The lines of accounts by their names, also of such as the machine finds and does not list; of one that is not there none. */
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
 * The line of an account by id or else name, to change it; one outside of the range of the address is none of ours.
 * @throws policy when the machine means another account by its name
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
 * Makes sure that programs, which are given a name, come upon the object that is meant: two sources may each have one of that name.
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
 * The line of an account.
 * @throws notFound
 */
export async function requirePasswd(session: SshSession, ref: ObjectRef, signal: AbortSignal): Promise<PasswdRow> {
  return requireFound(await findPasswd(session, ref, signal), noAccount(ref));
}

/** The words for an account that is not there. */
export function noAccount({ name }: ObjectRef): string {
  return `The machine has no account "${name}" in the range of its address.`;
}

/** What shadow tells about an account now; undefined = it tells nothing of it, so its state is not known. */
export async function shadowOf(session: SshSession, name: string, signal: AbortSignal): Promise<ShadowRow | undefined> {
  const [text = ""] = await getents(session, [["shadow", "--", name]], signal);
  return shadowRows(text).find((row) => row.name === name);
}

/**
 * A group by id or else name, with the members of all its lines, to change it.
 * @throws policy when the machine means another group by its name
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

/** A group by id or else name, with the members of all its lines, beside all groups that the machine lists. */
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
 * The line of a group.
 * @throws notFound
 */
export async function requireGroup(session: SshSession, ref: ObjectRef, signal: AbortSignal): Promise<GroupRow> {
  return requireFound(await findGroup(session, ref, signal), noGroup(ref));
}

/** The words for a group that is not there. */
export function noGroup({ name }: ObjectRef): string {
  return `The machine has no group "${name}".`;
}

/** A group with all accounts that the machine lists, or undefined. */
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

/** An account with its groups, or undefined. */
export async function findAccount(
  session: SshSession,
  ref: ObjectRef,
  signal: AbortSignal,
): Promise<Account | undefined> {
  const key = keyOf("passwd", ref);
  if (key === undefined) return undefined;
  // By its id alone nobody knows the name yet, by which shadow is asked.
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

/** What `getent` is asked for: a database, and keys where not all of it is wanted. */
type Key = readonly [database: "passwd" | "shadow" | "group" | "gshadow", ...keys: string[]];

// The machine takes digits for an id, so by such a name only the whole list can be looked through.
function keyOf(database: Key[0], { id, name }: ObjectRef): Key | undefined {
  if (id !== undefined) return /^\d{1,10}$/.test(id) ? [database, "--", id] : undefined;
  return isNumberToPrograms(name) ? [database] : [database, "--", name];
}

/** Whether programs that take names and ids would read a name as an id. */
export function isNumberToPrograms(name: string): boolean {
  return /^\s*[+-]?\d+\s*$/.test(name);
}

// What came is compared with what was asked: a source of accounts may answer with another one, such as in small letters.
function ourRow({ options }: SshSession, { id, name }: ObjectRef, rows: readonly PasswdRow[]): PasswdRow | undefined {
  const row = rows.find((one) => (id === undefined ? one.name === name : String(one.uid) === id));
  return row && row.uid >= options.uidMin && row.uid <= options.uidMax ? row : undefined;
}

// A group that the machine finds and does not list has one line.
function groupRow({ id, name }: ObjectRef, rows: readonly GroupRow[], all: readonly GroupRow[]): GroupRow | undefined {
  const row = rows.find((one) => (id === undefined ? one.name === name : String(one.gid) === id));
  if (row === undefined) return undefined;
  const [merged = row] = byId([row, ...all.filter(({ gid }) => gid === row.gid)]);
  return merged;
}

/** What `getent` writes for each key, asked in one go; "" where the machine has nothing of the kind. */
export async function getents(session: SshSession, keys: readonly Key[], signal: AbortSignal): Promise<string[]> {
  const commands = keys.map((key): Command => ["getent", ...key]);
  const results = await runAll(session, commands, { signal });
  return commands.map((command, index) => {
    const result = results[index];
    const isMissing = result !== undefined && hasNoDatabase(command, result);
    return isMissing ? "" : requireSuccess(command, result, [unknownKey]).stdout;
  });
}

// Some libraries know no shadow and gshadow there: then nothing of them is known.
function hasNoDatabase([, database = ""]: Command, { code, stderr }: CommandResult): boolean {
  return database.endsWith("shadow") && code === unknownDatabase && /^Unknown database/m.test(stderr);
}
