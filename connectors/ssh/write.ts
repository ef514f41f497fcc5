import {
  type Attributes,
  ConnectorError,
  type Delta,
  newNameOf,
  type OperationsPart,
  requireAccountOrGroup,
  requireFound,
  type Scalar,
} from "#connectors/contract/index.ts";

import { run } from "./command.ts";
import { defaultHome, homeMove, mayRemoveHome, requireFreeHome } from "./homes.ts";
import {
  type Account,
  findAccount,
  findGroup,
  findPasswd,
  holds,
  noAccount,
  passwdOf,
  requireGroup,
} from "./machine.ts";
import { accountObject, checkAttributes, groupObject } from "./objects.ts";
import { setPassword } from "./passwords.ts";
import type { SshSession } from "./session.ts";
import { requireOrdinaryGroup, requireOrdinaryGroups, requireOrdinaryName } from "./system-groups.ts";

const absent = 6;

const flags = { gecos: "-c", home: "-d", shell: "-s", group: "-g", groups: "-G" } as const;
type Settable = keyof typeof flags;

/** The operations that change objects. */
export const writeOperations = {
  /** Makes an account or group. An account whose password the machine refuses is taken back. */
  async create(session, request, { signal }) {
    const type = requireAccountOrGroup(request.type, holds);
    const { name, attributes, password } = request;
    checkName(name);
    checkAttributes(type, Object.keys(attributes));
    if (type === "group") {
      requireOrdinaryName(name, session.options);
      await run(session, ["groupadd", "-K", `GID_MIN=${session.options.gidMin}`, "--", name], { signal });
      return groupObject(await requireGroup(session, { name }, signal));
    }
    const { createHome, uidMin, uidMax } = session.options;
    const given = { home: [defaultHome(session, name)], ...valuesOf(attributes) };
    const choice = Object.entries(given).flatMap(([attr, values]) => flagOf(attr as Settable, values));
    await requireFreeName(session, { name }, signal);
    await requireOrdinaryGroups(session, [...(given.group ?? []), ...(given.groups ?? [])], signal);
    await requireFreeHome(session, given.home[0] ?? "", signal);
    const range = ["-K", `UID_MIN=${uidMin}`, "-K", `UID_MAX=${uidMax}`];
    await run(session, ["useradd", ...range, createHome ? "-m" : "-M", ...choice, "--", name], { signal });
    try {
      if (password) await setPassword(session, name, password, signal);
    } catch (error) {
      await takeBack(session, name, error);
    }
    const made = await findAccount(session, { name }, signal);
    if (made === undefined)
      throw new ConnectorError("broken", `The account "${name}" was made but is not shown afterwards.`);
    return accountObject(made, Date.now());
  },
  /** Applies all deltas or none, in one run of usermod or groupmod. */
  async update(session, { type, ref, deltas }, { signal }) {
    const renames = deltas.filter(({ attr }) => attr === "name");
    const newName = renames.length === 0 ? undefined : newNameOf(renames);
    if (newName !== undefined) checkName(newName);
    const others = deltas.filter(({ attr }) => attr !== "name");
    const names = others.map(({ attr }) => attr);
    if (requireAccountOrGroup(type, holds) === "group") {
      const { name, gid } = await requireGroup(session, ref, signal);
      checkAttributes("group", names);
      if (newName !== undefined && newName !== name) {
        requireOrdinaryGroup(session, { name, gid, members: [] }, "renamed");
        requireOrdinaryName(newName, session.options);
        await run(session, ["groupmod", "-n", newName, "--", name], { signal });
      }
      return { id: String(gid), name: newName ?? name };
    }
    const account = requireFound(await findAccount(session, ref, signal), noAccount(ref));
    checkAttributes("account", names);
    const { name, uid } = account.passwd;
    const renamed = newName !== undefined && newName !== name;
    if (renamed) await requireFreeName(session, { name: newName, gid: account.passwd.gid }, signal);
    const choice = [...(await changesOf(session, account, others, signal)), ...(renamed ? ["-l", newName] : [])];
    if (choice.length > 0) await run(session, ["usermod", ...choice, "--", name], { signal });
    return { id: String(uid), name: newName ?? name };
  },
  /** Deletes an account or group; an absent one is success. */
  async delete(session, { type, ref }, { signal }) {
    if (requireAccountOrGroup(type, holds) === "group") {
      const group = await findGroup(session, ref, signal);
      if (group === undefined) return;
      requireOrdinaryGroup(session, group, "deleted");
      await run(session, ["groupdel", "--", group.name], { signal, accept: [absent] });
      return;
    }
    const account = await findPasswd(session, ref, signal);
    if (account === undefined) return;
    const withHome = session.options.removeHome && (await mayRemoveHome(session, account, signal));
    await run(session, ["userdel", ...(withHome ? ["-r"] : []), "--", account.name], { signal, accept: [absent] });
  },
} satisfies OperationsPart<SshSession>;

