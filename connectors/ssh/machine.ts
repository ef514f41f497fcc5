import { type ObjectRef, requireFound } from "#connectors/contract/index.ts";

import { run } from "./command.ts";
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

/** How the refusal of a type that a machine does not have begins. */
export const holds = "A Linux machine holds accounts and groups";

// `getent` ends with this code when it does not know the key.
const unknownKey = 2;

/**
 * The accounts in the range of the address, in the order of their user ids. Where several names share an id the first one
 * stands for all, as for the machine itself.
 */
export async function allAccounts(session: SshSession, signal: AbortSignal): Promise<Account[]> {
  const { options } = session;
  const [passwdText, shadowText, groups] = await Promise.all([
    getent(session, ["passwd"], signal),
    getent(session, ["shadow"], signal),
    allGroups(session, signal),
  ]);
  const passwd = passwdRows(passwdText);
  const shadows = new Map(shadowRows(shadowText).map((row) => [row.name, row]));
  const names = new Map(groups.map(({ gid, name }) => [gid, name]));
  const memberships = new Map<string, string[]>();
  for (const { name, members } of groups)
    for (const member of members) memberships.set(member, [...(memberships.get(member) ?? []), name]);
  const ids = new Map(passwd.toReversed().map((row) => [row.uid, row]));
  return [...ids.values()]
    .filter(({ uid }) => uid >= options.uidMin && uid <= options.uidMax)
    .toSorted((one, other) => one.uid - other.uid)
    .map((row) => {
      const shadow = shadows.get(row.name);
      const primary = names.get(row.gid) ?? String(row.gid);
      return { passwd: row, primary, groups: (memberships.get(row.name) ?? []).toSorted(), ...(shadow && { shadow }) };
    });
}

/** All accounts of the machine, those of the system too. */
export async function passwdOf(session: SshSession, signal: AbortSignal): Promise<PasswdRow[]> {
  return passwdRows(await getent(session, ["passwd"], signal));
}

/** All groups in the order of their ids. */
export async function allGroups(session: SshSession, signal: AbortSignal): Promise<GroupRow[]> {
  const rows = groupRows(await getent(session, ["group"], signal));
  const ids = new Map(rows.toReversed().map((row) => [row.gid, row]));
  return [...ids.values()].toSorted((one, other) => one.gid - other.gid);
}

/** The line of an account by id or else name; one outside of the range of the address is none of ours. */
export async function findPasswd(
  session: SshSession,
  ref: ObjectRef,
  signal: AbortSignal,
): Promise<PasswdRow | undefined> {
  const { uidMin, uidMax } = session.options;
  const rows = passwdRows(await lookUp(session, "passwd", ref, signal));
  // A name of digits would be looked up as an id, so what came is compared with what was meant.
  const row = rows.find(({ name, uid }) => (ref.id === undefined ? name === ref.name : String(uid) === ref.id));
  return row && row.uid >= uidMin && row.uid <= uidMax ? row : undefined;
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

/** What shadow tells about an account now. */
export async function shadowOf(session: SshSession, name: string, signal: AbortSignal): Promise<ShadowRow | undefined> {
  return shadowRows(await getent(session, ["shadow", "--", name], signal))[0];
}

/** The line of a group by id or else name. */
export async function findGroup(
  session: SshSession,
  ref: ObjectRef,
  signal: AbortSignal,
): Promise<GroupRow | undefined> {
  const rows = groupRows(await lookUp(session, "group", ref, signal));
  return rows.find(({ name, gid }) => (ref.id === undefined ? name === ref.name : String(gid) === ref.id));
}

/**
 * The line of a group.
 * @throws notFound
 */
export async function requireGroup(session: SshSession, ref: ObjectRef, signal: AbortSignal): Promise<GroupRow> {
  return requireFound(await findGroup(session, ref, signal), `The machine has no group "${ref.name}".`);
}

/** An account with its groups, or undefined. */
export async function findAccount(
  session: SshSession,
  ref: ObjectRef,
  signal: AbortSignal,
): Promise<Account | undefined> {
  const passwd = await findPasswd(session, ref, signal);
  if (passwd === undefined) return undefined;
  const [shadow, groups] = await Promise.all([shadowOf(session, passwd.name, signal), allGroups(session, signal)]);
  return {
    passwd,
    primary: groups.find(({ gid }) => gid === passwd.gid)?.name ?? String(passwd.gid),
    groups: groups
      .filter(({ members }) => members.includes(passwd.name))
      .map(({ name }) => name)
      .toSorted(),
    ...(shadow && { shadow }),
  };
}

function lookUp(session: SshSession, database: string, ref: ObjectRef, signal: AbortSignal): Promise<string> {
  if (ref.id !== undefined && !/^\d{1,10}$/.test(ref.id)) return Promise.resolve("");
  return getent(session, [database, "--", ref.id ?? ref.name], signal);
}

async function getent(session: SshSession, key: readonly string[], signal: AbortSignal): Promise<string> {
  return (await run(session, ["getent", ...key], { signal, accept: [unknownKey] })).stdout;
}
