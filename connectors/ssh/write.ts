import {
  ConnectorError,
  type Delta,
  newNameOf,
  type OperationsPart,
  requireAccountOrGroup,
  requireFound,
  type Scalar,
} from "#connectors/contract/index.ts";

import { run } from "./command.ts";
import { type Account, findAccount, findGroup, findPasswd, holds, noAccount, requireGroup } from "./machine.ts";
import { accountObject, checkAttributes, groupObject } from "./objects.ts";
import { setPassword } from "./passwords.ts";
import type { SshSession } from "./session.ts";

// Ids below belong to the system; such groups get members from us and nothing else.
const systemIdMax = 999;
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
      await run(session, ["groupadd", "--", name], { signal });
      return groupObject(await requireGroup(session, { name }, signal));
    }
    const { createHome, uidMin, uidMax } = session.options;
    const values = Object.entries(attributes).filter(([, given]) => given.length > 0);
    const choice = values.flatMap(([attr, given]) => flagOf(attr as Settable, given));
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
        refuseSystemGroup(gid, "renamed");
        await run(session, ["groupmod", "-n", newName, "--", name], { signal });
      }
      return { id: String(gid), name: newName ?? name };
    }
    const account = requireFound(await findAccount(session, ref, signal), noAccount(ref));
    checkAttributes("account", names);
    const { name, uid } = account.passwd;
    const choice = [...changesOf(account, others, session), ...(newName && newName !== name ? ["-l", newName] : [])];
    if (choice.length > 0) await run(session, ["usermod", ...choice, "--", name], { signal });
    return { id: String(uid), name: newName ?? name };
  },
  /** Deletes an account or group; an absent one is success. */
  async delete(session, { type, ref }, { signal }) {
    if (requireAccountOrGroup(type, holds) === "group") {
      const group = await findGroup(session, ref, signal);
      if (group === undefined) return;
      refuseSystemGroup(group.gid, "deleted");
      await run(session, ["groupdel", "--", group.name], { signal, accept: [absent] });
      return;
    }
    const account = await findPasswd(session, ref, signal);
    if (account === undefined) return;
    const choice = session.options.removeHome ? ["-r"] : [];
    await run(session, ["userdel", ...choice, "--", account.name], { signal, accept: [absent] });
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

function changesOf(account: Account, deltas: readonly Delta[], { options }: SshSession): string[] {
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
  return changed.includes("home") && options.createHome ? [...choice, "-m"] : choice;
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

function refuseSystemGroup(gid: number, what: string): void {
  if (gid <= systemIdMax)
    throw new ConnectorError("permission", `Groups of the system (ids up to ${systemIdMax}) are not ${what}.`);
}