async function takeBack(session: SshSession, name: string, reason: unknown): Promise<never> {
  // Not under the signal of the call, which may be why the password was not set.
  const signal = AbortSignal.timeout(20_000);
  const choice = session.options.createHome ? ["-r"] : [];
  await run(session, ["userdel", ...choice, "--", name], { signal, accept: [absent] }).catch((cause: unknown) => {
    const words = `The account "${name}" was made, its password was not set: ${reason instanceof Error ? reason.message : ""}`;
    throw new ConnectorError("partial", words, { cause });
  });
  throw reason;
}

async function changesOf(
  session: SshSession,
  account: Account,
  deltas: readonly Delta[],
  signal: AbortSignal,
): Promise<string[]> {
  const before: Record<Settable, readonly string[]> = {
    gecos: [account.passwd.gecos],
    home: [account.passwd.home],
    shell: [account.passwd.shell],
    group: [account.primary],
    groups: account.groups,
  };
  const after = { ...before };
  for (const delta of deltas) after[delta.attr as Settable] = valuesAfter(after[delta.attr as Settable], delta);
  const changed = (Object.keys(flags) as Settable[]).filter((attr) => after[attr].join(",") !== before[attr].join(","));
  const choice = changed.flatMap((attr) => flagOf(attr, after[attr]));
  const primary = changed.includes("group") ? after.group : [];
  await requireOrdinaryGroups(session, [...primary, ...differing(before.groups, after.groups)], signal);
  if (!changed.includes("home")) return choice;
  const way = await homeMove(session, account.passwd, after.home[0] ?? "", signal);
  return way === "move" ? [...choice, "-m"] : choice;
}

function differing(before: readonly string[], after: readonly string[]): string[] {
  return [...after.filter((name) => !before.includes(name)), ...before.filter((name) => !after.includes(name))];
}

interface WantedName {
  readonly name: string;
  /** The primary group of the account that is to get it; absent = the account is not there yet. */
  readonly gid?: number;
}

// Beside a group of its name an account would look like the group's owner, and could take it along when it is deleted.
async function requireFreeName(session: SshSession, { name, gid }: WantedName, signal: AbortSignal): Promise<void> {
  requireOrdinaryName(name, session.options);
  const accounts = await passwdOf(session, signal);
  if (accounts.some((row) => row.name === name))
    throw new ConnectorError("alreadyExists", `The machine has an account "${name}".`);
  const group = await findGroup(session, { name }, signal);
  if (group !== undefined && group.gid !== gid)
    throw new ConnectorError("alreadyExists", `The machine has a group "${name}".`);
}

function valuesOf(attributes: Attributes): Partial<Record<Settable, readonly string[]>> {
  const given = Object.entries(attributes).filter(([, values]) => values.length > 0);
  return Object.fromEntries(given.map(([attr, values]) => [attr, values.map((value) => textOf(attr, value))]));
}

function valuesAfter(before: readonly string[], { attr, replace, add, remove: taken }: Delta): readonly string[] {
  const texts = (values: readonly Scalar[]): string[] => values.map((value) => textOf(attr, value));
  if (replace) return texts(replace).toSorted();
  if (taken) return before.filter((value) => !texts(taken).includes(value));
  const known = attr === "groups" ? before : before.filter((value) => value !== "");
  return [...new Set([...known, ...texts(add ?? [])])].toSorted();
}

function flagOf(attr: Settable, values: readonly Scalar[]): string[] {
  const texts = values.map((value) => textOf(attr, value));
  if (attr === "groups") return [flags.groups, texts.join(",")];
  if (texts.length > 1) throw new ConnectorError("invalidValue", `"${attr}" holds one value.`);
  const [text = ""] = texts;
  if (text === "" && (attr === "home" || attr === "group"))
    throw new ConnectorError("invalidValue", `An account has always a value of "${attr}".`);
  return [flags[attr], text];
}

// A colon or a line break would begin another field or line of the machine's files.
function textOf(attr: string, value: Scalar): string {
  if (typeof value !== "string" || /[:\p{Cc}]/u.test(value) || (attr === "groups" && /^$|,/.test(value)))
    throw new ConnectorError("invalidValue", `"${attr}" is a text without colons and control characters.`);
  return value;
}

function checkName(name: string): void {
  if (name === "" || name.startsWith("-") || /[:,\p{Cc}]/u.test(name))
    throw new ConnectorError(
      "invalidValue",
      "A name is not empty, begins with no hyphen and has no colon, comma or control character.",
    );
}
